// The programs of a page of the documentation. All Lua blocks of a page are one program, from top to
// bottom, so the program of a block begins with the blocks above it. Exceptions, which the specs of
// the documentation know, too:
//
// - A block that begins with a file name (-- main.lua) is a file of a game in LÖVE. The blocks with
//   other names up to the next main.lua belong to it.
// - A block that mentions love. is only part of the programs of such blocks.
// - A block that begins with -- Jumper is code for another library, and has no program.

const isLove = (code) => code.includes("love.");
const isForeign = (code) => code.startsWith("-- Jumper");
const fileName = (code) => /^-- ([\w]+\.lua)/.exec(code)?.[1];

// The game that the block at `index` is a file of, as one program: its other files are modules.
function gameOf(blocks, index) {
  let first = index;
  while (first > 0 && fileName(blocks[first]) !== "main.lua") first--;
  let last = first + 1;
  while (last < blocks.length && fileName(blocks[last]) !== "main.lua") last++;
  const modules = blocks.slice(first + 1, last).filter(fileName).map((code) =>
    `package.preload["${fileName(code).replace(/\.lua$/, "")}"] = function(...)\n${code}\nend\n\n`);
  return modules.join("") + blocks[first];
}

/** The program that shows what the block at `index` does, or null. `blocks`: the Lua code of a page. */
export function programOf(blocks, index) {
  const code = blocks[index];
  if (isForeign(code)) return null;
  if (fileName(code)) return gameOf(blocks, index);
  const above = blocks.slice(0, index).filter((each) =>
    !fileName(each) && !isForeign(each) && (isLove(code) || !isLove(each)));
  if (above.length === 0) return code;
  return `${above.join("\n\n")}\n\n-- The block that you opened begins here.\n\n${code}`;
}
