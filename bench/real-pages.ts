import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { makeCbz } from '../src/testing/archives/archives'
import { keptFolder } from './library'

export const BOOKS = 30
export const PAGES = 12
const WIDTH = 1988
const HEIGHT = 3056

/** Thirty CBZ of twelve pages like real scans: 1,988 x 3,056 pixels and about a megabyte of JPEG each. */
export function realBooks(): Promise<string> {
  return keptFolder('books', async (folder) => {
    console.error(`writing ${BOOKS} books, once …`)
    const pages = await Promise.all([1, 2, 3].map(grainyPage))
    for (let book = 1; book <= BOOKS; book++) {
      const entries = Array.from({ length: PAGES }, (_, n) => ({
        name: `p${String(n + 1).padStart(3, '0')}.jpg`,
        data: pages[n % pages.length]!,
      }))
      writeFileSync(
        join(folder, `Grain ${String(book).padStart(3, '0')} (2020).cbz`),
        makeCbz(entries, { store: true }),
      )
    }
  })
}

/** Shapes with grain: flat colours would compress and decode far better than any scan. */
export async function grainyPage(seed: number): Promise<Uint8Array> {
  const row = 1 + WIDTH * 3
  const raw = Buffer.alloc(row * HEIGHT)
  let state = seed * 2654435761
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const shade = 128 + 90 * Math.sin((x * seed) / 170) * Math.cos(y / 210) + (state >>> 27)
      const at = y * row + 1 + x * 3
      raw[at] = shade
      raw[at + 1] = shade * 0.9
      raw[at + 2] = 255 - shade
    }
  }
  return new Bun.Image(png(raw)).jpeg({ quality: 88 }).bytes()
}

function png(raw: Buffer): Uint8Array {
  const chunk = (kind: string, body: Uint8Array) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    const head = Buffer.concat([Buffer.from(kind, 'latin1'), body])
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(head))
    return Buffer.concat([length, head, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(raw, { level: 1 }))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    data,
    chunk('IEND', new Uint8Array()),
  ])
}
