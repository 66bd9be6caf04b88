// Removes comments and indentation from Lua source, for packs: lines keep their numbers.
//
// Method. The parser gives the place of each comment, so that "--" in a string is none. A comment
// goes with the spaces before it; its line breaks stay. Where code follows in the same line, a space
// takes the comment's place: `a--[[ ]]b` are two names. Then all lines lose the spaces at their begin,
// except those that begin in a string.

/** The source without comments and indentation. `luaparse`: the package of that name. */
export function strip(source, luaparse) {
  return stripIndentation(stripComments(source, luaparse), luaparse);
}

function stripComments(source, luaparse) {
  const { comments } = luaparse.parse(source, { comments: true, ranges: true, luaVersion: "LuaJIT" });
  let stripped = "";
  let at = 0;
  for (const { range: [start, end] } of comments) {
    const lineBreaks = source.slice(start, end).replace(/[^\n]/g, "");
    const isLast = end === source.length || source[end] === "\n";
    stripped += source.slice(at, start).replace(/[ \t]+$/, "") + (lineBreaks || (isLast ? "" : " "));
    at = end;
  }
  return stripped + source.slice(at);
}

function stripIndentation(source, luaparse) {
  const strings = [];
  luaparse.parse(source, {
    ranges: true, luaVersion: "LuaJIT",
    onCreateNode: ({ type, range }) => type === "StringLiteral" && strings.push(range),
  });
  return source.replace(/^[ \t]+/gm, (spaces, at) =>
    strings.some(([start, end]) => at > start && at < end) ? spaces : "");
}
