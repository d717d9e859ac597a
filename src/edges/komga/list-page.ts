import { type JsonPieces, streamedList } from '../../base/http/streamed-list'
import { forCaller } from '../../base/platform/caller'
import { nextTurn } from '../../base/platform/event-loop'
import type { Log } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import { pageJson, type Rows, type Sliced } from './page'

/** Longer lists are sent while they are read. */
const AT_ONCE = 2000
/** What is read and written in one turn of the event loop. */
const STEP = 250

type IdRows = Rows<string, Sliced<string>>
export type ListPages = (rows: IdRows) => Promise<unknown>

/**
 * Pages of books or series, read in steps. An unpaged list of a whole library is written while it is sent, and never in
 * memory as a whole.
 */
export const listPages =
  (
    { db, log }: { db: Database; log: Log },
    jsonOf: (ids: readonly string[], read: ReadHandle) => unknown[],
  ): ListPages =>
  async (rows) => {
    if (rows.content.length > AT_ONCE)
      return streamedList({ db, log }, ({ read }) => {
        const json = forCaller((ids: readonly string[]) => JSON.stringify(jsonOf(ids, read)))
        return pieces(rows, json)
      })
    const content: unknown[] = []
    for (const ids of stepsOf(rows.content)) {
      if (content.length > 0) await nextTurn()
      content.push(...jsonOf(ids, db.read))
    }
    return pageJson({ ...rows, content })
  }

function* stepsOf(ids: Sliced<string>): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += STEP) yield ids.slice(at, at + STEP)
}

function* pieces(rows: IdRows, json: (ids: readonly string[]) => string): JsonPieces {
  const { content: _content, ...rest } = pageJson({ ...rows, content: [] })
  rest.numberOfElements = rows.content.length
  rest.empty = false
  yield `${JSON.stringify(rest).slice(0, -1)},"content":[`
  let before = ''
  for (const ids of stepsOf(rows.content)) {
    const step = json(ids).slice(1, -1)
    yield step === '' ? '' : before + step
    if (step !== '') before = ','
  }
  yield ']}'
}
