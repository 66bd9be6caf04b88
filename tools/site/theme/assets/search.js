// The search of the site. A query is split into words as the index is: `grid:find_path` is three
// words. A result contains all of them, but those that only make a question of the others; the last
// word may be the beginning of one. The search works without a server, too, where a browser neither
// starts workers nor fetches the index.

const question = /^(a|an|and|are|can|do|does|for|have|how|i|in|is|it|its|my|not|of|on|or|that|the|there|to|what|when|which|why|with)$/i;
const words = text => text.split(/[\s?]+/).filter(word => !question.test(word)).join(" ")
  .split(/[^A-Za-z0-9\u00c0-\u024f]+/).filter(Boolean);
const base = document.currentScript.src;

// The names that the theme's script reads.
var __search = {
  transform: query => words(query).map((word, i, all) =>
    i == all.length - 1 ? `${word}^9 +${word}` : `+${word}`).join(" "),
};

if (location.protocol == "file:") {
  __search.index = new Promise(resolve => { window.set_search_index = resolve; });
  const script = document.createElement("script");
  script.src = new URL("../search/index.js", base);
  document.head.append(script);

  // A worker that runs in a hidden frame.
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      const code = frame.contentDocument.createElement("script");
      code.src = url;
      this.ready = new Promise(resolve => { code.onload = resolve; });
      frame.contentDocument.head.append(code);
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
