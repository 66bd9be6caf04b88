// The files of a machine: open files, by descriptor, over a map of files by path.
//
// The paths of the map are normalized and do not begin with "/": "examples/demo.lua". A folder
// exists while a file is below it. The map is a Map of Uint8Array or text, or an object with get,
// set, has, delete, isFolder, rename and removeFolder, whose errors have the codes of Node.js
// ("EACCES").
//
// What a program may write is limited. A file takes some room for its path, too, so files without
// content are limited as well.
//
// Descriptors of the same path share one file. It is written to the map when one of them is closed,
// and by `save`. Until then its bytes grow by doubling: a program that appends to a file takes
// linear time.

/** Errors of WASI. */
export const ERRORS = {
  EACCES: 2, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, EMFILE: 33, ENAMETOOLONG: 37,
  ENOENT: 44, ENOSPC: 51,
  ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70,
};

/** An error of the system, by a name of ERRORS. */
export class SystemError extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const FIRST = 4; // 0 to 2 are the standard streams, 3 is the folder "/"
const MOST_OPEN = 1024; // files, as in a process of Linux
const ENTRY = 1024; // what a file takes beside its content [bytes]
const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();

/** A path without ".", ".." and empty parts. */
export function normalize(path) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

// What an object with the files has beside get, set, has and delete, for a Map.
class Folders {
  #map;

  constructor(map) {
    this.#map = map;
  }

  #below(folder) {
    return [...this.#map.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  isFolder(path) {
    for (const key of this.#map.keys()) if (key.startsWith(`${path}/`)) return true;
    return false;
  }

  rename(from, to) {
    const moved = this.#map.has(from) ? [from] : this.#below(from);
    for (const path of moved) {
      this.#map.set(to + path.slice(from.length), this.#map.get(path));
      if (from !== to) this.#map.delete(path);
    }
  }

  removeFolder() {
    throw new SystemError("ENOTEMPTY");
  }
}

// `path`: null without one. The array of bytes may be longer than the file.
function newFile(path, bytes) {
  return { path, bytes, size: bytes.length, users: 0, isChanged: false };
}

/** The open files of a machine. */
export class Files {
  #map;
  #folders;
  #room; // how much the files may still grow [bytes]
  #current; // the folder that exists even without a file
  #files = new Map(); // by path: files that are open
  #open = new Map(); // by descriptor: { file, at, isAppending }, or { file: null } for a folder

  /** limit: how much the files may grow in all [bytes]. folder: always exists. */
  constructor(map, { limit = Infinity, folder = "" } = {}) {
    this.#map = map;
    this.#folders = map.isFolder ? map : new Folders(map);
    this.#room = limit;
    this.#current = normalize(folder);
  }

  isFolder(path) {
    return path === "" || path === this.#current || this.#folders.isFolder(path);
  }

  /** The size of a file [bytes]; undefined: there is no such file. */
  size(path) {
    return this.#files.get(path)?.size ?? this.#read(path)?.length;
  }

  #read(path) {
    const content = this.#map.get(path);
    return typeof content === "string" ? encoder.encode(content) : content;
  }

