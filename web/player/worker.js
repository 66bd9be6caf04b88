// A player behind messages. The page's session sends { type: "prepare", module } and then "start",
// "event", "resize" and "stop"; the player's messages go back.
//
// The build makes one script of the player: player.js, a function astarPlayer(self). Its text is the
// script of a worker. Where workers cannot draw, the page calls it with an object in the place of the
// worker's global object `self`.

import { Player } from "./player.js";

let player;

const actions = {
  prepare: ({ module }) => {
    player = new Player(module, (message) => self.postMessage(message));
  },
  start: ({ options }) => player.start(options).catch((error) => {
    self.postMessage({ type: "error", message: `the program could not be started: ${error.message}` });
    self.postMessage({ type: "end", code: 1 });
  }),
  event: ({ name, numbers, text }) => player.event(name, numbers, text),
  resize: ({ space }) => player.resize(space),
  stop: () => player.stop(),
};

self.onmessage = ({ data }) => actions[data.type](data);
