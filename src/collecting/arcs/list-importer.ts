import type { ReadingListFile } from '../../base/formats/documents/cbl'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { anyReadingListSteps } from '../../base/formats/documents/reading-list'
import { ReadingListError } from '../../base/formats/documents/reading-list-json'
import { inTurns, nextTurn } from '../../base/platform/event-loop'
import type { Clock } from '../../base/platform/ports'
import { SerialQueue } from '../../base/platform/serial-queue'
import { XmlError } from '../../base/platform/xml'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../base/storage/database'
import { inSteps } from '../../base/storage/snapshot'
import { areOtherIds, BookIndex, bookOf, type ListedRow, pairRows, rowsOfList, UNMATCHED } from './lists'
import type { ArcMatcher } from './matcher'
import { addArc, isNamed, needArc } from './new-arc'
import type { ImportResult } from './schema'
import * as store from './store'

/** Rows read or written per transaction. */
const STEP = 400

/** Imports reading lists as arcs and exports arcs as reading lists. */
export class ListImporter {
  /**
   * A long list is imported in many transactions. Without the queue a second import of the list would find half of
   * its rows.
   */
  private readonly queue = new SerialQueue()

  constructor(private readonly deps: { db: Database; clock: Clock; matcher: ArcMatcher }) {}

  /**
   * Creates or updates the arc of a reading list. An update adds new issues and undoes neither the user's order nor a
   * deletion. An interrupted import is completed by the next import of the same list. Throws Refusal 'invalid' when
   * the document is not a reading list.
   */
  importText(document: string, fileName = ''): Promise<ImportResult> {
    return this.queue.run(() => this.importNow(document, fileName))
  }

  private async importNow(document: string, fileName: string): Promise<ImportResult> {
    const { db, clock, matcher } = this.deps
    const list = await readList(document)
    if (list.books.length === 0)
      throw new Refusal('invalid', list.isSearch ? 'The list is a search without issues.' : 'The list has no issues.')
    const name = (list.name ?? fileName.replace(/\.(?:cbl|json|xml)$/i, '')).trim().slice(0, 200)
    if (name === '') throw new Refusal('invalid', 'The list has no name, and no file name was given.')
    const { rows, duplicates } = await inTurns(rowsOfList(list))
    const same = store.allArcs(db.read).find((arc) => isNamed(arc, name))
    if (same && same.source !== 'list')
      throw new Refusal('conflict', `You already have a story arc named ${same.name}. Rename it first.`)
    const { arc: existing, free } = await arcOfList(db.read, name, rows)
    const arc =
      existing ?? db.write((tx) => addArc(tx, { name: free, source: 'list', ordered_by: 'list' }, clock.now()))
    await this.bringUpToDate(arc.arc_id, rows)
    await matcher.rematch(arc.arc_id)
    const counts = store.matchCounts(db.read, arc.arc_id)
    return { success: true, arc_id: arc.arc_id, name: arc.name, ...counts, duplicates, added: existing === undefined }
  }

  /** The arc as a CBL file, with the names from the list. */
  exported(arcId: string): { name: string; document: string } {
    const { name } = needArc(this.deps.db.read, arcId)
    const books = store.rowsOfArc(this.deps.db.read, arcId).map(bookOf)
    return { name, document: cblDocument({ name, books }) }
  }

  /** Updates the ids that changed in the list, adds the books that the arc lacks, and sets the order. */
  private async bringUpToDate(arcId: string, rows: readonly ListedRow[]): Promise<void> {
    const { db, clock } = this.deps
    const pairs = await inTurns(pairRows(await everyRow(db.read, arcId), rows))
    const renamed = pairs.flatMap(({ row, book }) => (row && isRenamed(row, book) ? { row, book } : []))
    await this.eachStep(arcId, renamed, (tx, _arc, some) => {
      for (const { row, book } of some) this.rename(tx, row, book)
    })
    const fresh = pairs.flatMap(({ row, book }) => (row ? [] : { ...book, ...UNMATCHED }))
    await this.eachStep(arcId, fresh, (tx, arc, some) => store.addArcIssues(tx, arc, some, clock.now()))
    const order = await inTurns(inListOrder(await everyRow(db.read, arcId), rows))
    await this.eachStep(arcId, order, (tx, arc, some) => {
      if (arc.ordered_by === 'list') store.placeArcRows(tx, some)
    })
  }

