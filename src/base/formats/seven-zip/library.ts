import load from 'libarchive-wasm/dist/libarchive.js'
import wasmPath from 'libarchive-wasm/dist/libarchive.wasm' with { type: 'file' }
import type { Libarchive } from '../helper/libarchive-module'
import type { HelperLibrary, ReadFile } from '../helper/library'
import { SevenZip } from './seven-zip'

export async function loadLibarchive(read: ReadFile): Promise<Libarchive> {
  return load({ wasmBinary: await read(wasmPath), print: ignore, printErr: ignore })
}

export async function sevenZipLibrary(read: ReadFile): Promise<HelperLibrary> {
  const libarchive = await loadLibarchive(read)
  return { kept: 2, open: () => new SevenZip(libarchive), memory: () => libarchive.HEAPU8.length }
}

/** Messages that the library prints would corrupt the frames. */
function ignore(): void {
  // The library's messages are read where they are needed.
}
