import { html, useEffect, useState } from '../../../html'
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
function shouldShowZones(): boolean {
  if (!matchMedia('(pointer: coarse)').matches || localStorage.getItem(MET) !== null) return false
  try {
    localStorage.setItem(MET, 'yes')
    return true
  } catch {
    return false // Without storage they would appear every time.
  }
}

const USES = ['pointerdown', 'wheel', 'keydown'] as const

/** Whether the zones are shown: until the first touch, key or turn of the wheel, which still reaches the page. */
export function useZonesHint(): boolean {
  const [shown, setShown] = useState(shouldShowZones)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(false)
    for (const each of USES) addEventListener(each, hide, { passive: true, capture: true })
    return () => {
      for (const each of USES) removeEventListener(each, hide, { capture: true })
    }
  }, [shown])
  return shown
}

/** The zones over the page. */
export function TapZonesHint({ rule }: { rule: ZoneRule }) {
  return html`<div class="reader-zones-once" role="img" aria-label="Tap zones"><${ZoneFields} rule=${rule} /></div>`
}
