import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { clockWords } from '../../../parts/text/clock-words'
import { countWords } from '../../../parts/text/format'

export type WireIndexers = Reply<'GET /api/config/providers'>
export type IndexerType = keyof WireIndexers
type Provider = WireIndexers[IndexerType]['providers'][number]
export type Indexer = Provider & { type: IndexerType }
export type WireIndexerPreset = Reply<'GET /api/config/providers/presets'>['presets'][number]
export type Caps = NonNullable<Reply<'POST /api/config/providers/test'>['caps']>
export type IndexerHealth = Provider['standing']

export const INDEXER_KINDS: Record<IndexerType, string> = { newznab: 'Usenet', torznab: 'Torrents' }
export const TYPES: readonly IndexerType[] = ['newznab', 'torznab']

/** Both lists as one, in search order. */
export function inSearchOrder(lists: WireIndexers): Indexer[] {
  return TYPES.flatMap((type) => lists[type].providers.map((one) => ({ ...one, type }))).toSorted(
    (a, b) => a.order - b.order || a.name.localeCompare(b.name),
  )
}

/** The state of an indexer, in a word or two. `asked`: the type of the indexer is turned on. */
export function indexerState(
  { enabled, api_key_set, standing }: Pick<Indexer, 'enabled' | 'api_key_set' | 'standing'>,
  typeOn = true,
): { mark: MarkState; word: string } {
  const { state, failure, blocked_until, grabs_blocked_until, last_ok_at } = standing
  if (!enabled || !typeOn) return { mark: 'skipped', word: 'Off' }
  if (failure === 'auth') return { mark: 'attention', word: api_key_set ? 'API key rejected' : 'API key missing' }
  if (state === 'blocked') return { mark: 'attention', word: until('Blocked', blocked_until) }
  if (state === 'waiting') {
    return failure === 'limit'
      ? { mark: 'wanted', word: until('Request limit', blocked_until) }
      : { mark: 'attention', word: until('Paused', blocked_until) }
  }
  if (grabs_blocked_until) return { mark: 'wanted', word: until('Download limit', grabs_blocked_until) }
  if (standing.lacks_categories) return { mark: 'attention', word: 'Choose categories' }
  if (failure) return { mark: 'wanted', word: 'Retrying soon' }
  return last_ok_at ? { mark: 'have', word: 'Ready' } : { mark: 'unknown', word: 'Not used yet' }
}

const until = (word: string, at: string | null) => (at ? `${word} until ${clockWords(at)}` : word)

/** "Usenet · Comics · 12 requests and 2 downloads in the last day" */
export function indexerFacts({ type, categories, standing }: Indexer): string {
  const { asked_last_day: queries, grabs_last_day: grabs, caps } = standing
  const spent = [queries > 0 && countWords(queries, 'request'), grabs > 0 && countWords(grabs, 'download')].filter(
    Boolean,
  )
  return [
    INDEXER_KINDS[type],
    categoryNames(categoryNumbers(categories), caps).join(', '),
    spent.length > 0 ? `${spent.join(' and ')} in the last day` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

export const categoryNumbers = (categories: string): number[] => categories.split(',').map(Number).filter(Boolean)

/** The indexer's names for its categories; a category without a name is shown by its number. */
export function categoryNames(chosen: readonly number[], caps: Caps | null): string[] {
  const names = new Map<number, string>([[7030, 'Comics']])
  for (const { id, name, sub } of caps?.categories ?? []) {
    names.set(id, name)
    for (const one of sub) names.set(one.id, one.name)
  }
  return chosen.map((id) => names.get(id) ?? String(id))
}

/** Books, comics and manga come first, before films and music. */
export function bookish({ id, name, sub }: Caps['categories'][number]): boolean {
  const word = /book|comic|manga|graphic/i
  return (id >= 7000 && id < 8000) || word.test(name) || sub.some((one) => word.test(one.name))
}
