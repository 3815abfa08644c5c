// The system calls of a program that is compiled for WASI ("wasi_snapshot_preview1"), in the page. Whatever it passes, a call
// answers with an error number.

import {errors, fail, Failure, Files} from './wasi_files.js';

/// Thrown where the program ends: its exit status, and a sentence if something ended it.
export class Ended extends Error {
  constructor(status, why = '') {
    super(why);
    this.status = status;
    this.why = why;
  }
}

const kinds = {
  device: 2,
  folder: 3,
  file: 4
};
const allRights = 0x1fffffffn, terminalRights = 0x48n;  // a terminal: to read and write, but not to seek
const mostDescriptors = 1024, mostPieces = 1024;

/// The calls. `options`: memory; arguments and environment, texts; files, bytes by their paths; print(stream, bytes); rest(),
/// called before the program sleeps; clockRead(), before it reads a clock.
export class Wasi {
  constructor(options) {
    this.memory = options.memory;
    this.words = options.arguments.map(textEnd);
    this.environment = Object.entries(options.environment ?? {}).map(([name, value]) => textEnd(name + '=' + value));
    this.files = new Files(options.files ?? {});
    this.print = options.print;
    this.rest = options.rest ?? (() => {});
    this.clockRead = options.clockRead ?? (() => {});
    this.descriptors = new Map([[0, {stream: 0}], [1, {stream: 1}], [2, {stream: 2}], [3, {node: this.files.root, root: true}]]);
  }

  /// The function for an import of that name.
  function(name) {
    const call = calls[name];
    if (call === undefined) return () => errors.nosys;
    return (...values) => {
      try {
        return call.apply(this, values.map((value) => typeof value === 'number' ? value >>> 0 : value)) ?? 0;
      } catch (problem) {
        if (problem instanceof Failure) return problem.number;
        if (problem instanceof Ended) throw problem;
        return problem instanceof RangeError ? errors.fault : errors.inval;
      }
    };
  }

  get view() {
    if (this.seen?.buffer !== this.memory.buffer) this.seen = new DataView(this.memory.buffer);
    return this.seen;
  }
  bytes(at, count) {
    if (at + count > this.memory.buffer.byteLength) fail('fault');
    return new Uint8Array(this.memory.buffer, at, count);
  }
  text(at, count) {
    if (count > 65536) fail('nametoolong');
    return new TextDecoder().decode(this.bytes(at, count).slice());
  }
  /// Parts of a read or write.
  pieces(at, count) {
    if (count > mostPieces) fail('inval');
    const all = [];
    for (let k = 0; k < count; ++k)
      all.push(this.bytes(this.view.getUint32(at + 8 * k, true), this.view.getUint32(at + 8 * k + 4, true)));
    return all;
  }
  putTexts(texts, table, at) {
    for (const text of texts) {
      this.view.setUint32(table, at, true);
      this.bytes(at, text.length).set(text);
      table += 4;
      at += text.length;
    }
  }
  putSizes(texts, count, bytes) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(bytes, texts.reduce((sum, text) => sum + text.length, 0), true);
  }

  descriptor(number) { return this.descriptors.get(number) ?? fail('badf'); }
  folder(number) {
    const node = this.descriptor(number).node;
    if (!node?.children) fail('notdir');
    return node;
  }
  file(number) {
    const open = this.descriptor(number);
    if (open.stream !== undefined) fail('spipe');
    if (open.node.children) fail('isdir');
    return open;
  }
  putState(node, stream, at) {
    this.bytes(at, 64).fill(0);
    this.view.setBigUint64(at + 8, node ? node.number : 0n, true);
    this.view.setUint8(at + 16, kindOf(node));
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(node ? node.size : 0), true);
  }
  read(open, place, pieces) {
    let done = 0;
    for (const piece of pieces) {
      const part = open.node.content.subarray(place + done, place + done + piece.length);
      piece.set(part);
      done += part.length;
      if (part.length < piece.length) break;
    }
    return done;
  }
  write(open, place, pieces) {
    let done = 0;
    for (const piece of pieces) {
      this.files.write(open.node, place + done, piece);
      done += piece.length;
    }
    return done;
  }
}

