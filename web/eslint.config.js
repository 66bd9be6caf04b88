// The checks of the scripts: make lint.

const names = (text) => Object.fromEntries(text.split(/\s+/).map((name) => [name, "readonly"]));

// What both Node.js and browsers have.
const COMMON = names(`AbortController Blob CompressionStream DecompressionStream Event EventTarget
  MessageChannel MessageEvent Response TextDecoder TextEncoder URL URLSearchParams WebAssembly Worker atob btoa clearInterval
  clearTimeout console fetch globalThis performance queueMicrotask setInterval setTimeout structuredClone`);
const BROWSER = names(`CSS CustomEvent DOMMatrix FontFace HTMLCanvasElement HTMLElement ImageData IntersectionObserver
  KeyboardEvent Image MutationObserver OffscreenCanvas Option Path2D PointerEvent ResizeObserver
  cancelAnimationFrame createImageBitmap customElements devicePixelRatio document getComputedStyle history innerHeight
  innerWidth localStorage location matchMedia navigator postMessage requestAnimationFrame self window
  astarPlayer __search`);
const NODE = names("Buffer process");

export default [
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: COMMON },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "constructor-super": "error",
      "default-case-last": "error",
      "eqeqeq": ["error", "smart"],
      "getter-return": "error",
      "max-len": ["error", { code: 110, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "no-cond-assign": "error",
      "no-const-assign": "error",
      "no-constant-binary-expression": "error",
      "no-dupe-args": "error",
      "no-dupe-class-members": "error",
      "no-dupe-else-if": "error",
      "no-dupe-keys": "error",
      "no-duplicate-case": "error",
      "no-fallthrough": "error",
      "no-func-assign": "error",
      "no-implicit-globals": "error",
      "no-import-assign": "error",
      "no-loss-of-precision": "error",
      "no-promise-executor-return": "error",
      "no-redeclare": "error",
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-sparse-arrays": "error",
      "no-undef": "error",
      "no-unreachable": "error",
      "no-unused-private-class-members": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-assignment": "error",
      "no-var": "error",
      "prefer-const": "error",
      "require-atomic-updates": "off",
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
  {
    files: ["web/{demos,manual,page,player,playground,renderer}/**"],
    languageOptions: { globals: BROWSER },
  },
  { files: ["web/*.js", "web/build/**", "spec/web/**", "bench/*.mjs"], languageOptions: { globals: NODE } },
  // Functions in these files run in a page.
  { files: ["spec/web/**", "bench/web*.mjs"], languageOptions: { globals: BROWSER } },
];
