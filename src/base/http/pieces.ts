import { nextTurn } from '../platform/event-loop'

/** Rows between two turns of the event loop. */
const AT_ONCE = 250

/**
 * A reply whose list `name` has thousands of rows, serialized in pieces so that other requests run in between. The
 * framework passes a finished response through; its type stays that of the reply, for the compiler and the pages.
 */
export async function inPieces<T extends object>(reply: T, name: keyof T & string): Promise<T> {
  const rows = reply[name]
  if (!Array.isArray(rows) || rows.length <= AT_ONCE) return reply
  const pieces = [JSON.stringify({ ...reply, [name]: undefined }).slice(0, -1), `,${JSON.stringify(name)}:[`]
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await nextTurn()
    pieces.push(from === 0 ? '' : ',', JSON.stringify(rows.slice(from, from + AT_ONCE)).slice(1, -1))
  }
  pieces.push(']}')
  const response = new Response(new Blob(pieces), { headers: { 'Content-Type': 'application/json;charset=utf-8' } })
  return response as unknown as T
}