function textEnd(text) { return new TextEncoder().encode(text + '\0'); }
function kindOf(node) { return !node ? kinds.device : node.children ? kinds.folder : kinds.file; }
function placeOf(number) { return number <= 0xffffffffn ? Number(number) : fail('fbig'); }
function now(clock) { return clock === 0 ? BigInt(Date.now()) * 1000000n : BigInt(Math.round(performance.now() * 1e6)); }

let sleeper = null;
function sleep(milliseconds) {
  if (typeof SharedArrayBuffer !== 'undefined') {
    sleeper ??= new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(sleeper, 0, 0, milliseconds);
    return;
  }
  for (const end = performance.now() + milliseconds; performance.now() < end;) continue;
}

/// By name; `this` is the Wasi. They return nothing or an error number.
const calls = {
  args_sizes_get(count, bytes) { this.putSizes(this.words, count, bytes); },
  args_get(table, at) { this.putTexts(this.words, table, at); },
  environ_sizes_get(count, bytes) { this.putSizes(this.environment, count, bytes); },
  environ_get(table, at) { this.putTexts(this.environment, table, at); },

  clock_res_get(clock, at) { this.view.setBigUint64(at, clock === 0 ? 1000000n : 1000n, true); },
  clock_time_get(clock, precision, at) {
    this.clockRead();
    this.view.setBigUint64(at, now(clock), true);
  },
  random_get(at, count) {
    this.bytes(at, count);
    const made = new Uint8Array(Math.min(count, 65536));
    for (let k = 0; k < count; k += made.length)
      this.bytes(at + k, Math.min(made.length, count - k)).set(crypto.getRandomValues(made).subarray(0, count - k));
  },
  sched_yield() {},
  proc_exit(status) { throw new Ended(status); },
  /// Only clocks make it wait; everything else is ready.
  poll_oneoff(subscriptions, events, count, answer) {
    if (count === 0 || count > mostPieces) fail('inval');
    const all = [];
    for (let k = 0; k < count; ++k) {
      const at = subscriptions + 48 * k, type = this.view.getUint8(at + 8), clock = this.view.getUint32(at + 16, true);
      const time = this.view.getBigUint64(at + 24, true), isAbsolute = (this.view.getUint16(at + 40, true) & 1) !== 0;
      const wait = type !== 0 ? 0 : Number(isAbsolute ? time - now(clock) : time) / 1e6;
      all.push({user: this.view.getBigUint64(at, true), type, wait: Math.max(0, wait)});
    }
    const shortest = Math.min(...all.map((each) => each.wait));
    this.rest();
    if (shortest > 0) sleep(shortest);
    const ready = all.filter((each) => each.wait === shortest);
    ready.forEach((each, k) => {
      this.bytes(events + 32 * k, 32).fill(0);
      this.view.setBigUint64(events + 32 * k, each.user, true);
      this.view.setUint8(events + 32 * k + 10, each.type);
    });
    this.view.setUint32(answer, ready.length, true);
  },

  fd_prestat_get(number, at) {
    if (!this.descriptor(number).root) fail('badf');
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, 1, true);
  },
  fd_prestat_dir_name(number, at, count) {
    if (!this.descriptor(number).root) fail('badf');
    if (count < 1) fail('nametoolong');
    this.bytes(at, 1)[0] = 47;  // the path "/"
  },
  fd_fdstat_get(number, at) {
    const open = this.descriptor(number);
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, kindOf(open.node));
    this.view.setUint16(at + 2, open.flags ?? 0, true);
    this.view.setBigUint64(at + 8, open.node ? allRights : terminalRights, true);
    this.view.setBigUint64(at + 16, open.node ? allRights : terminalRights, true);
  },
  fd_fdstat_set_flags(number, flags) { this.descriptor(number).flags = flags & 0xffff; },
  fd_fdstat_set_rights(number) { this.descriptor(number); },
  fd_filestat_get(number, at) { this.putState(this.descriptor(number).node, number, at); },
  fd_filestat_set_size(number, size) { this.files.resize(this.file(number).node, placeOf(size)); },
  fd_filestat_set_times(number) { this.descriptor(number); },
  fd_allocate(number, from, count) {
    const node = this.file(number).node;
    if (placeOf(from + count) > node.size) this.files.resize(node, placeOf(from + count));
  },
  fd_advise(number) { this.descriptor(number); },
  fd_sync(number) { this.descriptor(number); },
  fd_datasync(number) { this.descriptor(number); },
  fd_close(number) {
    if (this.descriptor(number).root) fail('notsup');
    this.descriptors.delete(number);
  },
  fd_renumber(from, to) {
    const open = this.descriptor(from);
    if (open.root || this.descriptor(to).root) fail('notsup');
    this.descriptors.set(to, open);
    if (from !== to) this.descriptors.delete(from);
  },
  fd_read(number, at, count, answer) {
    const pieces = this.pieces(at, count);
    if (this.descriptor(number).stream !== undefined) {  // nobody types: standard input has ended
      this.rest();
      return void this.view.setUint32(answer, 0, true);
    }
    const open = this.file(number), done = this.read(open, open.place, pieces);
    open.place += done;
    this.view.setUint32(answer, done, true);
  },
  fd_pread(
      number, at, count, place,
      answer) { this.view.setUint32(answer, this.read(this.file(number), placeOf(place), this.pieces(at, count)), true); },
  fd_write(number, at, count, answer) {
    const open = this.descriptor(number), pieces = this.pieces(at, count);
    let done = 0;
    if (open.stream !== undefined) {
      for (const piece of pieces) {
        if (piece.length > 0) this.print(open.stream === 2 ? 2 : 1, piece.slice());
        done += piece.length;
      }
    } else {
      const file = this.file(number);
      if ((file.flags & 1) !== 0) file.place = file.node.size;  // to append
      done = this.write(file, file.place, pieces);
      file.place += done;
    }
    this.view.setUint32(answer, done, true);
  },
  fd_pwrite(
      number, at, count, place,
      answer) { this.view.setUint32(answer, this.write(this.file(number), placeOf(place), this.pieces(at, count)), true); },
  fd_seek(number, by, whence, at) {
    const open = this.file(number);
    const from = [0, open.place, open.node.size][whence] ?? fail('inval');
    const place = BigInt(from) + by;
    if (place < 0n) fail('inval');
    open.place = placeOf(place);
    this.view.setBigUint64(at, place, true);
  },
  fd_tell(number, at) { this.view.setBigUint64(at, BigInt(this.file(number).place), true); },
  fd_readdir(number, at, count, cookie, answer) {
    const names = [...this.folder(number).children], place = this.bytes(at, count);
    let used = 0;
    for (let k = placeOf(cookie); k < names.length && used < count; ++k) {
      const [name, node] = names[k], text = new TextEncoder().encode(name);
      const entry = new Uint8Array(24 + text.length), view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(k + 1), true);
      view.setBigUint64(8, node.number, true);
      view.setUint32(16, text.length, true);
      view.setUint8(20, kindOf(node));
      entry.set(text, 24);
      const part = entry.subarray(0, count - used);
      place.set(part, used);
      used += part.length;
    }
    this.view.setUint32(answer, used, true);
  },

  path_open(number, follow, at, count, flags, rights, inherited, openFlags, answer) {
    if (this.descriptors.size >= mostDescriptors) fail('mfile');
    const node = this.files.open(
        this.folder(number), this.text(at, count),
        {create: (flags & 1) !== 0, directory: (flags & 2) !== 0, exclusive: (flags & 4) !== 0, truncate: (flags & 8) !== 0});
    let free = 3;
    while (this.descriptors.has(free)) ++free;
    this.descriptors.set(free, {node, place: 0, flags: openFlags});
    this.view.setUint32(answer, free, true);
  },
  path_filestat_get(number, follow, at, count, answer) {
    const {node} = this.files.place(this.folder(number), this.text(at, count));
    this.putState(node ?? fail('noent'), undefined, answer);
  },
  path_filestat_set_times(number) { this.folder(number); },
  path_create_directory(number, at, count) { this.files.makeFolder(this.folder(number), this.text(at, count)); },
  path_remove_directory(number, at, count) { this.files.remove(this.folder(number), this.text(at, count), true); },
  path_unlink_file(number, at, count) { this.files.remove(this.folder(number), this.text(at, count), false); },
  path_rename(
      number, at, count, to, newAt,
      newCount) { this.files.rename(this.folder(number), this.text(at, count), this.folder(to), this.text(newAt, newCount)); },
  path_readlink() { fail('inval'); }
};
