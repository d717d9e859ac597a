import { ZipLayout } from '../../../base/formats/zip/layout'
import { fromMs } from '../../../base/platform/clock'
import { crc32, sha256 } from '../../../base/platform/digest'
import type { Files } from '../../../base/platform/ports'
import type { SeriesFile } from '../../../library/reading/whole-series'

const CHUNK = 256 * 1024

interface Item {
  name: string
  path: string
  size: number
  modifiedMs: number
}

/** Packs files that no longer change into one ZIP, which is built while it is sent. */
export async function zipFiles(files: Files, name: string, at: { name: string; path: string }[]): Promise<SeriesFile> {
  const items: Item[] = []
  for (const each of at) {
    const facts = await files.stat(each.path)
    if (facts) items.push({ ...each, size: facts.size, modifiedMs: facts.modifiedMs })
  }
  const layout = new ZipLayout(items.map((item) => ({ ...item, modified: fromMs(item.modifiedMs) })))
  const crcs = new Map<number, number>()
  const crcOf = async (item: number) => {
    if (!crcs.has(item)) crcs.set(item, await checksum(files, items[item]!))
    return crcs.get(item)!
  }
  const allCrcs = async () => {
    for (const item of items.keys()) await crcOf(item)
    return [...items.keys()].map((item) => crcs.get(item)!)
  }
  return {
    name,
    size: layout.size,
    etag: `"${sha256(items.map(({ path, size, modifiedMs }) => `${path} ${size} ${modifiedMs}`).join('\n')).slice(0, 32)}"`,
    modified: fromMs(Math.max(0, ...items.map(({ modifiedMs }) => modifiedMs))),
    async *bytes(from, to) {
      for (const { is, item, at: start, length } of layout.parts) {
        const [first, end] = [Math.max(0, from - start), Math.min(length, to - start)]
        if (first >= end) continue
        if (is === 'header') yield layout.header(item, await crcOf(item)).subarray(first, end)
        else if (is === 'content') yield* chunks(files, items[item]!, first, end)
        else yield layout.directory(await allCrcs()).subarray(first, end)
      }
    },
  }
}

async function checksum(files: Files, item: Item): Promise<number> {
  let crc = 0
  for await (const chunk of chunks(files, item, 0, item.size)) crc = crc32(chunk, crc)
  return crc
}

async function* chunks(files: Files, { path }: Item, from: number, to: number) {
  const open = await files.open(path)
  try {
    for (let at = from; at < to; ) {
      const chunk = (await open.read(at, Math.min(CHUNK, to - at))) as Uint8Array<ArrayBuffer>
      if (chunk.length === 0) throw new Error(`${path} became shorter while it was sent`)
      at += chunk.length
      yield chunk
    }
  } finally {
    await open.close()
  }
}
