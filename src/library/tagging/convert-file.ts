import { basename, dirname, join } from 'node:path'
import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { allPages } from '../../base/formats/archives/page-order'
import { isLitter } from '../../base/formats/archives/pages'
import { type PackedPage, packZip, verifyPacked } from '../../base/formats/archives/repack'
import { FORMATS, PACKED_TAR } from '../../base/formats/formats'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { FileJournal } from '../filing/journal'
import { isSpelling } from '../filing/move-file'
import { freeName } from '../filing/naming'
import { checkRoom } from '../filing/room'
import type { FileRow } from '../series/file-store'
import { withRefusals } from './outcome'

export interface ConvertDeps {
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'replaceFile' | 'moveFile'>
}

/**
 * Converts a CBR, CB7, CBT or a comic inside another archive to a CBZ beside it, and renames a ZIP with one of these
 * extensions. Every entry keeps its name, date, bytes and order, and is stored uncompressed. System files (Thumbs.db,
 * .DS_Store, __MACOSX) and empty folders are left out. The original moves to the recycle folder after the new file was
 * read back completely. Throws Refusal or ArchiveError when the file was left unchanged.
 */
export async function convertFile(
  deps: ConvertDeps,
  batch: () => string,
  file: FileRow,
): Promise<{ changed: boolean; remark?: string }> {
  const { archives, journal } = deps
  const { files } = archives
  const archive = await openArchive(file.path, archives)
  try {
    if (archive.format === 'cbz' && !archive.nested)
      return archive.mislabelled ? await rename(deps, batch, file) : { changed: false }
    if (archive.format === 'pdf' || archive.format === 'epub')
      throw new Refusal('invalid', `The file is ${FORMATS[archive.format].name}, which is not converted.`)
    const kept = archive.entries.filter(({ folder, name }) => !folder && !isLitter(name))
    const outside = kept.find(({ name }) => leadsOut(name))
    if (outside)
      throw new Refusal('invalid', `"${outside.name}" inside leads out of the archive, so it is not converted.`)
    const room = kept.reduce((sum, { size }) => sum + size, 0)
    await checkRoom(files, dirname(file.path), room)
    const { cover_page } = allPages(file)
    const hidden = file.hidden_pages?.pages
    let written: PackedPage[] = []
    await journal.replaceFile(batch(), {
      file_id: file.file_id,
      was: file,
      to: await targetOf(file.path, files),
      facts: { format: 'cbz', page_count: archive.pages.length, cover_page, ...(hidden && { hide_pages: hidden }) },
      make: (temp) =>
        withRefusals(async () => {
          written = await packZip(kept, { to: temp, modifiedMs: file.modified_ms }, files)
        }),
      verify: (temp) =>
        withRefusals(() => verifyPacked(temp, { written, pages: pagesOf(archive, kept, written) }, archives)),
    })
    const litter = archive.entries.filter(({ folder, name }) => !folder && isLitter(name)).length
    return { changed: true, ...(litter > 0 ? { remark: `Left out ${litter} leftovers of systems.` } : {}) }
  } finally {
    await archive.close()
  }
}

/** A ZIP with another format's extension is a CBZ except for its name. */
async function rename({ archives, journal }: ConvertDeps, batch: () => string, { file_id, path }: FileRow) {
  const to = await targetOf(path, archives.files)
  await journal.moveFile(batch(), { file_id, to })
  return { changed: true, remark: `The file already was a ZIP archive. It was renamed to ${basename(to)}.` }
}

/** The same name with the extension of a CBZ, or the first free one with a number. */
async function targetOf(path: string, files: Files): Promise<string> {
  const name = `${basename(path)
    .replace(PACKED_TAR, '')
    .replace(/\.(?:cb[rzt7]|rar|7z|tar|zip)$/i, '')}.cbz`
  const target = join(dirname(path), name)
  if (isSpelling(path, target)) return path
  const names = new Set((await files.list(dirname(path))).map((each) => each.name.toLowerCase()))
  return join(
    dirname(path),
    freeName(name, '.cbz', (each) => names.has(each.toLowerCase())),
  )
}

/**
 * A name that points outside the archive's folder; such an archive is refused, since a new name could change the page
 * order.
 */
const leadsOut = (name: string) => /^(?:\/|[a-z]:)/i.test(name) || name.split('/').includes('..')

/** The names of the pages in the new file, in reading order. */
function pagesOf(archive: ComicArchive, kept: ComicArchive['entries'], written: readonly PackedPage[]): string[] {
  const left = new Map<string, string[]>()
  for (const [at, { name }] of kept.entries()) left.set(name, [...(left.get(name) ?? []), written[at]?.name ?? ''])
  return archive.pages.map(({ name }) => left.get(name)?.shift() ?? '')
}
