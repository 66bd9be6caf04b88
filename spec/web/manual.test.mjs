// The programs that the Run buttons of the documentation open: each of them runs in the playground's
// machine, and prints what its comments say (--> text).

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { programOf } from "../../web/manual/page_programs.js";
import { filesOf, LoveMachine } from "./love_machine.mjs";

const pages = ["README.md", ...readdirSync("docs").filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)];

const blocksOf = (text) => [...`\n${text}`.matchAll(/\n```lua\n(.*?)\n```/gs)].map((match) => match[1]);

/** What a program prints: an error counts as its text after the name of the function. */
const expectedOf = (program) => [...program.matchAll(/-->\s*([^\n:]+)/g)].map((match) => match[1]);

/** The first expected line that is not in the output after those before it, or undefined. */
function missing(expected, output) {
  const lines = output.split("\n");
  return expected.find((text) => {
    const found = lines.findIndex((line) => line.startsWith(text) || line.includes(`: ${text}`));
    lines.splice(0, found + 1);
    return found < 0;
  });
}

async function run(program) {
  const love = await LoveMachine.start({ files: filesOf("lua", "examples/maps", "examples/love-yard"), window: [800, 600] });
  const call = (name) => assert.equal(love.machine.call(name), null);
  love.machine.run('package.path = "lua/?.lua;" .. package.path', "=setup");
  assert.equal(love.machine.run(program, "@main.lua"), null);
  if (/function love\./.test(program)) {
    call("begin");
    for (let i = 0; i < 3; i++) call("frame");
  }
  return love.output;
}

describe("the program of each block", () => {
  for (const name of pages) {
    const blocks = blocksOf(readFileSync(name, "utf8"));
    blocks.forEach((_, index) => {
      const program = programOf(blocks, index);
      if (program === null) return;
      it(`runs: ${name}, block ${index + 1}`, async () => {
        assert.equal(missing(expectedOf(program), await run(program)), undefined);
      });
    });
  }
});

describe("the programs of a page", () => {
  const plain = ["local a = 1", "print(a)", "love.draw = print", "-- Jumper\nfail()", "print(a + 1)"];

  it("begin with the plain blocks above", () => {
    assert.equal(programOf(plain, 0), "local a = 1");
    assert.match(programOf(plain, 4), /^local a = 1\n\nprint\(a\)\n\n-- The block[^\n]*\n\nprint\(a \+ 1\)$/);
  });

  it("contain blocks for LÖVE only below such blocks", () => {
    assert.match(programOf(plain, 2), /^local a = 1\n\nprint\(a\)\n.*love\.draw = print$/s);
    assert.doesNotMatch(programOf(plain, 4), /love/);
    assert.match(programOf([...plain, "love.update = print"], 5), /love\.draw = print\n.*love\.update = print$/s);
  });

  it("do not exist for other libraries", () => assert.equal(programOf(plain, 3), null));

  it("of a game contain its files as modules, but not those of another game", () => {
    const game = ["-- main.lua\none()", "print()", "-- main.lua\nrequire 'hero'", "-- hero.lua\nreturn 1"];
    const whole = 'package.preload["hero"] = function(...)\n-- hero.lua\nreturn 1\nend\n\n' +
      "-- main.lua\nrequire 'hero'";
    assert.equal(programOf(game, 0), "-- main.lua\none()");
    assert.equal(programOf(game, 2), whole);
    assert.equal(programOf(game, 3), whole);
  });
});
