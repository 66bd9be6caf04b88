// How large the pages are: what a visitor downloads.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

/** Prints the sizes of files in a folder, and their sum. */
export function printSizes(folder, title, names) {
  console.log(title);
  let sum = 0;
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    sum += packed;
    console.log(`  ${name.padEnd(20)} ${kilobytes(bytes.length)} ${kilobytes(packed)} gzip`);
  }
  console.log(`  ${"".padEnd(32)}${kilobytes(sum)} gzip`);
}
