// The pages of the demos: what web/demos/demos.json lists, as HTML for the templates.

import { readFileSync } from "node:fs";

import { list } from "./packs.mjs";
import { fill, html } from "./template.mjs";

/**
 * The demos: [{ name, title, summary, help, ... }]. smallest: the least size of the window [units], below
 * which it is shown smaller; without it that of conf.lua. buttons: what a touch can mean, by mouse button.
 * panButton: the mouse button that moves the map, for two fingers. keys: labels by LÖVE's name.
 */
export const demos = JSON.parse(readFileSync("web/demos/demos.json", "utf8"));

/** The picture of a demo, in the folder of the pages. */
export function pictureOf({ name }) {
  return `${name}.png`;
}

/** The paths of the files that a demo reads. */
export function pathsOf({ name }) {
  return list(`examples/${name}`, /(\.lua|\.png)$/).filter((path) =>
    !/screenshot|explanation\.png|\/art\//.test(path));
}

const LABELS = { space: "Space", escape: "Esc", up: "↑", down: "↓", home: "Home" }; // of keys

function each(entries, template) {
  return html(entries.map((values) => fill(template, values)).join("\n"));
}

/** The values of the template demo.html. `paths`: the demo's files. */
export function pageOf(demo, paths) {
  const { name, title, summary, help } = demo;
  const buttons = Object.entries(demo.buttons);
  return {
    documentTitle: `${title} · astar`, style: "demo", fillsScreen: true,
    name, title, summary, help, pan: demo.panButton ?? "",
    smallest: demo.smallest ? JSON.stringify(demo.smallest) : "",
    links: each(demos.map((other) => ({
      href: `${other.name}.html`, title: other.title, current: other === demo ? "page" : "false",
    })), `<a href="{{href}}" aria-current="{{current}}">{{title}}</a>`),
    buttons: buttons.length < 2 ? "" : each(buttons.map(([button, label]) =>
      ({ button, label, isPressed: button === "1" })),
    `<button data-button="{{button}}" aria-pressed="{{isPressed}}">{{label}}</button>`),
    keys: each(Object.entries(demo.keys).map(([key, label]) =>
      ({ key, label, sign: LABELS[key] ?? key.toUpperCase() })),
    `<button data-key="{{key}}"><kbd>{{sign}}</kbd> {{label}}</button>`),
    files: each(paths.filter((path) => path.endsWith(".lua")).map((path) => ({
      path, file: path.slice(`examples/${name}/`.length),
    })), `<details data-path="{{path}}"><summary>{{file}}</summary><pre></pre></details>`),
  };
}

/** The values of the template demos.html. */
export function listPage() {
  return {
    documentTitle: "astar demos", style: "demo",
    summary: "Games in LÖVE that find paths with astar, in the browser",
    items: each(demos.map((demo) => ({
      ...demo, href: `${demo.name}.html`, picture: pictureOf(demo),
    })), `<li><a href="{{href}}"><img src="{{picture}}" alt="" loading="lazy"><strong>{{title}}</strong></a>
      <p>{{summary}}</p></li>`),
  };
}
