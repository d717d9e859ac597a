import { HEAD_BYTES, sniffFormat } from '../../formats/archives/sniff'
import type { Files } from '../../platform/ports'
import type { DirectLink } from './link'
import { onDisk } from './on-disk'

/** What is wrong with a finished file; undefined when it matches what was announced. */
type VerificationFailure = { why: string; kind: 'content' | 'short' | 'checksum' }

export async function verifyFile(
  files: Files,
  { link, part, size }: { link: DirectLink; part: string; size: number | null },
  got: number,
): Promise<VerificationFailure | undefined> {
  if (await isPage(files, part)) return { kind: 'content', why: 'A web page was sent instead of the file.' }
  if (got === 0) return { kind: 'content', why: 'The file is empty.' }
  if (size !== null && got < size) return { kind: 'short', why: `The connection ended after ${got} of ${size} bytes.` }
  if (size !== null && got > size)
    return { kind: 'content', why: `The file has ${got} bytes, and ${size} were promised.` }
  if (await hashFits(files, part, link)) return undefined
  return { kind: 'checksum', why: 'The file is not the expected one: its checksum differs.' }
}

async function isPage(files: Files, part: string): Promise<boolean> {
  const file = await onDisk(part, files.open(part))
  try {
    return sniffFormat(await onDisk(part, file.read(0, HEAD_BYTES))) === 'html'
  } finally {
    await file.close()
  }
}

async function hashFits(files: Files, part: string, link: DirectLink): Promise<boolean> {
  const by = link.sha1 ? 'sha1' : link.md5 ? 'md5' : undefined
  return by === undefined || (await onDisk(part, files.hash(part, by))) === link[by]?.toLowerCase()
}
