import './picks-bar.css'
import { type ComponentChildren, html } from '../../html'
import { Button } from '../controls/button'

/** The bar that is shown while entries are selected. `children` are the actions. */
export type PicksBarProps = {
  /** "3 series": the count and the noun. */
  text: string
  /** "Select all 214"; left out when all are. */
  all?: string
  onAll?: () => unknown
  onClear: () => void
  children?: ComponentChildren
}

export function PicksBar({ text, all, onAll, onClear, children }: PicksBarProps) {
  return html`
    <div class="cover-bar" role="toolbar" aria-label="Selection">
      <${Button} kind="quiet" icon="close" label="Stop selecting" onClick=${onClear} />
      <p role="status">${text}</p>
      ${all && html`<button class="cover-bar-all" type="button" onClick=${onAll}>${all}</button>`}
      <div class="cover-bar-actions">${children}</div>
    </div>
  `
}
