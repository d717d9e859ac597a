import type { PageSum } from '../../base/formats/archives/page-prints'
import { nextTurn } from '../../base/platform/event-loop'
import type { ReadHandle } from '../../base/storage/database'
import { type FileWithPage, filesWithPage } from './print-store'

/** Files between two turns of the event loop. */
const AT_ONCE = 1000

/** Calls `use` with every file that has one of the pages; a file with several of them more than once. */
export async function eachFileWithPage(
  db: ReadHandle,
  sums: readonly PageSum[],
  use: (holder: FileWithPage, sum: PageSum) => void,
): Promise<void> {
  for (const sum of sums) {
    for (let rows = filesWithPage(db, sum, 0, AT_ONCE); rows.length > 0; ) {
      for (const row of rows) use(row, sum)
      await nextTurn()
      rows = rows.length < AT_ONCE ? [] : filesWithPage(db, sum, rows.at(-1)!.file_no, AT_ONCE)
    }
  }
}

/** The files with at least one of the pages, in the order in which they were read. */
export async function filesWithPages(db: ReadHandle, sums: readonly PageSum[]): Promise<string[]> {
  const found = new Map<number, string>()
  await eachFileWithPage(db, sums, ({ file_no, file_id }) => found.set(file_no, file_id))
  return [...found].sort(([a], [b]) => a - b).map(([, fileId]) => fileId)
}
