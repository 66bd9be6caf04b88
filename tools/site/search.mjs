// Writes the index of the site's search: node tools/site/search.mjs FOLDER
//
// Of all pages, only the first one, the manual and the reference are in it. tools/site/search.txt adds words
// by which users search a page. A browser that opens the site without a server gets the index from a script.

import { readFileSync, writeFileSync } from "node:fs";

const folder = process.argv[2];
const index = JSON.parse(readFileSync(`${folder}/search_index.json`, "utf8"));
index.docs = index.docs.filter(({ location }) => /^(index|manual\/|reference\/)/.test(location));
for (const [, name, words] of readFileSync("tools/site/search.txt", "utf8").matchAll(/^([a-z]\S*): (.+)$/gm)) {
  const places = index.docs.filter(({ location }) => location === name || location === name.replace(/#.*/, ""));
  if (!places.some(({ location }) => location === name)) throw new Error(`search.txt: there is no ${name}`);
  for (const place of places) place.tags = [...place.tags ?? [], ...words.split(" ")];
}
const text = JSON.stringify(index);
writeFileSync(`${folder}/search_index.json`, text);
writeFileSync(`${folder}/index.js`, `set_search_index(${text})\n`);
