// The names of keys in LÖVE, from events of the browser.

// By KeyboardEvent.code: keys that do not write a character, and those of the number pad.
const NAMES = {
  Space: "space", Enter: "return", Escape: "escape", Backspace: "backspace", Tab: "tab",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Home: "home", End: "end", PageUp: "pageup", PageDown: "pagedown",
  Insert: "insert", Delete: "delete",
  ShiftLeft: "lshift", ShiftRight: "rshift", ControlLeft: "lctrl", ControlRight: "rctrl",
  AltLeft: "lalt", AltRight: "ralt", MetaLeft: "lgui", MetaRight: "rgui",
  CapsLock: "capslock", NumLock: "numlock", ScrollLock: "scrolllock", Pause: "pause",
  PrintScreen: "printscreen", ContextMenu: "application",
  NumpadAdd: "kp+", NumpadSubtract: "kp-", NumpadMultiply: "kp*", NumpadDivide: "kp/",
  NumpadDecimal: "kp.", NumpadEnter: "kpenter", NumpadEqual: "kp=",
};

// What keys write on a keyboard of the USA, by code; for keys whose own character is not known.
const CHARACTERS = {
  Minus: "-", Equal: "=", BracketLeft: "[", BracketRight: "]", Backslash: "\\", Semicolon: ";",
  Quote: "'", Backquote: "`", Comma: ",", Period: ".", Slash: "/", IntlBackslash: "<",
};

/**
 * The name of a key. Letters and signs are those of the user's keyboard, digits are those in the row
 * of digits. Undefined for keys that LÖVE does not know.
 */
export function nameOf({ code, key, shiftKey = false, altKey = false }) {
  const digit = /^(Digit|Numpad)(\d)$/.exec(code);
  if (digit) return digit[1] === "Digit" ? digit[2] : `kp${digit[2]}`;
  if (/^F\d+$/.test(code)) return code.toLowerCase();
  if (NAMES[code]) return NAMES[code];
  if (key === " ") return NAMES.Space;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if ([...key].length === 1 && !shiftKey && !altKey) return key;
  // A keyboard on the screen gives no code.
  return CHARACTERS[code] ?? Object.entries(NAMES).find(([name]) => name === key)?.[1];
}

/** Whether a key event belongs to the browser: reload, tabs, full screen, tools, shortcuts. */
export function isOfBrowser({ code, key, ctrlKey, metaKey, altKey, isComposing }) {
  if (isComposing || /^(Control|Alt|Meta|OS)/.test(key)) return isComposing;
  return ctrlKey || metaKey || altKey || /^(F\d+|Tab|PrintScreen|ContextMenu)$/.test(code);
}