  private rename(tx: Tx, row: store.ArcIssueRow, { ids }: ListedRow): void {
    store.changeArcIssue(tx, row.issue_arc_id, { ids })
    // The old id may have matched another issue.
    if (row.matched_by !== 'user' && areOtherIds(row.ids, ids)) this.deps.matcher.matchRows(tx, [{ ...row, ids }])
  }

  /**
   * One transaction for every `STEP` of the list. Each reads the arc again, since it may have been ordered or deleted
   * meanwhile.
   */
  private async eachStep<T>(
    arcId: string,
    list: readonly T[],
    write: (tx: Tx, arc: store.ArcRow, some: T[]) => void,
  ): Promise<void> {
    for (let from = 0; from < list.length; from += STEP) {
      this.deps.db.write((tx) => write(tx, needArc(tx, arcId), list.slice(from, from + STEP)))
      await nextTurn()
    }
  }
}

const isRenamed = ({ ids }: store.ArcIssueRow, book: ListedRow): boolean =>
  book.ids.length > 0 && JSON.stringify(ids) !== JSON.stringify(book.ids)

/** All rows of an arc, including those that the user deleted, read a few at a time. */
async function everyRow(db: ReadHandle, arcId: string): Promise<store.ArcIssueRow[]> {
  const rows: store.ArcIssueRow[] = []
  for (;;) {
    const some = store.rowsBehind(db, arcId, rows.at(-1), STEP)
    for (const row of some) rows.push(row)
    if (some.length < STEP) return rows
    await nextTurn()
  }
}

/**
 * The arc that was made from an earlier copy of the list: an arc of the same name ("Name (2)" included) that shares
 * an issue with the list. Two lists of one name without a common issue are two stories. `free`: the name of a new
 * arc.
 */
async function arcOfList(
  db: ReadHandle,
  name: string,
  rows: readonly ListedRow[],
): Promise<{ arc?: store.ArcRow; free: string }> {
  const arcs = store.allArcs(db)
  const books = new BookIndex(rows)
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name} (${count})`
    const arc = arcs.find((each) => isNamed(each, free))
    if (!arc) return { free }
    const known = arc.source === 'list' ? await everyRow(db, arc.arc_id) : undefined
    if (known && (known.length === 0 || known.some((row) => books.named(row).length > 0))) return { arc, free }
  }
}

/** The rows whose position changes when the arc follows the order of the list, then the other rows. */
function* inListOrder(
  rows: readonly store.ArcIssueRow[],
  listed: readonly ListedRow[],
): Generator<undefined, Pick<store.ArcIssueRow, 'issue_arc_id' | 'position'>[]> {
  const books = new BookIndex<ListedRow>()
  const places = new Map<ListedRow, number>()
  for (const some of inSteps(listed)) {
    for (const book of some) {
      books.add(book)
      places.set(book, places.size)
    }
    yield
  }
  const placed: { row: store.ArcIssueRow; place: number }[] = []
  for (const some of inSteps(rows)) {
    for (const row of some) placed.push({ row, place: places.get(books.find(row)!) ?? places.size })
    yield
  }
  placed.sort((a, b) => a.place - b.place || a.row.position - b.row.position)
  return placed.flatMap(({ row: { issue_arc_id, position } }, at) =>
    position === at + 1 ? [] : { issue_arc_id, position: at + 1 },
  )
}

async function readList(document: string): Promise<ReadingListFile> {
  try {
    return await inTurns(anyReadingListSteps(document))
  } catch (cause) {
    if (cause instanceof XmlError || cause instanceof ReadingListError)
      throw new Refusal('invalid', `The file is not a reading list. ${cause.message}`, {}, { cause })
    throw cause
  }
}
