// A program in a link: "#code=" and the program's UTF-8 text, compressed by deflate (without a
// header), as base64url (RFC 4648, section 5, without padding). "&example=" and a path follow when the
// program is an example, for some read the files beside them.
//
// The part of an address after "#" is not sent to a server: a shared program stays with the people
// who have the link.

const MARK = "#code=";
const EXAMPLE = "&example=";

/** The longest program that a link carries [bytes of UTF-8]. */
export const MAX_PROGRAM = 256 * 1024;

// The longest code: of a program that cannot be compressed, to which deflate adds less than 1 %.
const MAX_CODE = Math.ceil(MAX_PROGRAM * 1.01 * 4 / 3);

class LinkError extends Error {}

const tooLong = () => new LinkError(`a link carries at most ${MAX_PROGRAM / 1024} kB`);
const damaged = () => new LinkError("its program is damaged. Was the link copied completely?");

// What a compression stream gets at once [bytes]. It makes at most 1032 times as much of it, before
// anything is read.
const PART = 1024;

async function writeAll(bytes, writer) {
  for (let at = 0; at < bytes.length; at += PART) await writer.write(bytes.subarray(at, at + PART));
  await writer.close();
}

// Passes bytes through a compression stream. Stops once the result has more than `limit` bytes:
// a link of a few kB could hold gigabytes.
async function pass(bytes, stream, limit) {
  // An error of the stream also reaches the reader, where it is handled.
  writeAll(bytes, stream.writable.getWriter()).catch(() => {});
  const parts = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw tooLong();
    }
    parts.push(value);
  }
  const result = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

function toBase64Url(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)));
  }
  return btoa(parts.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/**
 * The hash of the link to a program: "#code=...". Throws an error when the program is too long.
 * `example`: the path of the example that it was made from, or "".
 */
export async function toHash(program, example = "") {
  const bytes = new TextEncoder().encode(program);
  if (bytes.length > MAX_PROGRAM) throw tooLong();
  const packed = await pass(bytes, new CompressionStream("deflate-raw"), Infinity);
  return MARK + toBase64Url(packed) + (example === "" ? "" : EXAMPLE + encodeURI(example));
}

/** Whether the hash of an address is one that carries a program. */
export function hasProgram(hash) {
  return hash.startsWith(MARK);
}

/** What a hash carries: { program, example }. Throws an error with a clear text if it is damaged. */
export async function fromHash(hash) {
  if (!hasProgram(hash)) throw new LinkError("it contains no program");
  const [code, example = ""] = hash.slice(MARK.length).split(EXAMPLE);
  if (code.length > MAX_CODE) throw tooLong();
  if (!/^[A-Za-z0-9_-]+$/.test(code) || code.length % 4 === 1) throw damaged();
  try {
    const bytes = await pass(fromBase64Url(code), new DecompressionStream("deflate-raw"), MAX_PROGRAM);
    const program = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { program, example: decodeURI(example) };
  } catch (error) {
    throw error instanceof LinkError ? error : damaged();
  }
}
