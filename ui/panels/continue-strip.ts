import './continue-strip.css'
import type { Reply } from '../api/contract'
import { useQuery } from '../api/query'
import { html, useEffect } from '../html'
import { Cover } from '../parts/covers/cover'
import { ReadLine } from '../parts/covers/cover-tile'
import { readPath } from '../parts/text/read-path'
import { progress } from '../state/progress'

type Item = Reply<'GET /api/reading/continue'>['items'][number]

const MOST = 20
const COVER = 112

/** The issues in progress and the next ones; nothing when there are none. */
export function ContinueStrip() {
  const { data } = useQuery('GET /api/reading/continue', { query: { limit: MOST } })
  // Sends progress from reading without a connection before anything else.
  useEffect(() => void progress().flush(), [])
  if (!data || data.items.length === 0) return null
  return html`
    <section class="continue" aria-labelledby="continue-title">
      <h2 id="continue-title">Continue reading</h2>
      <ul>${data.items.map((item) => html`<${Entry} key=${item.issue_id} item=${item} />`)}</ul>
    </section>
  `
}

function Entry({ item }: { item: Item }) {
  const { issue_id, series_name, label, image, percent, state, list } = item
  const words = wordsOf(item)
  return html`
    <li>
      <a href=${readPath(issue_id, list?.list_id)} aria-label=${[series_name, label, words].join(', ')}>
        <span class="continue-cover">
          <${Cover} name=${series_name} src=${image} mark=${label} width=${COVER} />
          ${state === 'reading' && html`<${ReadLine} share=${percent} />`}
        </span>
        <b>${series_name}</b>
        <span>${state === 'next' ? `Next: ${label}` : list ? `${label} · ${list.name}` : label}</span>
      </a>
    </li>
  `
}

/** "Page 14 of 24", "Next", "Next in Reading list" */
export function wordsOf({
  state,
  page,
  page_count,
  list,
}: Pick<Item, 'state' | 'page' | 'page_count' | 'list'>): string {
  if (list) return `Next in ${list.name}`
  return state === 'next' ? 'Next' : `Page ${page + 1} of ${page_count}`
}
