import { ApiError, call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { type Indexer, type IndexerType, inOrder, type Lists, TYPES } from './indexer-words'

/** The saved part of an indexer. Without `id` it is new; without `api_key` the saved key stays. */
export type Entry = Pick<Indexer, 'type' | 'name' | 'host' | 'verify' | 'categories' | 'enabled'> & {
  id?: string
  rss_uid?: string
  order?: number
  api_key?: string
}

/** The server saves the list of a type as a whole. Returns the reason of a refusal. */
async function put(type: IndexerType, all: readonly Entry[], enabled?: boolean): Promise<string | undefined> {
  const providers = all.filter((one) => one.type === type).map(entryOf)
  try {
    await call('PUT /api/config/providers', { body: { type, enabled, providers } })
    return undefined
  } catch (cause) {
    return cause instanceof ApiError ? cause.detail : String(cause)
  } finally {
    invalidate('GET /api/config')
  }
}

/** The state of an indexer is set by the server only. */
function entryOf({ id, name, host, verify, categories, enabled, rss_uid, order, api_key }: Entry) {
  return { id, name, host, verify, categories, enabled, rss_uid, order, api_key }
}

/** Adds or changes an indexer. */
export function saveIndexer(lists: Lists, entry: Entry): Promise<string | undefined> {
  const all: Entry[] = inOrder(lists)
  const next =
    entry.id === undefined
      ? [...all, { ...entry, order: all.length }]
      : all.map((one) => (one.id === entry.id ? entry : one))
  return put(entry.type, next)
}

/** Turns all indexers of a type on or off. */
export const switchType = (lists: Lists, type: IndexerType, on: boolean) => put(type, inOrder(lists), on)

/** Adds several, perhaps of both types. */
export async function addAll(lists: Lists, entries: readonly Entry[]): Promise<string | undefined> {
  const all: Entry[] = inOrder(lists)
  const next = [...all, ...entries.map((one, at) => ({ ...one, order: all.length + at }))]
  return putTypes(next, new Set(entries.map(({ type }) => type)))
}

export function remove(lists: Lists, { id, type }: Indexer): Promise<string | undefined> {
  return put(
    type,
    inOrder(lists).filter((one) => one.id !== id),
  )
}

/** `ids` in search order. */
export function reorder(lists: Lists, ids: readonly string[]): Promise<string | undefined> {
  const all = inOrder(lists).map((one) => ({ ...one, order: ids.indexOf(one.id) }))
  return putTypes(all, new Set(all.map(({ type }) => type)))
}

async function putTypes(all: readonly Entry[], types: ReadonlySet<IndexerType>): Promise<string | undefined> {
  for (const type of TYPES.filter((one) => types.has(one))) {
    const error = await put(type, all)
    if (error !== undefined) return error
  }
  return undefined
}
