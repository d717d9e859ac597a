import { PDFiumModule } from '@hyzyla/pdfium'
import wasmPath from '@hyzyla/pdfium/pdfium.wasm' with { type: 'file' }
import type { HelperLibrary, ReadFile } from '../helper/library'
import { Pdf } from './pdf'
import { Pdfium, type PdfiumExports } from './pdfium-module'

export async function loadPdfium(read: ReadFile): Promise<Pdfium> {
  const compiled = await WebAssembly.compile((await read(wasmPath)) as Uint8Array<ArrayBuffer>)
  let exports: PdfiumExports | undefined
  await PDFiumModule({
    // The package's wrapper exposes only some functions, so the bare module is loaded.
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports)
      exports = instance.exports as unknown as PdfiumExports
      done(instance)
      return instance.exports
    },
    print: ignore,
    printErr: ignore,
  })
  if (!exports) throw new Error('PDFium did not start')
  return new Pdfium(exports)
}

export async function pdfLibrary(read: ReadFile): Promise<HelperLibrary> {
  const pdfium = await loadPdfium(read)
  return { kept: 3, open: () => new Pdf(pdfium), memory: () => pdfium.c.memory.buffer.byteLength }
}

/** Messages that the library prints would corrupt the frames. */
function ignore(): void {
  // Error codes carry the same information.
}
