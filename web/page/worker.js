// A player in a worker. The page's session sends { type: "prepare", module } and then "start", "event"
// and "resize"; the player's messages go back.

import { Player } from "./player.js";

let player;

const actions = {
  prepare: ({ module }) => {
    player = new Player(module, (message) => self.postMessage(message));
  },
  start: ({ options }) => player.start(options),
  event: ({ name, numbers, text }) => player.event(name, numbers, text),
  resize: ({ space }) => player.resize(space),
};

self.onmessage = ({ data }) => actions[data.type](data);
