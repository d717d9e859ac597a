import { dirname, extname, join } from 'node:path'
import { type ArchiveDeps, type ComicArchive, openPacked } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { sha256 } from '../../base/platform/digest'
import type { Files } from '../../base/platform/ports'
import { checkRoom } from '../../library/filing/room'
import { packPictures } from '../../library/recognition/service'
import { type FileLocation, insideOf, isMade } from './downloaded-file'

/** Folder for copies of packed files and images until they are moved into place; scans skip it. */
const UNPACKED = '.panelkeep-unpacked'

export const unpackedFolder = (root: string, itemId: string): string => join(root, UNPACKED, itemId)

/** The path is unique for each file and all archives that it is packed in. */
export function copyPath(row: Pick<FileLocation, 'source_path' | 'packed_in' | 'inner'>, folder: string): string {
  const inside = insideOf(row)
  const name = sha256([row.source_path, ...inside].join('\0')).slice(0, 24)
  return join(folder, name + (inside.length === 0 ? '.cbz' : extname(row.inner).toLowerCase()))
}

/** The file itself, or its copy below `folder`, which is made if needed. Throws ArchiveError. */
export async function fileOfPlacement(
  row: FileLocation,
  folder: string,
  archives: ArchiveDeps & { files: Files },
): Promise<string> {
  if (!isMade(row)) return row.source_path
  const path = copyPath(row, folder)
  if ((await archives.files.stat(path)) !== undefined) return path
  if (row.pictures) await packPictures(row.source_path, path, archives)
  else await unpackTo(path, row, folder, archives)
  return path
}

async function unpackTo(path: string, row: FileLocation, folder: string, archives: ArchiveDeps & { files: Files }) {
  const { source_path, packed_in, inner } = row
  const within = packed_in ?? []
  const outer = { ...row, packed_in: within.slice(0, -1), inner: within.at(-1) ?? '' }
  const archive = await openPacked(
    within.length === 0 ? source_path : await fileOfPlacement(outer, folder, archives),
    archives,
  )
  try {
    const entry = archive.entries.find(({ name }) => name === inner)
    if (!entry) throw new ArchiveError('damaged', `The archive does not hold ${inner} any more.`)
    await takeOut(entry, path, archives.files)
  } finally {
    await archive.close()
  }
}

/** Writes an entry to `path` completely or not at all, unless the file exists already. */
export async function takeOut(entry: ComicArchive['entries'][number], path: string, files: Files): Promise<void> {
  if ((await files.stat(path)) !== undefined) return
  await files.makeFolder(dirname(path))
  await checkRoom(files, dirname(path), entry.size)
  await files.write(path, await entry.read())
}

/**
 * Removes unpacked files. When none were unpacked the disk is not touched, since a read-only disk refuses even that.
 */
export async function removeUnpacked(folder: string, files: Files): Promise<void> {
  const above = dirname(folder)
  if ((await files.stat(above)) === undefined) return
  await files.removeFolder(folder)
  await files.removeEmptyFolder(above)
}
