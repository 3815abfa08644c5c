// Precompiled headers for the worker that compiles (compiler.js). Most of a compilation goes into headers, and those that a source
// begins with stay the same while what follows is edited.

const most = 6;          // precompiled headers that are kept, of about 12 MB each
const made = new Map();  // by command and text, the last used one last; null: clang does not make it, and says why in the source itself
const header = '/made/preamble.h', precompiled = '/made/preamble.pch';

// The lines that include headers at the beginning of a source, up to the first line that is neither that nor a comment, and up to the
// first header that is a file of the user. `own`: names of these files.
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

// The command and the files (paths and contents) by which `command` need not read the headers again. It includes a header of ours
// before its source, whose text is `text`. `compile`: carries a command out with some more files; null if it fails.
export async function withPrecompiled(command, text, own, compile) {
  const includes = command.indexOf('-include');
  if (includes < 0) return {command, files: []};
  const preamble = preambleOf(text, own), makes = commandFor(command), key = [...makes, preamble].join('\0');
  const files = [[header, new TextEncoder().encode(preamble)]];
  const ready = made.has(key) ? made.get(key) : await compile(makes, files);
  made.delete(key);
  made.set(key, ready);
  if (made.size > most) made.delete(made.keys().next().value);
  if (ready === null) return {command, files: []};
  const words = [...command];
  words.splice(includes, 2, '-include-pch', precompiled, '-fno-pch-timestamp');
  return {command: words, files: [...files, [precompiled, ready]]};
}
