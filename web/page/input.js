export function attachInput() {}
