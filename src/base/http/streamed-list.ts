import { nextTurn } from '../platform/event-loop'
import type { Log } from '../platform/ports'
import type { Database } from '../storage/database'
import type { Snapshot } from '../storage/snapshot'
import { markUnmeasured } from './head'

/** Shorter lists are sent whole, with their length. */
const AT_ONCE = 64 * 1024

const HEADERS = { 'Content-Type': 'application/json;charset=utf-8' }

/** JSON text in sending order; each piece is one step of work. */
export type JsonPieces = Generator<string, void, undefined>

interface Deps {
  db: Database
  log: Log
}

/**
 * A list without a limit, sent while it is read: neither its rows nor its text are ever in memory as a whole, other
 * requests run between two steps, and reading stops for a client that disconnects and pauses for a slow one. All rows
 * belong to one snapshot. The type stays that of the reply, for the compiler and the pages.
 */
export async function streamedList<T>({ db, log }: Deps, write: (at: Snapshot) => JsonPieces): Promise<T> {
  const snapshot = db.snapshot()
  const pieces = write(snapshot)
  const end = () => {
    pieces.return()
    snapshot.close()
  }
  let text = ''
  try {
    // An error before the first byte still gets its own status.
    while (text.length < AT_ONCE) {
      const { value, done } = pieces.next()
      if (done) {
        end()
        return new Response(text, { headers: HEADERS }) as T
      }
      text += value
      await nextTurn()
    }
  } catch (error) {
    end()
    throw error
  }
  return new Response(markUnmeasured(bytesOf(text, pieces, end, log)), { headers: HEADERS }) as T
}

/** A list that is short enough to be read and written in one turn of the event loop. */
export const wholeList = <T>(pieces: JsonPieces): T => new Response([...pieces].join(''), { headers: HEADERS }) as T

/** Writes one piece each time the connection has room for more. */
function bytesOf(first: string, pieces: JsonPieces, end: () => void, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next = first
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          while (next === '') {
            await nextTurn()
            const { value, done } = pieces.next()
            if (done) {
              end()
              return controller.close()
            }
            next = value
          }
          controller.enqueue(encoder.encode(next))
          next = ''
        } catch (error) {
          end()
          // The connection is cut, so that the client does not mistake half a list for the whole.
          log.error('http', 'list interrupted', { error })
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** `[…]` of rows that are read in steps. */
export function* jsonRows<T>(steps: Iterable<readonly T[]>): JsonPieces {
  let before = '['
  for (const rows of steps) {
    yield rows.length === 0 ? '' : before + JSON.stringify(rows).slice(1, -1)
    if (rows.length > 0) before = ','
  }
  yield before === '[' ? '[]' : ']'
}
