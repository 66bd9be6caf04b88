// Writes the index of the site's search: node tools/site/search.mjs FOLDER <tools/site/search.txt
//
// Of all pages, only the first one, the manual and the reference are in it. The input adds words by which
// users search a page. A browser that opens the site without a server gets the index from a script.

import { readFileSync, writeFileSync } from "node:fs";

const name = `${process.argv[2]}/search_index.json`;
const index = JSON.parse(readFileSync(name, "utf8"));
index.docs = index.docs.filter(({ location }) => /^(index|manual\/|reference\/)/.test(location));
for (const [, page, section, words] of readFileSync(0, "utf8").matchAll(/^([\w/.-]+)(#\S+)?: (.+)$/gm)) {
  for (const entry of index.docs.filter(({ location }) => location === page || location === page + section)) {
    entry.tags = [...entry.tags ?? [], ...words.split(" ")];
  }
}
writeFileSync(name, JSON.stringify(index));
writeFileSync(name.replace("search_index.json", "index.js"), `set_search_index(${JSON.stringify(index)})\n`);
