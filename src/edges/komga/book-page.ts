import { type JsonPieces, streamedList } from '../../base/http/streamed-list'
import { forCaller } from '../../base/platform/caller'
import type { Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Books } from './books'
import { pageJson, type Rows } from './page'
import { bookJson } from './wire'

/** Longer lists are sent in steps. */
const AT_ONCE = 2000
const STEP = 200

export type BookPages = (rows: Rows<string>) => unknown

/** Pages of books. An unpaged list of a whole library is written while it is sent, and never in memory as a whole. */
export const bookPages =
  ({ db, log, books }: { db: Database; log: Log; books: Books }): BookPages =>
  (rows) => {
    if (rows.content.length <= AT_ONCE) return pageJson({ ...rows, content: books.records(rows.content).map(bookJson) })
    return streamedList({ db, log }, ({ read }) => {
      const json = forCaller((ids: readonly string[]) => JSON.stringify(books.records(ids, read).map(bookJson)))
      return pieces(rows, json)
    })
  }

function* pieces(rows: Rows<string>, json: (ids: readonly string[]) => string): JsonPieces {
  const { content: _content, ...rest } = pageJson(rows)
  yield `${JSON.stringify(rest).slice(0, -1)},"content":[`
  for (let at = 0; at < rows.content.length; at += STEP) {
    const step = json(rows.content.slice(at, at + STEP)).slice(1, -1)
    yield at === 0 || step === '' ? step : `,${step}`
  }
  yield ']}'
}
