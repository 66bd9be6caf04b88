// A program in a link: "#code=" and the program's UTF-8 text, compressed by deflate (without a
// header), as base64url (RFC 4648, section 5, without padding). "&example=" and a path follow when the
// program is an example, for some read the files beside them.
//
// The part of an address after "#" is not sent to a server: a shared program stays with the people
// who have the link.

import { deflateSync, Inflate } from "fflate";
import { fromUint8Array, toUint8Array } from "js-base64";

const MARK = "#code=";
const EXAMPLE = "&example=";

/** The longest program that a link carries [bytes of UTF-8]. */
export const MAX_PROGRAM = 256 * 1024;

// The longest code: of a program that cannot be compressed, to which deflate adds less than 1 %.
const MAX_CODE = Math.ceil(MAX_PROGRAM * 1.01 * 4 / 3);

// What is decompressed at once [bytes]: a link of a few kB could hold gigabytes.
const PART = 1024;

class LinkError extends Error {}

const tooLong = () => new LinkError(`a link carries at most ${MAX_PROGRAM / 1024} kB`);
const damaged = () => new LinkError("its program is damaged. Was the link copied completely?");

function decompress(packed) {
  const result = new Uint8Array(MAX_PROGRAM);
  let size = 0;
  const stream = new Inflate((part) => {
    if (size + part.length > MAX_PROGRAM) throw tooLong();
    result.set(part, size);
    size += part.length;
  });
  for (let at = 0; at < packed.length; at += PART) {
    stream.push(packed.subarray(at, at + PART), at + PART >= packed.length);
  }
  return result.subarray(0, size);
}

/**
 * The hash of the link to a program: "#code=...". Throws an error when the program is too long.
 * `example`: the path of the example that it was made from, or "".
 */
export function toHash(program, example = "") {
  const bytes = new TextEncoder().encode(program);
  if (bytes.length > MAX_PROGRAM) throw tooLong();
  const code = fromUint8Array(deflateSync(bytes), true);
  return MARK + code + (example === "" ? "" : EXAMPLE + encodeURI(example));
}

/** Whether the hash of an address is one that carries a program. */
export function hasProgram(hash) {
  return hash.startsWith(MARK);
}

/** What a hash carries: { program, example }. Throws an error with a clear text if it is damaged. */
export function fromHash(hash) {
  if (!hasProgram(hash)) throw new LinkError("it contains no program");
  const [code, example = ""] = hash.slice(MARK.length).split(EXAMPLE);
  if (code.length > MAX_CODE) throw tooLong();
  if (!/^[A-Za-z0-9_-]+$/.test(code) || code.length % 4 === 1) throw damaged();
  try {
    const bytes = decompress(toUint8Array(code));
    const program = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { program, example: decodeURI(example) };
  } catch (error) {
    throw error instanceof LinkError ? error : damaged();
  }
}
