declare module '*.wasm' {
  /** With `{ type: 'file' }`: where the file is, also inside the executable. */
  const path: string
  export default path
}

declare module 'node-unrar-js/esm/js/unrar.js' {
  import type { Unrar } from './unrar-module'

  /** Emscripten's factory. Without `print` the library writes to standard output, which carries frames. */
  const load: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Unrar>
  export default load
}
