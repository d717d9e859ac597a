import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { HiddenPages } from '../../base/formats/archives/page-order'
import { type PagePrint, type PageSum, packPrints, unpackPrints } from '../../base/formats/archives/page-prints'
import type { ArchiveFormat } from '../../base/formats/formats'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { type FileRow, fileWithId } from '../series/file-store'
import { files, issueFiles, issues, series } from '../series/tables'
import { LEAST_FILES } from './states'
import { pageFiles, pagePrints, repeatedPages } from './tables'

const is = sql.placeholder

/** Which files have which pages. */

const unreadOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({ file_id: files.file_id })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(pageFiles, eq(pageFiles.file_id, files.file_id))
    .where(
      and(
        eq(issues.comic_id, is('comic_id')),
        isNull(files.gone_at),
        sql`(${pageFiles.size} is not ${files.size} or ${pageFiles.modified_ms} is not ${files.modified_ms})`,
      ),
    )
    .prepare(),
)

/** Files of a series that are new or changed. */
export function unreadFilesOf(db: ReadHandle, comicId: string): string[] {
  return unreadOfSeries(db)
    .all({ comic_id: comicId })
    .map(({ file_id }) => file_id)
}

const knownFile = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(pageFiles)
    .where(eq(pageFiles.file_id, is('file_id')))
    .prepare(),
)

/** The pages of the file when it was last read, and those of them that were hidden; undefined for a new file. */
export function earlierPrints(
  db: ReadHandle,
  fileId: string,
): { prints: PagePrint[]; hidden: PagePrint[] } | undefined {
  const row = knownFile(db).get({ file_id: fileId })
  return row && { prints: unpackPrints(row.prints), hidden: row.hidden ? unpackPrints(row.hidden) : [] }
}

/** Stores the pages of a file in place of those of its earlier version, and the counts that follow. */
export function savePrints(tx: Tx, file: FileRow, prints: readonly PagePrint[]): void {
  const before = knownFile(tx).get({ file_id: file.file_id })
  if (before) dropPrints(tx, before)
  const { size, modified_ms } = file
  const facts = { size, modified_ms, prints: packPrints(prints) }
  const [row] = tx
    .insert(pageFiles)
    .values({ file_id: file.file_id, ...facts })
    .onConflictDoUpdate({ target: pageFiles.file_id, set: facts })
    .returning({ file_no: pageFiles.file_no })
    .all()
  for (const print of prints) {
    addPrint(tx).run({ ...print, file_no: row!.file_no })
    countUp(tx, print)
  }
}

const addPrint = preparedQuery((tx: Tx) =>
  tx
    .insert(pagePrints)
    .values({ crc: is('crc'), size: is('size'), file_no: is('file_no'), page: is('page') })
    .onConflictDoNothing()
    .prepare(),
)

const raiseCount = preparedQuery((tx: Tx) =>
  tx
    .update(repeatedPages)
    .set({ files: sql`${repeatedPages.files} + ${is('by')}` })
    .where(and(eq(repeatedPages.crc, is('crc')), eq(repeatedPages.size, is('size'))))
    .returning({ files: repeatedPages.files })
    .prepare(),
)

const firstPrints = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_no: pagePrints.file_no })
    .from(pagePrints)
    .where(and(eq(pagePrints.crc, is('crc')), eq(pagePrints.size, is('size'))))
    .limit(LEAST_FILES)
    .prepare(),
)

/** Most pages are in one file and have no count; the count begins when the page is in enough files. */
function countUp(tx: Tx, { crc, size }: PageSum): void {
  if (raiseCount(tx).get({ crc, size, by: 1 })) return
  const found = firstPrints(tx).all({ crc, size }).length
  if (found >= LEAST_FILES) tx.insert(repeatedPages).values({ crc, size, files: found }).run()
}

