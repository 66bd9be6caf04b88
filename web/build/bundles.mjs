// Scripts and style sheets of the pages, each in one small file.

import { join } from "node:path";

/** Returns { script(path), style(path) }: the texts. `build`: its folder, `npm`: requires its packages. */
export function bundler(build, npm) {
  const bundle = (path, options) => npm("esbuild").buildSync({
    entryPoints: [path], bundle: true, minify: true, target: "es2022",
    nodePaths: [join(build, "npm", "node_modules")], write: false, logLevel: "warning", ...options,
  }).outputFiles[0].text;
  return {
    script: (path) => bundle(path, { format: "iife" }),
    style: (path) => bundle(path, { loader: { ".css": "css" } }),
  };
}
