import type { Input } from '../../api/contract'

type Query = NonNullable<Input<'GET /api/wanted'>['query']>

/** The tab, filter and order of the list. */
export type WantedView = {
  /** Part of the name of the series. */
  q: string
  when: 'missing' | 'upcoming' | 'upgrades'
  kind: 'comic' | 'manga' | ''
  sort: 'newest' | 'oldest' | 'series'
}

export const WANTED_TABS = [
  { when: 'missing', label: 'Missing' },
  { when: 'upcoming', label: 'Upcoming' },
  { when: 'upgrades', label: 'Upgrades' },
] as const

export const KINDS = [
  { value: '', label: 'All' },
  { value: 'comic', label: 'Comics' },
  { value: 'manga', label: 'Manga' },
] as const

/** The initial orders: the latest releases first for missing issues, the next releases first for upcoming ones. */
const FIRST = { missing: 'newest', upcoming: 'oldest', upgrades: 'newest' } as const

export function wantedView(q: string, { when, kind, sort }: Record<string, string | undefined>): WantedView {
  const tab = WANTED_TABS.find((tab) => tab.when === when)?.when ?? 'missing'
  const order = (['newest', 'oldest', 'series'] as const).find((one) => one === sort)
  return { q, when: tab, kind: kind === 'comic' || kind === 'manga' ? kind : '', sort: order ?? FIRST[tab] }
}

export const WANTED_CHUNK = 200

/** The request for one part of the list. */
export const wantedInput = ({ q, when, kind, sort }: WantedView, chunk: number): { query: Query } => ({
  query: { q: q || undefined, when, kind: kind || undefined, sort, limit: WANTED_CHUNK, offset: chunk * WANTED_CHUNK },
})
