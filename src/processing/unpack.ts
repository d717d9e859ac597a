import { dirname, extname, join } from 'node:path'
import { checkRoom } from '../filing/room'
import { type ArchiveDeps, openPacked } from '../formats/archive'
import { ArchiveError } from '../formats/archive-fault'
import type { Files } from '../platform/ports'
import type { Placement } from './store'

/** Where comics that were packed in another archive lie until they have their places; scans pass over it. */
const UNPACKED = '.panelkeep-unpacked'

export const unpackedFolder = (root: string, itemId: string): string => join(root, UNPACKED, itemId)

/** The file itself, or the copy of what is packed that lies below `folder`, made when it is not there. Throws ArchiveError. */
export async function fileOfPlacement(
  row: Placement,
  folder: string,
  archives: ArchiveDeps & { files: Files },
): Promise<string> {
  const { source_path, inner, position, size } = row
  if (inner === '') return source_path
  const { files } = archives
  const path = join(folder, `${position}${extname(inner).toLowerCase()}`)
  if ((await files.stat(path))?.size === size) return path
  await files.makeFolder(folder)
  await checkRoom(files, folder, size)
  const archive = await openPacked(source_path, archives)
  try {
    const entry = archive.entries.find(({ name }) => name === inner)
    if (!entry) throw new ArchiveError('damaged', `The archive does not hold ${inner} any more.`)
    await files.write(path, await entry.read())
  } finally {
    await archive.close()
  }
  return path
}

/** Where nothing was unpacked nothing is touched: a disk that cannot be written refuses even that. */
export async function removeUnpacked(folder: string, files: Files): Promise<void> {
  const above = dirname(folder)
  if ((await files.stat(above)) === undefined) return
  await files.removeFolder(folder)
  await files.removeEmptyFolder(above)
}
