import { html } from '../html'
import { Switch } from '../parts/controls/field'

/** The switch that turns certificate checks on or off. */
export function Certificate({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return html`
    <div class="sheet-switch">
      <${Switch} label="Check its certificate" on=${on} onChange=${onChange} />
      ${!on && html`<p class="field-hint">Another server could pretend to be this one. Use this only for an address on your own network.</p>`}
    </div>
  `
}
