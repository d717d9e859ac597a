import type { ReadingList } from '../formats/documents/cbl'
import { cblDocument } from '../formats/documents/cbl-writer'
import { anyReadingListSteps } from '../formats/documents/reading-list'
import { ReadingListError } from '../formats/documents/reading-list-json'
import { nextTurn } from '../platform/event-loop'
import type { Clock } from '../platform/ports'
import { XmlError } from '../platform/xml'
import { Refusal } from '../refusal'
import type { Database, Reader, Tx } from '../storage/database'
import { areOtherIds, BookIndex, bookOf, type ListedRow, pairRows, rowsOfList, UNMATCHED } from './lists'
import type { ArcMatcher } from './matcher'
import { addArc, isNamed, needArc } from './new-arc'
import type { ImportResult } from './schema'
import * as store from './store'

/** Reading lists that come in as arcs, and arcs that go out as reading lists. */
export class ListImporter {
  constructor(private readonly deps: { db: Database; clock: Clock; matcher: ArcMatcher }) {}

  /**
   * Makes an arc of a reading list. A list whose arc exists brings it up to date: new issues are added, and neither the
   * user's order nor a deletion is undone. Throws Refusal 'invalid' for what is no reading list.
   */
  async importText(document: string, fileName = ''): Promise<ImportResult> {
    const { db, clock, matcher } = this.deps
    const list = await readList(document)
    if (list.books.length === 0)
      throw new Refusal('invalid', list.isSearch ? 'The list is a search without issues.' : 'The list has no issues.')
    const name = (list.name ?? fileName.replace(/\.(?:cbl|json|xml)$/i, '')).trim().slice(0, 200)
    if (name === '') throw new Refusal('invalid', 'The list has no name, and no file name was given.')
    const { rows, duplicates } = rowsOfList(list)
    const same = store.allArcs(db.read).find((arc) => isNamed(arc, name))
    if (same && same.source !== 'list')
      throw new Refusal('conflict', `You already have a story arc named ${same.name}. Rename it first.`)
    const { arc: existing, free } = arcOfList(db.read, name, rows)
    const arc = db.write((tx) => {
      const target = existing ?? addArc(tx, { name: free, source: 'list', ordered_by: 'list' }, clock.now())
      store.addArcIssues(tx, target, this.newRows(tx, target.arc_id, rows), clock.now())
      if (target.ordered_by === 'list') store.placeArcIssues(tx, inListOrder(tx, target.arc_id, rows))
      return target
    })
    await matcher.rematch(arc.arc_id)
    const found = store.arcIssues(db.read, arc.arc_id)
    const has = (check: (row: store.ArcIssue) => boolean) => found.filter(check).length
    return {
      success: true,
      arc_id: arc.arc_id,
      name: arc.name,
      issues: found.length,
      matched: has(({ issue }) => issue !== null),
      ambiguous: has(({ issue, row }) => issue === null && row.candidates.length > 0),
      duplicates,
      added: existing === undefined,
    }
  }

  /** The arc as a CBL file, with the names that the list had. */
  exported(arcId: string): { name: string; document: string } {
    const { name } = needArc(this.deps.db.read, arcId)
    const books = store.rowsOfArc(this.deps.db.read, arcId).map(bookOf)
    return { name, document: cblDocument({ name, books }) }
  }

  /** Updates the ids of rows that the list names otherwise now; returns the books that the arc does not have. */
  private newRows(tx: Tx, arcId: string, listed: readonly ListedRow[]): store.NewArcIssue[] {
    const pairs = pairRows(store.everyRow(tx, arcId), listed)
    for (const { row, book } of pairs) {
      if (!row || book.ids.length === 0 || JSON.stringify(row.ids) === JSON.stringify(book.ids)) continue
      store.changeArcIssue(tx, row.issue_arc_id, { ids: book.ids })
      // An issue that was found by the old id may be another one.
      const { matched_by } = row
      if (matched_by !== 'user' && areOtherIds(row.ids, book.ids))
        this.deps.matcher.settle(tx, [{ ...row, ids: book.ids }])
    }
    return pairs.flatMap(({ row, book }) => (row ? [] : { ...book, ...UNMATCHED }))
  }
}

/**
 * The arc that an earlier copy of the list became: of those with its name, "Name (2)" among them, one that shares an issue
 * with it. Two lists of one name without a common issue are two stories. `free`: the name of a new arc.
 */
function arcOfList(db: Reader, name: string, rows: readonly ListedRow[]): { arc?: store.ArcRow; free: string } {
  const arcs = store.allArcs(db)
  const books = new BookIndex(rows)
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name} (${count})`
    const arc = arcs.find((each) => isNamed(each, free))
    if (!arc) return { free }
    const known = arc.source === 'list' ? store.everyRow(db, arc.arc_id) : undefined
    if (known && (known.length === 0 || known.some((row) => books.named(row).length > 0))) return { arc, free }
  }
}

/** The rows of the arc as the list has them, then the others. */
function inListOrder(tx: Tx, arcId: string, listed: readonly ListedRow[]): string[] {
  const books = new BookIndex(listed)
  const places = new Map(listed.map((row, index) => [row, index]))
  const place = (row: store.ArcIssueRow) => {
    const book = books.find(row)
    return book === undefined ? listed.length : places.get(book)!
  }
  const rows = store.everyRow(tx, arcId)
  return rows.toSorted((a, b) => place(a) - place(b) || a.position - b.position).map(({ issue_arc_id }) => issue_arc_id)
}

async function readList(document: string): Promise<ReadingList> {
  try {
    const steps = anyReadingListSteps(document)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await nextTurn()
    }
  } catch (cause) {
    if (cause instanceof XmlError || cause instanceof ReadingListError)
      throw new Refusal('invalid', `The file is not a reading list. ${cause.message}`, {}, { cause })
    throw cause
  }
}
