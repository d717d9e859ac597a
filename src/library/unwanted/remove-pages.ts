import { dirname } from 'node:path'
import type { ArchiveDeps, ComicArchive } from '../../base/formats/archives/archive'
import { allPages, shownPages, withoutPages } from '../../base/formats/archives/page-order'
import type { PageSum } from '../../base/formats/archives/page-prints'
import { placesOfPlainOrder, sidecarEntry } from '../../base/formats/archives/pages'
import { withoutListedPages } from '../../base/formats/documents/comicinfo-pages'
import type { ZipEdit } from '../../base/formats/zip/writer'
import type { Clock, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { FileJournal } from '../filing/journal'
import { checkRoom } from '../filing/room'
import type { FileRow } from '../series/file-store'
import { refuseOthers, verifyDocuments, writeDocuments } from '../tagging/documents'
import { withRefusals } from '../tagging/outcome'
import { withFoundPages } from './file-pages'

export interface RemoveDeps {
  db: Database
  clock: Clock
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'replaceFile'>
}

/**
 * Removes pages from a CBZ. All other entries keep their bytes, order and times; ComicInfo and MetronInfo get their page
 * list and page count mended. The original moves to the recycle folder. Throws Refusal or ArchiveError when the file
 * was left unchanged.
 */
export function removePages(
  { db, clock, archives, journal }: RemoveDeps,
  batch: () => string,
  file: FileRow,
  sums: readonly PageSum[],
): Promise<{ changed: boolean }> {
  const { files } = archives
  return withFoundPages({ db: db.read, archives }, file.path, sums, async ({ archive, places }) => {
    if (places.length === 0) return { changed: false }
    refuseOthers(archive)
    if (places.length >= archive.pages.length)
      throw new Refusal('invalid', 'These are all pages of the file. At least one must stay.')
    const edits = [...leftOut(archive, places), ...(await mended(archive, places))]
    await checkRoom(files, dirname(file.path), file.size)
    const at = clock.now()
    await journal.replaceFile(batch(), {
      file_id: file.file_id,
      was: file,
      facts: factsWithout(file, archive.pages.length, places),
      make: (temp) => withRefusals(() => writeDocuments(files, { path: file.path, temp }, edits, at)),
      verify: (temp) => withRefusals(() => verifyDocuments(files, { path: file.path, temp }, edits)),
    })
    return { changed: true }
  })
}

/** Entries are removed by name. */
function leftOut({ pages, entries }: ComicArchive, places: readonly number[]): ZipEdit[] {
  return places.map((place) => {
    const { name } = pages[place]!
    if (entries.filter((entry) => entry.name === name).length > 1)
      throw new Refusal('invalid', `The archive has several entries named "${name}".`)
    return { name, content: null }
  })
}

/** The documents that list pages, where they change. */
async function mended({ pages, entries }: ComicArchive, places: readonly number[]): Promise<ZipEdit[]> {
  const names = pages.map(({ name }) => name)
  const plain = placesOfPlainOrder(names) ?? [...names.keys()]
  const listed = places.map((place) => plain.indexOf(place))
  const edits: ZipEdit[] = []
  for (const name of ['ComicInfo.xml', 'MetronInfo.xml']) {
    const entry = sidecarEntry(entries, name)
    const content = entry && withoutListedPages(await entry.read(), listed)
    if (content) edits.push({ name: entry.name, content })
  }
  return edits
}

/** The content of the new file. Pages that are hidden and stay in it are still hidden. */
function factsWithout(file: FileRow, count: number, removed: number[]) {
  const whole = allPages(file)
  const { page_count, cover_page } = withoutPages({ page_count: count, cover_page: whole.cover_page }, removed)
  const hidden = new Set(file.hidden_pages?.pages)
  const hide_pages = [...shownPages(count, removed).entries()].flatMap(([at, page]) => (hidden.has(page) ? [at] : []))
  return { format: 'cbz' as const, page_count, cover_page, hide_pages, removed_pages: removed }
}
