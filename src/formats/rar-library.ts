import load from 'node-unrar-js/esm/js/unrar.js'
import wasmPath from 'node-unrar-js/esm/js/unrar.wasm' with { type: 'file' }
import type { Library, ReadFile } from './library'
import { RarFile } from './rar'

/** Compiled once for the process: the library is loaded anew after every broken archive. */
let compiled: Promise<WebAssembly.Module> | undefined

export async function rarLibrary(read: ReadFile): Promise<Library> {
  compiled ??= read(wasmPath).then((bytes) => WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>))
  const module = await compiled
  const unrar = await load({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      void WebAssembly.instantiate(module, imports).then(done)
      return {}
    },
    print: ignore,
    printErr: ignore,
  })
  return { kept: 3, staysBroken: true, open: () => new RarFile(unrar), memory: () => unrar.HEAPU8.length }
}

/** What the library prints for people would spoil the frames. */
function ignore(): void {
  // Error codes say the same.
}
