import load from 'node-unrar-js/esm/js/unrar.js'
import wasmPath from 'node-unrar-js/esm/js/unrar.wasm' with { type: 'file' }
import type { HelperLibrary, ReadFile } from '../helper/library'
import { RarFile } from './rar'

export async function rarLibrary(read: ReadFile): Promise<HelperLibrary> {
  const unrar = await load({ wasmBinary: await read(wasmPath), print: ignore, printErr: ignore })
  return { kept: 3, open: () => new RarFile(unrar), memory: () => unrar.HEAPU8.length }
}

/** Messages that the library prints would corrupt the frames. */
function ignore(): void {
  // Error codes carry the same information.
}
