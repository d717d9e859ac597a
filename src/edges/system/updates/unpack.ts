import { openTar } from '../../../base/formats/tar/tar'
import type { Files, OpenFile } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'

const PIECE = 1024 * 1024
/** Several times the size of an executable. */
const MOST_BYTES = 1_000_000_000

/**
 * The executable in a downloaded file: the file itself, or `panelkeep` in a .tar.gz, which is unpacked at `unpacked`.
 */
export async function unpackExecutable(
  files: Files,
  { from, isPacked, unpacked, to }: { from: string; isPacked: boolean; unpacked: string; to: string },
): Promise<void> {
  if (isPacked) await gunzip(files, from, unpacked)
  const file = await files.open(isPacked ? unpacked : from)
  try {
    const { offset, size } = isPacked ? await memberOf(file) : { offset: 0, size: file.size }
    await files.create(to, async (write) => {
      for (let at = 0; at < size; at += PIECE) await write(await file.read(offset + at, Math.min(PIECE, size - at)))
    })
  } finally {
    await file.close()
  }
  await files.remove(unpacked)
  await files.permit(to, 0o755)
}

async function memberOf(file: OpenFile) {
  const { entries } = await openTar(file)
  const found = entries.find(({ name, folder }) => !folder && name.split('/').at(-1) === 'panelkeep')
  if (!found) throw new Refusal('upstream', 'The archive of the update has no executable in it.')
  return found
}

async function gunzip(files: Files, from: string, to: string): Promise<void> {
  const stream = files.blob(from).stream().pipeThrough(new DecompressionStream('gzip'))
  let bytes = 0
  await files.create(to, async (write) => {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw new Refusal('upstream', 'The archive of the update unpacks to more than 1 GB.')
      await write(chunk)
    }
  })
}
