import './continue-strip.css'
import type { Reply } from '../api/contract'
import { html, useState } from '../html'
import { Cover } from '../parts/covers/cover'
import { ReadLine } from '../parts/covers/cover-tile'
import { readPath } from '../parts/text/read-path'

type Item = Reply<'GET /api/reading/continue'>['items'][number]

const COVER = 112
/** A cover and the gap beside it, at least. */
const STEP = 124

/** Covers beyond the edge of a strip are fetched when it is scrolled: lists below it are in sight and it is not. */
export function useStrip() {
  const [scrolled, setScrolled] = useState(false)
  const seen = stripEnd()
  return { onScroll: () => setScrolled(true), isBeyond: (at: number) => !scrolled && at >= seen }
}

/** The number of covers in sight until a strip is scrolled. */
export const stripEnd = () => Math.ceil(window.innerWidth / STEP)

export function ContinueEntry({ item, waits }: { item: Item; waits: boolean }) {
  const { issue_id, series_name, label, image, percent, state, page, page_count, list } = item
  const reading = state === 'reading'
  const line = state === 'next' ? `Next: ${label}` : list ? `${label} · ${list.name}` : label
  // Begins with the visible words, so that voice control finds the link.
  const spoken = [series_name, line, ...(reading ? [`Page ${page + 1} of ${page_count}`] : [])].join(', ')
  return html`
    <li>
      <a href=${readPath(issue_id, list?.list_id)} aria-label=${spoken}>
        <span class="continue-cover">
          <${Cover} name=${series_name} src=${image} mark=${label} width=${COVER} waits=${waits} />
          ${reading && html`<${ReadLine} share=${percent} />`}
        </span>
        <b>${series_name}</b>${' '}
        <span>${line}</span>
      </a>
    </li>
  `
}
