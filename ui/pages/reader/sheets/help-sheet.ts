import { html } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'
import { KEY_WORDS } from '../input/keys'
import { type ZoneRule, zoneAt } from '../stage/zones'

export type HelpSheetProps = { rule: ZoneRule; onClose: () => void }

const ACROSS = [0.1, 0.5, 0.9]
const DOWN = [0.12, 0.5, 0.88]
const WORDS = { next: 'On', back: 'Back', middle: 'Controls' }

/** The keys, and a small picture of the tap zones. */
export function HelpSheet({ rule, onClose }: HelpSheetProps) {
  const spots = DOWN.flatMap((y) => ACROSS.map((x) => zoneAt(x, y, { width: 1, height: 1 }, rule)))
  // Each label once, in the middle of its zone.
  const across = !rule.oneHand && !rule.strip && rule.direction !== 'down'
  const named = (at: number) => (across ? at > 2 && at < 6 : at % 3 === 1 || (rule.oneHand && at > 2 && at < 6))
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
        <div class="reader-zones" role="img" aria-label="What a tap does where">
          ${spots.map((zone, at) => html`<span key=${at} data-zone=${zone}>${named(at) && WORDS[zone]}</span>`)}
        </div>
        <p>Tap twice in the middle or pinch to zoom. Pull a page aside to turn it.</p>
      </div>
    <//>
  `
}
