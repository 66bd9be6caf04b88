// Opens the page of a demo for a test, and watches the demo by a script.
//
// The page gives its session to tests as `demo`. A test adds code to the end of the demo's main.lua,
// where it sees the demo's state: the probe below, which prints events and state, or a line that loads
// the driver of the screenshots (spec/support/love_demo.lua).

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { openPage, project } from "./browser.mjs";

const EVENTS = ["keypressed", "keyreleased", "mousepressed", "mousereleased", "mousemoved", "wheelmoved",
  "resize"];

// Prints each event; and after each frame, if it has changed, the value of an expression with `app`.
const probe = (expression) => `

  local app = app or village
  for _, name in ipairs { ${EVENTS.map((name) => `"${name}"`).join(", ")} } do
    local action = love[name]
    love[name] = function(...)
      print("event", name, ...)
      if action then return action(...) end
    end
  end
  local last
  local update = love.update
  function love.update(dt)
    update(dt)
    local state = tostring(${expression})
    if state ~= last then
      print("state", state)
      last = state
    end
  end
`;

// What the driver calls, and the `love` of the browser has not.
const MORE_OF_LOVE = `
  function love.event.pump() end
  function love.event.poll() return function() end end
  function love.graphics.present() end
`;

/** The main.lua of a demo with more code at its end, as a file for `play`. */
const mainWith = (name, code) => {
  const path = `examples/${name}/main.lua`;
  return { [path]: read(path) + code };
};

const read = (path) => readFileSync(join(project, path), "utf8");

/** The script that the picture of a demo was made with. */
export function pictureScript(name) {
  const all = read("tools/screenshots.lua");
  const begin = all.indexOf(`["${name}"] = [[`);
  return all.slice(begin, all.indexOf("]],", begin)).replace(/^.*\[\[/, "").replace(/demo\.screenshot\(.*\n/, "\n");
}

/** The page of a demo. */
export class DemoPage {
  /** Opens a page. options: those of openPage, and `query`: of the address, "?thread=main". */
  static async open(browser, url, { query = "", ...options } = {}) {
    const opened = new DemoPage();
    const { page, problems, close } = await openPage(browser, `${url}${query}`,
      { viewport: { width: 1280, height: 900 }, ...options });
    Object.assign(opened, { page, problems, close, lines: [], waiting: [] });
    page.on("console", (message) => opened.#hear(message.text()));
    await page.waitForFunction(() => globalThis.demo?.session.window);
    return opened;
  }

  #hear(text) {
    for (const line of text.split("\n").filter((each) => each !== "")) {
      this.lines.push(line.replaceAll("\t", " "));
    }
    this.waiting = this.waiting.filter((check) => !check());
  }

  /** Starts the demo again with the probe. `expression`: what it prints as state. */
  async watch(expression = "nil", options = {}) {
    this.lines = [];
    const [, name] = this.page.url().match(/(love-\w+)\.html/);
    await this.play(mainWith(name, probe(expression)), options);
    await this.line(/^state /);
  }

  /** Starts the demo again with more files (by path). */
  async play(files, options = {}) {
    await this.page.evaluate(([more, rest]) => globalThis.demo.play({
      files: new Map(Object.entries(more)), ...rest,
    }), [files, options]);
  }

  /**
   * Plays the script of the demo's picture, as fast as it can, up to the picture. Then the demo stands
   * still.
   */
  async playPicture(name, script = pictureScript(name)) {
    this.lines = [];
    await this.play({
      ...mainWith(name, `${MORE_OF_LOVE} assert(loadfile "/driver/love_demo.lua")(app or village, "/script.lua")`),
      "driver/love_demo.lua": read("spec/support/love_demo.lua"), "driver/png.lua": "return {}",
      "script.lua": `local demo, app = ...\n${script}
        demo.frames()
        demo.dt, demo.draw_every = 0, 1
        demo.frames()
        print "arrived"
        while true do demo.frames() end`,
    }, { isHurried: true });
    await this.line(/^arrived/);
    await this.page.waitForTimeout(200); // until the last picture is shown
  }

  /** Waits for a line that the demo prints; those until now count, too. Returns it. */
  line(pattern, limit = 20000) {
    return this.lineNumber(1, pattern, limit);
  }

  /** The same for the line with this number [1..] among those that match. */
  lineNumber(number, pattern, limit = 20000) {
    const find = () => this.lines.filter((line) => pattern.test(line))[number - 1];
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== check);
        reject(new Error(`the demo has not printed ${pattern}, but: ${this.lines.slice(-12).join(" | ")}`));
      }, limit);
      const check = () => {
        const found = find();
        if (found === undefined) return false;
        clearTimeout(late);
        resolve(found);
        return true;
      };
      if (!check()) this.waiting.push(check);
    });
  }

  /** The events that were printed, "mousepressed 10 20 1 false 1". LÖVE adds nil to all events. */
  events(name) {
    const begin = `event ${name} `;
    return this.lines.filter((line) => line.startsWith(begin))
      .map((line) => line.slice(6).replace(/( nil)+$/, ""));
  }

  /** The point of the page for a point of the demo's window. */
  async point(x, y) {
    const box = await this.page.locator("canvas").boundingBox();
    const { shown } = await this.page.evaluate(() => globalThis.demo.session.window);
    return { x: box.x + (x + 0.5) * shown, y: box.y + (y + 0.5) * shown };
  }

  /** Makes the demo's window exactly so large [units], if it is larger than its least size. */
  async resize(width, height) {
    const more = await this.page.evaluate(() => innerHeight - document.getElementById("stage").clientHeight);
    await this.page.setViewportSize({ width, height: height + more });
    await this.page.waitForFunction(([wanted, high]) => {
      const { width: wide, height: tall } = globalThis.demo.session.window;
      return wide === wanted && tall === high;
    }, [width, height]);
  }

  /** A PNG of what the canvas shows. */
  picture() {
    return this.page.locator("canvas").screenshot();
  }
}
