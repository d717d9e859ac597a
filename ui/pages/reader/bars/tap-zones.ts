import { html } from '../../../html'
import { type ZoneRule, zoneAt } from '../stage/zones'

const ACROSS = [0.1, 0.5, 0.9]
const DOWN = [0.12, 0.5, 0.88]
const WORDS = { next: 'Next', back: 'Back', middle: 'Controls' }

/** The tap zones: nine fields, each label once in the middle of its zone. */
export function ZoneFields({ rule }: { rule: ZoneRule }) {
  const spots = DOWN.flatMap((y) => ACROSS.map((x) => zoneAt(x, y, { width: 1, height: 1 }, rule)))
  const across = !rule.oneHand && !rule.strip && rule.direction !== 'down'
  const isNamed = (at: number) => (across ? at > 2 && at < 6 : at % 3 === 1 || (rule.oneHand && at > 2 && at < 6))
  return spots.map((zone, at) => html`<span key=${at} data-zone=${zone}>${isNamed(at) && WORDS[zone]}</span>`)
}

const MET = 'panelkeep.reader.met'

/** Whether to show the zones over the page: once on each phone. Moving a mouse shows the controls anyway. */
export function shouldShowZones(): boolean {
  if (!matchMedia('(pointer: coarse)').matches || localStorage.getItem(MET) !== null) return false
  try {
    localStorage.setItem(MET, 'yes')
    return true
  } catch {
    return false // Without storage they would appear every time.
  }
}

/** The zones over the page. Taps go through to the page, and hide it. */
export function TapZonesHint({ rule }: { rule: ZoneRule }) {
  return html`<div class="reader-zones-once" role="img" aria-label="Tap zones"><${ZoneFields} rule=${rule} /></div>`
}
