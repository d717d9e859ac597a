import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressPages } from './compressed'

test('text files of the pages get a compressed copy, but pictures, fonts and tiny files do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  try {
    const script = 'draw("library")\n'.repeat(500)
    mkdirSync(join(folder, 'assets'))
    for (const name of ['main.js', 'face.woff2', 'cover.png']) writeFileSync(join(folder, 'assets', name), script)
    writeFileSync(join(folder, 'assets/tiny.css'), 'a{}')
    await compressPages(folder)
    const made = readdirSync(join(folder, 'assets')).sort()
    expect(made).toEqual(['cover.png', 'face.woff2', 'main.js', 'main.js.br', 'main.js.gz', 'tiny.css'])
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/main.js.br'))).toString()).toBe(script)
    expect(gunzipSync(readFileSync(join(folder, 'assets/main.js.gz'))).toString()).toBe(script)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
