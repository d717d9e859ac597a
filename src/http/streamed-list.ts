import type { Log } from '../platform/ports'
import { nextTurn } from '../platform/turn'
import type { Database } from '../storage/database'
import type { Snapshot } from '../storage/snapshot'
import { markUnmeasured } from './head'

/** What is shorter is sent as a whole, with its length. */
const AT_ONCE = 64 * 1024

const HEADERS = { 'Content-Type': 'application/json;charset=utf-8' }

/** JSON text in the order in which it is sent; each piece is one step of work. */
export type JsonPieces = Generator<string, void, undefined>

interface Deps {
  db: Database
  log: Log
}

/**
 * A list without a limit, sent as it is read: neither its rows nor its text are ever held as a whole, other requests
 * get their turn between two steps, and nothing more is read for a client that went away or does not keep up. All of it
 * is of one moment. To the compiler, and so to the pages, it stays the reply that it carries.
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
    // What fails before the first byte is still answered with its status.
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

/** One piece for each time that the connection has room for more. */
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
          // The connection is cut, so that nobody takes half a list for the whole.
          log.error('http', 'a list broke off', { error })
          controller.error(error)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** `[…]` of rows that come in steps. */
export function* jsonRows<T>(steps: Iterable<readonly T[]>): JsonPieces {
  let before = '['
  for (const rows of steps) {
    yield rows.length === 0 ? '' : before + JSON.stringify(rows).slice(1, -1)
    if (rows.length > 0) before = ','
  }
  yield before === '[' ? '[]' : ']'
}
