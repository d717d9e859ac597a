import type { SeriesKind } from '../../panels/adding/folder-choice'
import type { WireRequest } from '../../panels/requests/request'

/** What the address of the page holds: the search of a reader, the filter of the owner, and the page of the list. */
export type RequestsView = { q: string; kind: SeriesKind; state: WireRequest['state'] | ''; page: number }

export const PER_PAGE = 50
const STATES: readonly string[] = ['asked', 'accepted', 'declined', 'readable'] satisfies WireRequest['state'][]

/** Read from the address; invalid values are left out. */
export function readRequestsView({ q = '', kind, state = '', page }: Record<string, string>): RequestsView {
  return {
    q,
    kind: kind === 'manga' ? 'manga' : 'comic',
    state: STATES.includes(state) ? (state as WireRequest['state']) : '',
    page: Math.max(1, Math.trunc(Number(page) || 1)),
  }
}

/** Only values that differ from the default are written. */
export function requestsAddress({ q, kind, state, page }: RequestsView): string {
  const query = new URLSearchParams()
  if (q.trim()) query.set('q', q.trim())
  if (kind !== 'comic') query.set('kind', kind)
  if (state) query.set('state', state)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text ? `/requests?${text}` : '/requests'
}
