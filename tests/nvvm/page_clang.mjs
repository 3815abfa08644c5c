// NVVM IR by clang as WebAssembly, which has no back end for GPUs, in the place of that by the computer's clang:
//
//   npm install --prefix /tmp/clang @yowasp/clang@22.0.0-git20542-10
//   NODE_PATH=/tmp/clang/node_modules node tests/nvvm/page_clang.mjs 3 build/release/tests/zoo/nvvm_O3 tests/zoo/*.cu
//   build/release/zoo_test --gtest_filter='*_nvvm_O3'
//
// The first argument is the level of optimisation. Afterwards the folder has to be removed, for the next build to fill it again.

import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

const require = createRequire(import.meta.url);
const {runLLVM} = await import(pathToFileURL(require.resolve('@yowasp/clang')));

const headers = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../app/ptx/compile/clang');
const ofArchitecture80 = new Set(['ampere', 'barrier', 'cooperative', 'half']);  // as in tests/zoo/CMakeLists.txt

function tree(folder) {
  return Object.fromEntries(fs.readdirSync(folder, {withFileTypes: true}).map((entry) => {
    const file = path.join(folder, entry.name);
    return [entry.name, entry.isDirectory() ? tree(file) : fs.readFileSync(file)];
  }));
}

// As app/ptx/compile/compile_web.cpp.
function argumentsFor(level, architecture) {
  const folder = (name) => ['-internal-isystem', name];
  return ['clang', '-cc1', '-triple', 'nvptx64-nvidia-cuda', '-aux-triple', 'x86_64-unknown-linux-gnu', '-fcuda-is-device',
    '-target-cpu', architecture, '-target-feature', architecture === 'sm_80' ? '+ptx71' : '+ptx63', '-emit-llvm', '-x', 'cuda',
    '-std=c++17', '-fgnuc-version=4.2.1', '-fcxx-exceptions', '-fexceptions', '-ffp-contract=fast', '-dwarf-version=2', '-D_GNU_SOURCE',
    '-D__wasilibc_unmodified_upstream', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_MMAN', '-D_WASI_EMULATED_PROCESS_CLOCKS',
    '-O' + level, '-debug-info-kind=line-directives-only', '-mllvm', '-inline-threshold=100000', '-iquote', 'headers', '-include',
    'headers/prelude.cuh', ...folder('headers/linux'), ...folder('/usr/include/cuda_wrappers'), ...folder('headers/include'),
    ...folder('/usr/include/c++/v1'), ...folder('/usr/include'), '-internal-externc-isystem', '/usr/include/wasm32-wasip1',
    'kernel.cu', '-o', 'kernel.ll'];
}

const [level, out, ...sources] = process.argv.slice(2);
let failed = 0;
for (const source of sources) {
  const name = path.basename(source, '.cu');
  const files = {headers: tree(headers), 'kernel.cu': fs.readFileSync(source)};
  let said = '';
  try {
    const made = await runLLVM(argumentsFor(level, ofArchitecture80.has(name) ? 'sm_80' : 'sm_75'), files,
      {stderr: (bytes) => { if (bytes) said += Buffer.from(bytes).toString(); }, fetchProgress: () => {}});
    fs.writeFileSync(path.join(out, name + '.ll'), made['kernel.ll']);
  } catch (problem) {
    failed += 1;
    console.log(source + ': ' + (said.split('\n').find((line) => line.includes('error:')) || problem));
  }
}
process.exit(failed > 0 ? 1 : 0);
