import './pager.css'
import { html } from '../html'
import { Button } from './button'
import { numberWords } from './cover-words'

/** Turns the pages of a list. Pages are links, so that Back and a new tab do what one expects. */
export type PagerProps = { page: number; perPage: number; total: number; hrefOf: (page: number) => string }

export function Pager({ page, perPage, total, hrefOf }: PagerProps) {
  const pages = Math.ceil(total / perPage)
  if (pages < 2) return null
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const turn = (to: number, icon: string, label: string) =>
    to >= 1 && to <= pages && html`<${Button} icon=${icon} label=${label} href=${hrefOf(to)} />`
  return html`
    <nav class="pager" aria-label="Pages of the list">
      <span>${turn(page - 1, 'arrow-left', 'Page before')}</span>
      <p>${numberWords(first)} to ${numberWords(last)} of ${numberWords(total)}</p>
      <span>${turn(page + 1, 'arrow-right', 'Next page')}</span>
    </nav>
  `
}
