import { html } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'
import { ZoneFields } from '../bars/tap-zones'
import { KEY_WORDS } from '../input/keys'
import type { ZoneRule } from '../stage/zones'

export type HelpSheetProps = { rule: ZoneRule; onClose: () => void }

/** The keys, and a small picture of the tap zones. */
export function HelpSheet({ rule, onClose }: HelpSheetProps) {
  return html`
    <${Dialog} open kind="sheet" title="Keys and taps" help="reading#reader" onClose=${onClose}>
      <div class="reader-help">
        <dl>
          ${KEY_WORDS.map(
            ([keys, does]) => html`
              <div key=${keys}>
                <dt>${keys.split(' ').map((key) => html`<kbd key=${key}>${key}</kbd>`)}</dt>
                <dd>${does}</dd>
              </div>
            `,
          )}
        </dl>
        <div class="reader-zones" role="img" aria-label="Tap zones">
          <${ZoneFields} rule=${rule} />
        </div>
        <p>Tap twice in the middle or pinch to zoom. Pull a page aside to turn it.</p>
      </div>
    <//>
  `
}
