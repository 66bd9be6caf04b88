// The calls of WASI that Lua and the C library make, over the files of a machine.
//
// Numbers and lists are in the memory of the machine, little endian. A call returns 0 or an error's
// number. Calls that are not here answer that they are not supported.

import { ERRORS, normalize, SystemError } from "./files.js";

const LONGEST_PATH = 1024; // [bytes]
const ROOT = 3; // the descriptor of the folder "/"
const ROOT_NAME = new TextEncoder().encode("/");
const CHARACTER_DEVICE = 2, FOLDER = 3, FILE = 4; // types of files
const RIGHT_TO_READ = 1n << 1n, RIGHT_TO_WRITE = 1n << 6n, ALL_RIGHTS = (1n << 30n) - 1n;
const CREATE = 1, FOLDER_ONLY = 2, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;

// Calls use(), and returns the number of the error that it throws.
function attempt(use) {
  try {
    use();
    return 0;
  } catch (error) {
    const number = ERRORS[error?.code];
    if (number === undefined) throw error;
    return number;
  }
}

/**
 * The imports of "wasi_snapshot_preview1".
 *
 * machine: has bytes, view and text(address, size). files: a Files. input(size): the next bytes of
 * the standard input, none at its end. output(descriptor, bytes). environment: texts "NAME=value\0"
 * as bytes. exit(code) throws.
 */
export function wasi({ machine, files, input, output, environment, exit }) {
  const put32 = (address, value) => machine.view.setUint32(address, value, true);
  const put64 = (address, value) => machine.view.setBigUint64(address, BigInt(value), true);
  const path = (address, size) => {
    if (size > LONGEST_PATH) throw new SystemError("ENAMETOOLONG");
    return normalize(machine.text(address, size));
  };

  // Calls use(address, size) for each buffer of a list, until one takes less than its size. Stores
  // the sum of the sizes that were taken.
  const forBuffers = (list, count, result, use) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const size = machine.view.getUint32(list + 8 * i + 4, true);
      if (size === 0) continue;
      const taken = use(machine.view.getUint32(list + 8 * i, true), size);
      sum += taken;
      if (taken < size) break;
    }
    put32(result, sum);
  };

  const putStatus = (address, isFolder, size) => {
    machine.bytes.fill(0, address, address + 64);
    machine.bytes[address + 16] = isFolder ? FOLDER : FILE;
    put64(address + 24, 1);
    put64(address + 32, size);
  };

  const calls = {
    args_sizes_get: (count, size) => {
      put32(count, 0);
      put32(size, 0);
    },
    args_get: () => {},
    environ_sizes_get: (count, size) => {
      put32(count, environment.length);
      put32(size, environment.reduce((sum, text) => sum + text.length, 0));
    },
    environ_get: (list, address) => {
      for (const text of environment) {
        put32(list, address);
        machine.bytes.set(text, address);
        list += 4;
        address += text.length;
      }
    },
    clock_time_get: (clock, _precision, result) => {
      put64(result, Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6));
    },
    random_get: (address, size) => {
      // For names of temporary files, so that two machines on one disk use different ones.
      for (let i = 0; i < size; i++) machine.bytes[address + i] = Math.random() * 256;
    },
    proc_exit: exit,

    // ------------------------------------------------------------------------ descriptors
    fd_prestat_get: (descriptor, result) => {
      if (descriptor !== ROOT) throw new SystemError("EBADF");
      put32(result, 0);
      put32(result + 4, ROOT_NAME.length);
    },
    fd_prestat_dir_name: (_descriptor, name) => machine.bytes.set(ROOT_NAME, name),
    fd_fdstat_get: (descriptor, result) => {
      const isStream = descriptor < ROOT;
      const isFolder = descriptor === ROOT || !isStream && files.status(descriptor).isFolder;
      machine.bytes.fill(0, result, result + 24);
      machine.bytes[result] = isStream ? CHARACTER_DEVICE : isFolder ? FOLDER : FILE;
      // Without the right to seek, a stream is a terminal, and the C library writes it by lines.
      put64(result + 8, isStream ? RIGHT_TO_READ | RIGHT_TO_WRITE : ALL_RIGHTS);
      put64(result + 16, ALL_RIGHTS);
    },
    fd_fdstat_set_flags: () => {},
    fd_filestat_get: (descriptor, result) => {
      const { isFolder, size } = files.status(descriptor);
      putStatus(result, isFolder, size);
    },
    fd_read: (descriptor, list, count, result) => {
      forBuffers(list, count, result, (address, size) => {
        const part = descriptor === 0 ? input(size) : files.read(descriptor, size);
        machine.bytes.set(part, address);
        return part.length;
      });
    },
    fd_write: (descriptor, list, count, result) => {
      forBuffers(list, count, result, (address, size) => {
        if (descriptor === 1 || descriptor === 2) {
          output(descriptor, machine.bytes.slice(address, address + size));
        } else {
          files.write(descriptor, machine.bytes.subarray(address, address + size));
        }
        return size;
      });
    },
    fd_seek: (descriptor, offset, from, result) => {
      if (descriptor < ROOT) throw new SystemError("ESPIPE");
      put64(result, files.seek(descriptor, Number(offset), from));
    },
    fd_close: (descriptor) => {
      if (descriptor > ROOT) files.close(descriptor);
    },
    fd_renumber: (from, to) => files.move(from, to),

    // ------------------------------------------------------------------------------ paths
    path_open: (_folder, _lookup, name, size, flags, rights, _inherited, status, result) => {
      put32(result, files.open(path(name, size), {
        isCreating: (flags & CREATE) !== 0,
        isExclusive: (flags & EXCLUSIVE) !== 0,
        isTruncating: (flags & TRUNCATE) !== 0,
        isFolder: (flags & FOLDER_ONLY) !== 0,
        isAppending: (status & APPEND) !== 0,
        isWriting: (rights & RIGHT_TO_WRITE) !== 0n,
      }));
    },
    path_filestat_get: (_folder, _lookup, name, size, result) => {
      const found = path(name, size);
      const isFolder = files.isFolder(found);
      const fileSize = isFolder ? 0 : files.size(found);
      if (fileSize === undefined) throw new SystemError("ENOENT");
      putStatus(result, isFolder, fileSize);
    },
    path_unlink_file: (_folder, name, size) => files.remove(path(name, size)),
    path_remove_directory: (_folder, name, size) => files.removeFolder(path(name, size)),
    path_rename: (_from, oldName, oldSize, _to, newName, newSize) => {
      files.rename(path(oldName, oldSize), path(newName, newSize));
    },
  };
  const imports = {};
  for (const [name, call] of Object.entries(calls)) {
    imports[name] = (...values) => attempt(() => call(...values));
  }
  return new Proxy(imports, { get: (known, name) => known[name] ?? (() => ERRORS.ENOSYS) });
}
