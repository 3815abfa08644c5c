// The files of a program in the page: a tree in memory, whose paths begin at its root.

/// Error numbers of WASI ("wasi_snapshot_preview1", errno).
export const errors = {
  again: 6,
  badf: 8,
  exist: 20,
  fault: 21,
  fbig: 22,
  inval: 28,
  isdir: 31,
  mfile: 33,
  nametoolong: 37,
  noent: 44,
  nospc: 51,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  perm: 63,
  spipe: 70,
  notcapable: 76
};
export class Failure extends Error {
  constructor(number) {
    super();
    this.number = number;
  }
}
export function fail(name) { throw new Failure(errors[name]); }

const mostBytes = 512 << 20, mostNodes = 100000, mostPath = 4096;

/// A file or, if it has `children`, a folder.
export class Node {
  constructor(number, children) {
    this.number = BigInt(number);
    this.children = children;
    this.bytes = new Uint8Array(0);
    this.size = 0;
  }
  get content() { return this.bytes.subarray(0, this.size); }
}

export class Files {
  constructor(given) {
    this.nodes = 0;
    this.total = 0;
    this.root = this.node(new Map());
    for (const [path, bytes] of Object.entries(given)) {
      const {folder, name} = this.place(this.root, path, true);
      const file = this.node(null);
      folder.children.set(name, file);
      this.write(file, 0, bytes);
    }
  }

  node(children) {
    if (++this.nodes > mostNodes) fail('nospc');
    return new Node(this.nodes, children);
  }

  /// The folder that has `path`, its last name, and what it is now, if it is. `make`: with the folders that it names.
  place(from, path, make = false) {
    if (path.length > mostPath) fail('nametoolong');
    const above = [from];
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const last = parts.at(-1) === '..' ? undefined : parts.pop();
    for (const part of parts) {
      if (part === '..') {
        if (above.length === 1) fail('notcapable');
        above.pop();
        continue;
      }
      const folder = above.at(-1);
      if (make && !folder.children.has(part)) folder.children.set(part, this.node(new Map()));
      const next = folder.children.get(part);
      if (next === undefined) fail('noent');
      if (!next.children) fail('notdir');
      above.push(next);
    }
    const folder = above.at(-1);
    return {folder, name: last, node: last === undefined ? folder : folder.children.get(last)};
  }

  resize(file, size) {
    if (size > mostBytes || this.total - file.size + size > mostBytes) fail('fbig');
    if (size > file.bytes.length) {
      const larger = new Uint8Array(Math.min(mostBytes, Math.max(size, 2 * file.bytes.length, 256)));
      larger.set(file.content);
      file.bytes = larger;
    }
    if (size < file.size) file.bytes.fill(0, size, file.size);
    this.total += size - file.size;
    file.size = size;
  }
  write(file, at, data) {
    if (at + data.length > file.size) this.resize(file, at + data.length);
    file.bytes.set(data, at);
  }

  /// Open for a descriptor, made or emptied first as the flags of path_open say.
  open(from, path, {create, directory, exclusive, truncate}) {
    const found = this.place(from, path);
    let node = found.node;
    if (node && create && exclusive) fail('exist');
    if (!node) {
      if (!create || directory) fail('noent');
      node = this.node(null);
      found.folder.children.set(found.name, node);
    }
    if (directory && !node.children) fail('notdir');
    if (truncate) {
      if (node.children) fail('isdir');
      this.resize(node, 0);
    }
    return node;
  }
  makeFolder(from, path) {
    const {folder, name, node} = this.place(from, path);
    if (node) fail('exist');
    folder.children.set(name, this.node(new Map()));
  }
  remove(from, path, wantsFolder) {
    const {folder, name, node} = this.place(from, path);
    if (!node) fail('noent');
    if (wantsFolder && !node.children) fail('notdir');
    if (!wantsFolder && node.children) fail('isdir');
    if (wantsFolder && node.children.size > 0) fail('notempty');
    if (name === undefined) fail('inval');
    folder.children.delete(name);
    this.nodes--;
    if (!wantsFolder) this.total -= node.size;
  }
  rename(from, path, to, newPath) {
    const old = this.place(from, path), made = this.place(to, newPath);
    if (!old.node) fail('noent');
    if (old.name === undefined || made.name === undefined) fail('inval');
    if (old.node === made.node) return;
    if (old.node.children && this.isWithin(made.folder, old.node)) fail('inval');
    if (made.node) this.remove(to, newPath, Boolean(old.node.children));
    old.folder.children.delete(old.name);
    made.folder.children.set(made.name, old.node);
  }
  isWithin(node, folder) {
    if (node === folder) return true;
    for (const child of folder.children.values())
      if (child.children && this.isWithin(node, child)) return true;
    return false;
  }
}
