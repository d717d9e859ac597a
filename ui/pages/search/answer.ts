import { html, useEffect, useRef } from '../../html'
import { hasModifier } from '../../parts/controls/modifier-keys'
import { Pager } from '../../parts/lists/pager'
import { moveFocus } from '../../parts/lists/virtual'
import { countWords } from '../../parts/text/format'
import { ProviderFailures } from './failures'
import { SearchResultRow } from './result'
import type { SearchAnswer, SearchResult } from './search-result'
import { type SearchView, searchAddress } from './view'

export type AnswerProps = {
  view: SearchView
  answer: SearchAnswer
  found: readonly SearchResult[]
  /** Another answer is being loaded. */
  turning: boolean
  onOpen: (found: SearchResult) => void
  /** Receives the function that focuses the first result. */
  first: { current: () => void }
}

export function SearchResultList({ view, answer, found, turning, onOpen, first }: AnswerProps) {
  const list = useRef<HTMLUListElement>(null)
  first.current = () => stopsOf(list.current)[0]?.focus()
  const more = answer.pagination?.has_more === true
  const mixed = new Set(found.map(({ source }) => source)).size > 1
  // One result is in the tab order, the others are reached by arrow keys.
  useEffect(() => markStop(list.current, undefined), [found])
  const keys = (event: KeyboardEvent) => walk(event, list.current)
  const focus = (event: FocusEvent) => markStop(list.current, event.target as HTMLElement)
  return html`
    <${ProviderFailures} failures=${answer.provider_failures ?? []} />
    <ul class="search-results" ref=${list} data-turning=${turning || undefined} aria-busy=${turning} onKeyDown=${keys} onFocusIn=${focus}>
      ${found.map(
        (one) => html`
        <${SearchResultRow}
          key=${one.id}
          found=${one}
          mixed=${mixed}
          onOpen=${() => onOpen(one)}
        />
      `,
      )}
    </ul>
    <p class="unseen" role="status">${turning ? 'Searching' : `${countWords(found.length, 'series', 'series')} on this page`}</p>
    <${Pager} page=${view.page} more=${more} hrefOf=${(page: number) => searchAddress({ ...view, page })} />
  `
}

const stopsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('.result-link') ?? [])]

function markStop(list: HTMLElement | null, chosen: HTMLElement | undefined): void {
  const all = stopsOf(list)
  const here = chosen && all.includes(chosen) ? chosen : all[0]
  for (const stop of all) stop.tabIndex = stop === here ? 0 : -1
}

/** Arrow keys move through the results in their visual order. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const all = stopsOf(list)
  const at = all.indexOf(event.target as HTMLElement)
  if (at < 0 || hasModifier(event)) return
  const top = all[0]?.offsetTop
  const columns = Math.max(1, all.filter((stop) => stop.offsetTop === top && top !== 0).length)
  const next = moveFocus(event.key, { at, count: all.length, columns, page: 3 })
  if (next === undefined) return
  event.preventDefault()
  all[next]?.focus()
  all[next]?.scrollIntoView?.({ block: 'nearest' })
}