function dropPrints(tx: Tx, { file_no, prints }: typeof pageFiles.$inferSelect): void {
  for (const { crc, size, page } of unpackPrints(prints)) {
    tx.delete(pagePrints)
      .where(
        and(
          eq(pagePrints.crc, crc),
          eq(pagePrints.size, size),
          eq(pagePrints.file_no, file_no),
          eq(pagePrints.page, page),
        ),
      )
      .run()
    raiseCount(tx).get({ crc, size, by: -1 })
  }
}

/** Rows of files that left the library, up to `limit`, after the row `after`. Returns the last row that was checked. */
export function dropLostFiles(tx: Tx, after: number, limit: number): number | undefined {
  const rows = tx
    .select({ row: pageFiles, gone: sql<number>`${files.file_id} is null or ${files.gone_at} is not null` })
    .from(pageFiles)
    .leftJoin(files, eq(files.file_id, pageFiles.file_id))
    .where(gt(pageFiles.file_no, after))
    .orderBy(pageFiles.file_no)
    .limit(limit)
    .all()
  for (const { row, gone } of rows) {
    if (!gone) continue
    dropPrints(tx, row)
    tx.delete(pageFiles).where(eq(pageFiles.file_no, row.file_no)).run()
  }
  return rows.at(-1)?.row.file_no
}

/** Stores which pages of a file are hidden, so that they stay hidden when another program rewrites the file. */
export function saveHiddenPrints(tx: Tx, fileId: string, hidden: readonly PagePrint[]): void {
  tx.update(pageFiles)
    .set({ hidden: hidden.length === 0 ? null : packPrints(hidden) })
    .where(eq(pageFiles.file_id, fileId))
    .run()
}

const nextHolders = preparedQuery((db: ReadHandle) =>
  db
    .select({
      file_no: pageFiles.file_no,
      page: pagePrints.page,
      file_id: files.file_id,
      format: files.format,
      hidden: files.hidden_pages,
    })
    .from(pagePrints)
    .innerJoin(pageFiles, eq(pageFiles.file_no, pagePrints.file_no))
    .innerJoin(files, eq(files.file_id, pageFiles.file_id))
    .where(
      and(
        eq(pagePrints.crc, is('crc')),
        eq(pagePrints.size, is('size')),
        gt(pagePrints.file_no, is('after')),
        isNull(files.gone_at),
      ),
    )
    .orderBy(pagePrints.file_no)
    .limit(is('limit'))
    .prepare(),
)

/** A file with a page. */
export interface FileWithPage {
  /** The files in the order in which they were read. */
  file_no: number
  /** Index of the page among all pages. */
  page: number
  file_id: string
  format: ArchiveFormat
  hidden: HiddenPages | null
}

/** Up to `limit` files with the page, after the file `after`. */
export function filesWithPage(db: ReadHandle, { crc, size }: PageSum, after: number, limit: number): FileWithPage[] {
  return nextHolders(db).all({ crc, size, after, limit })
}

/** A file with the page and the page's place in it, to take its picture from; undefined when no file has it. */
export function samplesOf(db: ReadHandle, { crc, size }: PageSum, limit: number): { file: FileRow; page: number }[] {
  const rows = db
    .select({ file_id: pageFiles.file_id, page: pagePrints.page })
    .from(pagePrints)
    .innerJoin(pageFiles, eq(pageFiles.file_no, pagePrints.file_no))
    .where(and(eq(pagePrints.crc, crc), eq(pagePrints.size, size)))
    .orderBy(pagePrints.file_no)
    .limit(limit)
    .all()
  return rows.flatMap(({ file_id, page }) => {
    const file = fileWithId(db, file_id)
    return file && file.gone_at === null ? [{ file, page }] : []
  })
}

const nextSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(gt(series.comic_id, is('after')))
    .orderBy(series.comic_id)
    .limit(1)
    .prepare(),
)

/** The next series by id; undefined after the last one. */
export function seriesAfter(db: ReadHandle, after: string): string | undefined {
  return nextSeries(db).get({ after })?.comic_id
}
