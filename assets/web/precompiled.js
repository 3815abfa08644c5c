// Precompiled headers for the worker that compiles (compiler.js). Most of a compilation goes into headers, and those that a
// source begins with stay the same while what follows is edited.

const most = 6;  // precompiled headers that are kept, of about 12 MB each

// By command and text, the last used one last. null: clang could not make it, and compiling the source itself says why.
const made = new Map();

// Headers of the user may include again what is precompiled. clang leaves each such file open, and the package has room for about
// 100 of them.
const tooManyFiles = 'Out of memory';
const header = '/made/preamble.h', precompiled = '/made/preamble.pch';

// The lines that include headers at the beginning of a source, up to the first line that is neither that nor a comment, and up to
// the first header that is a file of the user. `own`: names of these files.
export function preambleOf(text, own) {
  const lines = [];
  for (const line of text.replace(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, '')).split('\n')) {
    if (/^\s*$/.test(line)) continue;
    const name = /^\s*#\s*include\s*[<"]([^<>"]+)[>"]\s*$/.exec(line)?.[1];
    if (name === undefined || own.has(name.replace(/.*\//, ''))) break;
    lines.push(line);
  }
  return lines.join('\n') + '\n';
}

// The command that makes of `preamble` what `command`, of clang -cc1, may begin with.
function commandFor(command) {
  const words = command.filter((word) => word !== '-emit-llvm' && word !== '-emit-obj');
  const embeds = words.indexOf('-fcuda-include-gpubinary');
  if (embeds >= 0) words.splice(embeds, 2);
  words[words.lastIndexOf('-o') + 1] = precompiled;
  words[words.length - 1] = header;
  words.splice(2, 0, '-emit-pch', '-fno-pch-timestamp');
  return words;
}

// What `compile` answers to `command`, with less to read. `compile`: carries a command out, with some more files (paths and
// contents), and answers {made, said}: what it has made, null if it has failed, and its messages. `text`: of the command's
// source, before which a header of ours is included.
export async function compileQuickly(command, text, own, compile) {
  const includes = command.indexOf('-include');
  if (includes < 0) return compile(command, []);
  const preamble = preambleOf(text, own), makes = commandFor(command), key = [...makes, preamble].join('\0');
  const files = [[header, new TextEncoder().encode(preamble)]];
  const ready = made.has(key) ? made.get(key) : (await compile(makes, files)).made;
  const keep = (content) => {
    made.delete(key);
    made.set(key, content);
    if (made.size > most) made.delete(made.keys().next().value);
  };
  keep(ready);
  if (ready === null) return compile(command, []);
  const words = [...command];
  words.splice(includes, 2, '-include-pch', precompiled, '-fno-pch-timestamp');
  const answer = await compile(words, [...files, [precompiled, ready]]);
  if (answer.made !== null || !answer.said.includes(tooManyFiles)) return answer;
  keep(null);
  return compile(command, []);
}
