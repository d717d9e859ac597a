import { nextTurn } from '../../base/platform/event-loop'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import { nextSeries } from '../../intake/imports/known/statement-store'
import { findSeries } from '../../library/series/store'
import { saveCheckedAt } from './check-store'
import { findCopies } from './duplicates/grouper'
import { countSeries } from './library-store'
import { findPairs } from './series/find-pairs'
import type { SeriesCheck } from './series-check'
import { CARE_CHECK, CARE_SUBJECT } from './states'
import { writeSizes } from './storage/size-store'
import { SizeTally } from './storage/tally'

interface Deps {
  db: Database
  clock: Clock
  operations: Pick<Operations, 'active' | 'enqueue'>
  series: SeriesCheck
  /** The library folders. */
  roots: () => readonly string[]
}

/** Each report is a write. */
const REPORTED = 25
/** The rest is for comparing what was read. */
const READ_SHARE = 0.95

/**
 * Checks the whole library, series by series, and then compares all files. The row of a check says that its file was
 * read, so an interrupted run continues with the others.
 */
export class LibraryCheck implements Handler {
  constructor(private readonly deps: Deps) {}

  /** Starts a check unless one is active; returns its operation. */
  begin(): string {
    const { operations } = this.deps
    const [active] = operations.active(CARE_CHECK, CARE_SUBJECT)
    return (active ?? operations.enqueue({ kind: CARE_CHECK, subject: CARE_SUBJECT, payload: {} })).operation_id
  }

  async run(_payload: unknown, tools: Tools): Promise<{ files: number } | undefined> {
    const { db, clock, series } = this.deps
    const { signal } = tools
    const total = Math.max(1, countSeries(db.read))
    const tally = new SizeTally(this.deps.roots(), clock.now())
    let [files, done] = [0, 0]
    for (let id = nextSeries(db.read, ''); id !== undefined && !signal.aborted; id = nextSeries(db.read, id)) {
      const comicId = id
      files += await series.readFiles(comicId, tools)
      const row = findSeries(db.read, comicId)
      if (row) {
        const facts = series.facts(comicId)
        tally.add(row, facts.files)
        await tools.persist((tx) => series.updateFindings(tx, facts))
      }
      done += 1
      if (done % REPORTED === 0 || done === total) tools.report((READ_SHARE * done) / total, { files })
      await nextTurn()
    }
    await findCopies(db, signal)
    if (signal.aborted) return undefined
    await findPairs(db, signal)
    if (signal.aborted) return undefined
    await tools.persist((tx) => {
      writeSizes(tx, tally.rows(), clock.now().slice(0, 10))
      saveCheckedAt(tx, clock.now())
    })
    return { files }
  }
}
