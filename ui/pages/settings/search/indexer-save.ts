import { ApiError, call } from '../../../api/client'
import { makeTurns } from '../../../api/in-turn'
import { invalidate } from '../../../api/query'
import { type Indexer, type IndexerType, inSearchOrder, TYPES } from './indexer-words'

/** The saved part of an indexer. Without `id` it is new; without `api_key` the saved key stays. */
export type IndexerEntry = Pick<Indexer, 'type' | 'name' | 'host' | 'verify' | 'categories' | 'enabled'> & {
  id?: string
  rss_uid?: string
  order?: number
  api_key?: string
}

/** The new list of indexers and the types whose lists are saved, or the reason of a refusal. */
type Change = { all: readonly IndexerEntry[]; types: readonly IndexerType[]; enabled?: boolean } | string

const inTurn = makeTurns()

/**
 * The server saves the list of a type as a whole, so each change is applied to the newest lists, one change
 * after the other: the lists on screen may lack a change that was saved a moment ago. Returns the reason of a refusal.
 */
const save = (change: (all: Indexer[]) => Change) => inTurn(() => saveNow(change))

async function saveNow(change: (all: Indexer[]) => Change): Promise<string | undefined> {
  try {
    const made = change(inSearchOrder(await call('GET /api/config/providers')))
    if (typeof made === 'string') return made
    const { all, types, enabled } = made
    for (const type of TYPES.filter((one) => types.includes(one))) {
      const providers = all.filter((one) => one.type === type).map(entryOf)
      await call('PUT /api/config/providers', { body: { type, enabled, providers } })
    }
    return undefined
  } catch (cause) {
    return cause instanceof ApiError ? cause.detail : String(cause)
  } finally {
    invalidate('GET /api/config')
  }
}

/** Drops the state of an indexer, which only the server sets. */
function entryOf({ id, name, host, verify, categories, enabled, rss_uid, order, api_key }: IndexerEntry) {
  return { id, name, host, verify, categories, enabled, rss_uid, order, api_key }
}

/** Adds or changes an indexer. */
export function saveIndexer(entry: IndexerEntry): Promise<string | undefined> {
  const types = [entry.type]
  return save((all) => {
    if (entry.id === undefined) return { types, all: [...all, { ...entry, order: all.length }] }
    if (!all.some((one) => one.id === entry.id)) return `${entry.name} was deleted. Add it again to use it.`
    return { types, all: all.map((one) => (one.id === entry.id ? entry : one)) }
  })
}

/** Turns all indexers of a type on or off. */
export const switchType = (type: IndexerType, enabled: boolean) => save((all) => ({ types: [type], all, enabled }))

/** Adds several, perhaps of both types. */
export function addAll(entries: readonly IndexerEntry[]): Promise<string | undefined> {
  const types = entries.map(({ type }) => type)
  return save((all) => ({
    types,
    all: [...all, ...entries.map((one, at) => ({ ...one, order: all.length + at }))],
  }))
}

export function removeIndexer({ id, type }: Indexer): Promise<string | undefined> {
  return save((all) => ({ types: [type], all: all.filter((one) => one.id !== id) }))
}

/** `ids` in search order; indexers missing in `ids` come last. */
export function reorderIndexers(ids: readonly string[]): Promise<string | undefined> {
  const placeOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return save((all) => ({ types: TYPES, all: all.map((one) => ({ ...one, order: placeOf(one.id) })) }))
}
