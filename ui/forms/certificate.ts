import { html } from '../html'
import { Switch } from '../parts/controls/field'

/** The switch that turns certificate checks on or off. */
export function Certificate({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return html`
    <div class="sheet-switch">
      <${Switch} label="Check its certificate" on=${on} onChange=${onChange} />
      ${!on && html`<p class="field-hint">Anybody on the way could pretend to be it. Only for an address in your own house.</p>`}
    </div>
  `
}
