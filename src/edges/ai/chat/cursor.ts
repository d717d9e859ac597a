import { Refusal } from '../../../base/refusal'
import type { ThreadPlace } from './store'

/** The start of the next page of threads, as an opaque text for clients. */
export const cursorOf = ({ updated_at, thread_id }: ThreadPlace): string =>
  Buffer.from(JSON.stringify([updated_at, thread_id])).toString('base64url')

/** Throws Refusal 'invalid' when the text is not a cursor. */
export function threadPlaceOf(cursor: string): ThreadPlace {
  const place = readPlace(Buffer.from(cursor, 'base64url').toString())
  if (!place) throw new Refusal('invalid', 'The cursor is not valid. Load the first page again.')
  return place
}

function readPlace(text: string): ThreadPlace | undefined {
  try {
    const json: unknown = JSON.parse(text)
    if (!Array.isArray(json) || json.length !== 2) return undefined
    const [updated_at, thread_id] = json as unknown[]
    if (typeof updated_at !== 'string' || typeof thread_id !== 'string') return undefined
    return { updated_at, thread_id }
  } catch {
    return undefined
  }
}
