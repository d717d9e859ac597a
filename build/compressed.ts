import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ENCODINGS } from '../src/base/http/encodings'

const TEXT = '**/*.{js,css,svg}'
/** Smaller files fit into one packet without compression. */
const SMALLEST = 1024

/** Writes compressed copies beside each text file of the pages, which src/base/http/static.ts sends to clients that accept them. */
export async function compressPages(folder: string): Promise<void> {
  for await (const name of new Bun.Glob(TEXT).scan(folder)) {
    const path = join(folder, name)
    const content = await Bun.file(path).bytes()
    if (content.length < SMALLEST) continue
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(path + ENCODINGS.br, brotliCompressSync(content, { params: quality }))
    await writeFile(path + ENCODINGS.gzip, gzipSync(content, { level: 9 }))
  }
}
