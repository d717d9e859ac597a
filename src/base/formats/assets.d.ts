declare module '*.wasm' {
  /** With `{ type: 'file' }`: where the file is, also inside the executable. */
  const path: string
  export default path
}

declare module '*.md' {
  /** With `{ type: 'text' }`: the content. */
  const text: string
  export default text
}

declare module 'node-unrar-js/esm/js/unrar.js' {
  import type { Unrar } from './rar/unrar-module'

  /** Emscripten's factory. Without `print` the library writes to standard output, which carries frames. */
  const load: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Unrar>
  export default load
}

declare module 'libarchive-wasm/dist/libarchive.js' {
  import type { Libarchive } from './helper/libarchive-module'

  /** As above; the package's own entry wraps this module and hides parts that Panelkeep needs. */
  const load: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Libarchive>
  export default load
}

declare module '@hyzyla/pdfium' {
  interface Options {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports
    print(): void
    printErr(): void
  }

  /** As above. */
  export const PDFiumModule: (options: Options) => Promise<unknown>
}

declare module '@jsquash/avif/codec/dec/avif_dec.js' {
  interface Decoder {
    /** Red, green, blue and opacity; null when the picture cannot be decoded. */
    decode(bytes: Uint8Array, bitDepth?: number): ImageData | null
    readonly HEAPU8: Uint8Array
  }

  /** As above; the package's own entry fetches the module over the network. */
  const load: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Decoder>
  export default load
}

declare module '@jsquash/jxl/codec/dec/jxl_dec.js' {
  export { default } from '@jsquash/avif/codec/dec/avif_dec.js'
}
