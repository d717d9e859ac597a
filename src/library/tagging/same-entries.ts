import type { ZipEntry } from '../../base/formats/zip/directory'
import type { ZipEdit } from '../../base/formats/zip/writer'
import { openZip, type Zip } from '../../base/formats/zip/zip'
import type { OpenFile } from '../../base/platform/ports'

const PIECE = 1024 * 1024
const LOCAL_BYTES = 30

/**
 * Compares two ZIPs entry by entry: unedited entries need the same order, checksum and packed bytes; edited ones have to
 * read back as written. Returns the first difference as a sentence.
 */
export async function sameEntries(
  before: OpenFile,
  after: OpenFile,
  edits: readonly ZipEdit[],
): Promise<string | undefined> {
  const [old, now] = [await openZip(before), await openZip(after)]
  if (!old || !now) return 'The new file is not a complete ZIP.'
  const wanted = new Map(edits.map(({ name, content }) => [name, content]))
  const kept = (zip: Zip) => zip.entries.filter(({ name }) => !wanted.has(name))
  const [olds, nows] = [kept(old), kept(now)]
  if (olds.length !== nows.length) return `The new file has ${nows.length} entries in place of ${olds.length}.`
  for (const [at, entry] of olds.entries()) {
    const other = nows[at]!
    if (entry.name !== other.name || entry.crc !== other.crc || entry.size !== other.size)
      return `"${entry.name}" is not the same in the new file.`
    if (!(await samePacked({ file: before, entry }, { file: after, entry: other })))
      return `"${entry.name}" has other bytes in the new file.`
  }
  for (const [name, content] of wanted) {
    const found = now.entries.filter((entry) => entry.name === name)
    if (found.length !== (content === null ? 0 : 1)) return `${name} is not in the new file as it should be.`
    if (content !== null && !Buffer.from(await now.read(found[0]!)).equals(content))
      return `${name} does not read as it was written.`
  }
  return undefined
}

interface Placed {
  file: OpenFile
  entry: ZipEntry
}

async function samePacked(one: Placed, other: Placed): Promise<boolean> {
  const { packed } = one.entry
  if (packed !== other.entry.packed) return false
  const [from, to] = [await contentAt(one), await contentAt(other)]
  for (let at = 0; at < packed; at += PIECE) {
    const length = Math.min(PIECE, packed - at)
    const [a, b] = await Promise.all([one.file.read(from + at, length), other.file.read(to + at, length)])
    if (a.length !== length || !Buffer.from(a.buffer, a.byteOffset, a.length).equals(b)) return false
  }
  return true
}

/**
 * Offset of the packed bytes: after the local header, whose name and extra fields may be longer than in the directory.
 */
async function contentAt({ file, entry }: Placed): Promise<number> {
  const header = await file.read(entry.offset, LOCAL_BYTES)
  if (header.length < LOCAL_BYTES) return Number.MAX_SAFE_INTEGER
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  return entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
}
