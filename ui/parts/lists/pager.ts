import './pager.css'
import { html } from '../../html'
import { Button } from '../controls/button'

/** The pager of a list of unknown length. Pages are links, so that Back works. */
export type PagerProps = { page: number; more: boolean; hrefOf: (page: number) => string }

export function Pager({ page, more, hrefOf }: PagerProps) {
  if (page === 1 && !more) return null
  const turn = (to: number, icon: string, label: string) =>
    html`<${Button} kind="quiet" icon=${icon} label=${label} href=${hrefOf(to)} />`
  return html`
    <nav class="pager" aria-label="Pages of the list">
      <span>${page > 1 && turn(page - 1, 'arrow-left', 'Page before')}</span>
      <p>Page ${page}</p>
      <span>${more && turn(page + 1, 'arrow-right', 'Next page')}</span>
    </nav>
  `
}
