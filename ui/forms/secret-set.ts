import './secret-field.css'
import { html } from '../html'
import { Button } from '../parts/controls/button'
import { Mark } from '../parts/status/mark'

export type SecretSetProps = { label: string; actions: readonly { word: string; run: () => unknown }[] }

/** A saved key or password: shown as set, with its actions. */
export function SecretSet({ label, actions }: SecretSetProps) {
  return html`
    <div class="secret" role="group" aria-label=${label}>
      <span class="field-label">${label}</span>
      <${Mark} state="have" word="Set" />
      ${actions.map(({ word, run }) => html`<${Button} key=${word} kind="quiet" size="small" onClick=${() => run()}>${word}<//>`)}
    </div>
  `
}