  #handle(descriptor) {
    const handle = this.#open.get(descriptor);
    if (!handle) throw new SystemError("EBADF");
    if (!handle.file) throw new SystemError("EISDIR");
    return handle;
  }

  // Counts the growth of a file from one size to another.
  #count(from, to) {
    if (to > from && to - from > this.#room) throw new SystemError("ENOSPC");
    this.#room -= to - from;
  }

  #add(handle) {
    if (this.#open.size >= MOST_OPEN) throw new SystemError("EMFILE");
    let descriptor = FIRST;
    while (this.#open.has(descriptor)) descriptor++;
    this.#open.set(descriptor, handle);
    if (handle.file) handle.file.users++;
    return descriptor;
  }

  // ----------------------------------------------------------------------------- opening

  /** Opens a file or a folder. Returns its descriptor. */
  open(path, { isCreating, isExclusive, isTruncating, isAppending, isWriting, isFolder }) {
    if (this.isFolder(path)) {
      if (isWriting || isCreating) throw new SystemError("EISDIR");
      return this.#add({ file: null });
    }
    let file = this.#find(path);
    if (file && isExclusive) throw new SystemError("EEXIST");
    if (file && isFolder) throw new SystemError("ENOTDIR");
    if (!file) {
      if (!isCreating) throw new SystemError("ENOENT");
      file = this.#create(path);
    } else if (isTruncating) {
      this.#truncate(file);
    }
    this.#files.set(path, file);
    return this.#add({ file, at: 0, isAppending });
  }

  /** Opens a file without a path. */
  openBytes(bytes) {
    this.#count(0, bytes.length);
    return this.#add({ file: newFile(null, bytes), at: 0 });
  }

  /** The content of an open file. */
  content(descriptor) {
    const { file } = this.#handle(descriptor);
    return file.bytes.subarray(0, file.size);
  }

  #find(path) {
    const open = this.#files.get(path);
    if (open) return open;
    const bytes = this.#read(path);
    return bytes && newFile(path, bytes);
  }

  #create(path) {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      if (this.#map.has(path.slice(0, end))) throw new SystemError("ENOTDIR");
    }
    this.#count(0, ENTRY);
    this.#map.set(path, NOTHING);
    return newFile(path, NOTHING);
  }

  #truncate(file) {
    this.#map.set(file.path, NOTHING);
    this.#count(file.size, 0);
    file.bytes = NOTHING;
    file.size = 0;
    file.isChanged = false;
  }

  // ----------------------------------------------------------------------- reading, writing

  /** The next bytes of a file, at most `size`. */
  read(descriptor, size) {
    const handle = this.#handle(descriptor);
    const { file } = handle;
    const start = Math.min(handle.at, file.size);
    const end = Math.min(start + size, file.size);
    handle.at += end - start;
    return file.bytes.subarray(start, end);
  }

  /** Writes bytes, and zeros before them if the position is after the end. */
  write(descriptor, bytes) {
    const handle = this.#handle(descriptor);
    const { file } = handle;
    const start = handle.isAppending ? file.size : handle.at;
    const end = start + bytes.length;
    if (end > file.size) {
      this.#count(file.size, end);
      if (end > file.bytes.length || !file.isChanged) {
        const larger = new Uint8Array(Math.max(end, 2 * file.size, 256));
        larger.set(file.bytes.subarray(0, file.size));
        file.bytes = larger;
      }
      file.size = end;
    } else if (!file.isChanged) {
      file.bytes = file.bytes.slice(0, file.size); // the bytes of the map stay as they are
    }
    file.isChanged = true;
    file.bytes.set(bytes, start);
    handle.at = end;
  }

  /** Moves the position. `from`: 0 the start, 1 the position, 2 the end. Returns the position. */
  seek(descriptor, offset, from) {
    const handle = this.#handle(descriptor);
    const at = offset + [0, handle.at, handle.file.size][from];
    if (!(at >= 0 && at <= Number.MAX_SAFE_INTEGER)) throw new SystemError("EINVAL");
    handle.at = at;
    return at;
  }

  /** What kind of file is open and its size. */
  status(descriptor) {
    const handle = this.#open.get(descriptor);
    if (!handle) throw new SystemError("EBADF");
    return { isFolder: !handle.file, size: handle.file?.size ?? 0 };
  }

  /** Closes a descriptor. */
  close(descriptor) {
    const handle = this.#open.get(descriptor);
    if (!handle) throw new SystemError("EBADF");
    this.#open.delete(descriptor);
    const { file } = handle;
    if (!file) return;
    file.users--;
    if (file.path !== null) this.#save(file);
    if (file.users > 0) return;
    if (file.path === null) this.#count(file.size, 0);
    else this.#files.delete(file.path);
  }

  /** Gives an open file another descriptor, which is closed before. */
  move(from, to) {
    const handle = this.#open.get(from);
    if (!handle || !this.#open.has(to)) throw new SystemError("EBADF");
    if (from === to) return;
    this.close(to);
    this.#open.delete(from);
    this.#open.set(to, handle);
  }

  /** Writes all files that have changed to the map. */
  save() {
    for (const file of this.#files.values()) this.#save(file);
  }

  #save(file) {
    if (!file.isChanged) return;
    this.#map.set(file.path, file.bytes.slice(0, file.size));
    file.isChanged = false;
  }

  // ------------------------------------------------------------------------------- paths

  /** Deletes a file. Descriptors of it can still be used. */
  remove(path) {
    if (this.isFolder(path)) throw new SystemError("EISDIR");
    const file = this.#find(path);
    if (!file) throw new SystemError("ENOENT");
    this.#map.delete(path);
    this.#count(ENTRY, 0);
    this.#detach(file);
  }

  // A file without a path: its bytes count until it is closed.
  #detach(file) {
    this.#files.delete(file.path);
    file.path = null;
    if (file.users === 0) this.#count(file.size, 0);
  }

  /** Deletes an empty folder. */
  removeFolder(path) {
    if (!this.isFolder(path)) throw new SystemError(this.#map.has(path) ? "ENOTDIR" : "ENOENT");
    this.#folders.removeFolder(path);
  }

  /** Renames a file or a folder. Another file of the new name is deleted. */
  rename(from, to) {
    this.save();
    if (!this.isFolder(from) && !this.#map.has(from)) throw new SystemError("ENOENT");
    if (from === to) return;
    if (this.isFolder(to)) throw new SystemError(this.isFolder(from) ? "ENOTEMPTY" : "EISDIR");
    if (to.startsWith(`${from}/`)) throw new SystemError("EINVAL");
    const replaced = this.#map.has(to) && this.#find(to);
    this.#folders.rename(from, to);
    if (replaced) {
      this.#count(ENTRY, 0);
      this.#detach(replaced);
    }
    for (const [path, file] of [...this.#files]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#files.delete(path);
      file.path = to + path.slice(from.length);
      this.#files.set(file.path, file);
    }
  }
}
