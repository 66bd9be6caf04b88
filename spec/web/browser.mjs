// A browser and a server for the tests of the pages.
//
// The pages are those of `make web`: build/web, or the folder WEB_PAGES. The browser is Debian's
// Chromium, or the one that CHROMIUM names, driven by playwright-core.

import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project, and the one of the pages. */
export const project = fileURLToPath(new URL("../..", import.meta.url));
export const pages = process.env.WEB_PAGES ?? join(project, "build", "web");

/** A function that requires the packages of build/npm. */
export const npm = createRequire(join(project, "build", "npm", "package.json"));

/** Imports a script of the pages with its packages. */
export const bundled = (path) => import(`data:text/javascript,${encodeURIComponent(npm("esbuild").buildSync({
  entryPoints: [join(project, path)], bundle: true, format: "esm", write: false,
  nodePaths: [join(project, "build", "npm", "node_modules")],
}).outputFiles[0].text)}`);

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain; charset=utf-8",
};

/** Serves a folder. Returns { url, close() }; the url ends with "/". */
export async function serve(folder = pages) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const path = join(folder, normalize(decodeURIComponent(pathname.replace(/\/$/, "/index.html"))));
    if (!existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Starts the browser. Close it by its method close(). */
export function launch() {
  return npm("playwright-core").chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
      "--disable-background-networking", "--disable-component-update"],
  });
}

/**
 * Opens a page in a context of its own. Returns { page, problems, close() }: `problems` is a list of
 * what must not happen: errors on the console (such as what the content security policy refused),
 * errors of scripts, and requests to other hosts. options: those of a context of playwright, and
 * `prepare`: a function or text that runs in the page before its scripts.
 */
export async function openPage(browser, url, { prepare, ...options } = {}) {
  const context = await browser.newContext(options);
  if (prepare) await context.addInitScript(prepare);
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    const isOwn = /^(data|blob|about|file):$/.test(protocol) || host === new URL(url).host;
    if (!isOwn) problems.push(`a request to ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}
