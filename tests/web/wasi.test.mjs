// The system calls of programs in the page (assets/web/wasi.js), without a browser. Numbers are those of WASI's documents.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Ended, Wasi} from '../../assets/web/wasi.js';

const memory = new WebAssembly.Memory({initial: 4});
const view = () => new DataView(memory.buffer);
const put = (at, text) => new Uint8Array(memory.buffer).set(new TextEncoder().encode(text), at);
const get = (at, bytes) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, bytes));
const success = 0, badDescriptor = 8, fault = 21, notFound = 44, noSystem = 52, notEmpty = 55, outside = 76;

function started() {
  const printed = [];
  const wasi = new Wasi({
    memory,
    arguments: ['program', 'ä'],
    environment: {HOME: '/'},
    files: {'data/in.txt': new TextEncoder().encode('one two')},
    print: (stream, bytes) => printed.push([stream, new TextDecoder().decode(bytes)])
  });
  const call = (name, ...values) => wasi.function(name)(...values);
  // Path at 1000; the descriptor comes at 2000.
  const open = (path, flags = 0, descriptorFlags = 0) => {
    put(1000, path);
    const error = call('path_open', 3, 0, 1000, path.length, flags, -1n, -1n, descriptorFlags, 2000);
    return error === success ? view().getUint32(2000, true) : -error;
  };
  // One piece of `bytes` at 3000, described at 2100; the number of bytes comes at 2200.
  const transfer = (name, descriptor, bytes) => {
    view().setUint32(2100, 3000, true);
    view().setUint32(2104, bytes, true);
    const error = call(name, descriptor, 2100, 1, 2200);
    return error === success ? view().getUint32(2200, true) : -error;
  };
  return {call, open, transfer, printed};
}

test('the arguments are in memory, each with a zero at its end', () => {
  const {call} = started();
  assert.equal(call('args_sizes_get', 0, 4), success);
  assert.deepEqual([view().getUint32(0, true), view().getUint32(4, true)], [2, 11]);
  assert.equal(call('args_get', 100, 200), success);
  assert.equal(get(200, 11), 'program\0ä\0');
  assert.equal(view().getUint32(104, true), 208);
});

test('a file is read, written at its end, renamed and removed', () => {
  const {call, open, transfer} = started();
  assert.equal(open('data/none.txt'), -notFound);
  const append = 1, file = open('data/in.txt', 0, append);
  assert.equal(transfer('fd_read', file, 3), 3);
  assert.equal(get(3000, 3), 'one');
  put(3000, ' three');
  assert.equal(transfer('fd_write', file, 6), 6);
  assert.equal(call('fd_seek', file, -9n, 2, 2300), success);
  assert.equal(transfer('fd_read', file, 100), 9);
  assert.equal(get(3000, 9), 'two three');
  assert.equal(call('fd_close', file), success);
  assert.equal(transfer('fd_read', file, 1), -badDescriptor);

  put(1000, 'data/in.txt');
  put(1100, 'new.txt');
  assert.equal(call('path_rename', 3, 1000, 11, 3, 1100, 7), success);
  assert.ok(open('new.txt') > 3);
  put(1000, 'data');
  assert.equal(call('path_remove_directory', 3, 1000, 4), success);
  put(1000, 'new.txt');
  assert.equal(call('path_unlink_file', 3, 1000, 7), success);
  assert.equal(open('new.txt'), -notFound);
});

test('a folder that has files stays', () => {
  const {call} = started();
  put(1000, 'data');
  assert.equal(call('path_remove_directory', 3, 1000, 4), notEmpty);
});

test('what is printed comes out by its stream, and standard input has ended', () => {
  const {transfer, printed} = started();
  put(3000, 'so');
  assert.equal(transfer('fd_write', 1, 2), 2);
  assert.equal(transfer('fd_write', 2, 2), 2);
  assert.deepEqual(printed, [[1, 'so'], [2, 'so']]);
  assert.equal(transfer('fd_read', 0, 10), 0);
});

test('the end of the program is thrown, with its status', () => {
  const {call} = started();
  assert.throws(() => call('proc_exit', 7), (problem) => problem instanceof Ended && problem.status === 7);
});

test('nonsense gets an error number', () => {
  const {call, open, transfer} = started();
  assert.equal(open('../../etc/passwd'), -outside);
  assert.equal(call('args_get', -4, 0), fault);
  assert.equal(call('random_get', 0, -1), fault);
  assert.equal(call('sock_accept', 3, 0, 0), noSystem);
  assert.equal(transfer('fd_read', 99, 1), -badDescriptor);
});

test('whatever the arguments, a call returns a number', () => {
  let state = 1;
  const random = (count) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % count;
  const values = [0, 1, 2, 3, 4, 8, 1000, -1, 0x7fffffff, 70000, 0n, 5n, -1n, 0xffffffffffffffffn];
  const names = [
    'args_get',
    'environ_get',
    'clock_time_get',
    'random_get',
    'fd_prestat_get',
    'fd_fdstat_get',
    'fd_filestat_get',
    'fd_filestat_set_size',
    'fd_allocate',
    'fd_close',
    'fd_renumber',
    'fd_read',
    'fd_pread',
    'fd_write',
    'fd_pwrite',
    'fd_seek',
    'fd_readdir',
    'path_open',
    'path_filestat_get',
    'path_create_directory',
    'path_remove_directory',
    'path_unlink_file',
    'path_rename',
    'path_readlink',
    'none'
  ];
  for (let round = 0; round < 300; ++round) {
    const {call} = started();
    const bytes = new Uint8Array(memory.buffer, 0, 4096);
    for (let k = 0; k < bytes.length; ++k) bytes[k] = random(256);
    for (let k = 0; k < 100; ++k) {
      const answer = call(names[random(names.length)], ...Array.from({length: 9}, () => values[random(values.length)]));
      assert.ok(Number.isInteger(answer) && answer >= 0 && answer < 77);
    }
  }
});
