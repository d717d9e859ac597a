import { basename, dirname, join } from 'node:path'
import { isSpelling } from '../filing/carry'
import type { FileJournal } from '../filing/journal'
import { freeName } from '../filing/names'
import { checkRoom } from '../filing/room'
import { type Archive, type ArchiveDeps, openArchive } from '../formats/archives/archive'
import { isLitter } from '../formats/archives/pages'
import { packZip, provePacked, type Written } from '../formats/archives/repack'
import { FORMATS, PACKED_TAR } from '../formats/formats'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { FileRow } from '../series/file-store'
import { withRefusals } from './outcome'

export interface ConvertDeps {
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'replace' | 'move'>
}

/**
 * Packs a CBR, CB7 or CBT, or a comic packed twice, anew as a CBZ beside it, and renames a ZIP that is named as one of them: every entry with its name, its day and the same bytes, stored, in the
 * order that it had. What systems leave behind (Thumbs.db, .DS_Store, __MACOSX) and empty folders are left out. The
 * original rests in the recycle folder once the new file was read again from end to end.
 * Throws Refusal or ArchiveError when the file stayed as it was.
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
    const [page_count, cover_page] = [archive.pages.length, file.cover_page]
    let written: Written[] = []
    await journal.replace(batch(), {
      file_id: file.file_id,
      to: await targetOf(file.path, files),
      facts: { format: 'cbz', page_count, cover_page },
      make: (temp) =>
        withRefusals(async () => {
          written = await packZip(kept, { to: temp, modifiedMs: file.modified_ms }, files)
        }),
      verify: (temp) =>
        withRefusals(() => provePacked(temp, { written, pages: pagesOf(archive, kept, written) }, archives)),
    })
    const litter = archive.entries.filter(({ folder, name }) => !folder && isLitter(name)).length
    return { changed: true, ...(litter > 0 ? { remark: `Left out ${litter} leftovers of systems.` } : {}) }
  } finally {
    await archive.close()
  }
}

/** A ZIP whose name says another format has all that a CBZ has but the name. */
async function rename({ archives, journal }: ConvertDeps, batch: () => string, { file_id, path }: FileRow) {
  const to = await targetOf(path, archives.files)
  await journal.move(batch(), { file_id, to })
  return { changed: true, remark: `The file already was a ZIP archive. It was renamed to ${basename(to)}.` }
}

/** The same name with the extension of a CBZ, or the first with a number that nothing has. */
async function targetOf(path: string, files: Files): Promise<string> {
  const name = `${basename(path)
    .replace(PACKED_TAR, '')
    .replace(/\.(?:cb[rzt7]|rar|7z|tar|zip)$/i, '')}.cbz`
  const target = join(dirname(path), name)
  if (isSpelling(path, target)) return path
  const taken = new Set((await files.list(dirname(path))).map((each) => each.name.toLowerCase()))
  return join(
    dirname(path),
    freeName(name, '.cbz', (each) => taken.has(each.toLowerCase())),
  )
}

/** A name that points out of the folder that an archive is unpacked into; another name could change the order of pages. */
const leadsOut = (name: string) => /^(?:\/|[a-z]:)/i.test(name) || name.split('/').includes('..')

/** The names that the pages have in the new file, in reading order. */
function pagesOf(archive: Archive, kept: Archive['entries'], written: readonly Written[]): string[] {
  const left = new Map<string, string[]>()
  for (const [at, { name }] of kept.entries()) left.set(name, [...(left.get(name) ?? []), written[at]?.name ?? ''])
  return archive.pages.map(({ name }) => left.get(name)?.shift() ?? '')
}
