import './letters.css'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { useStops } from '../../parts/lists/use-stops'
import type { ListQuery } from './pieces'

const ALPHABET = [...'#ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER = '…'
const SPOKEN: Record<string, string> = { '#': 'Digits and signs', [OTHER]: 'Other letters' }

/** Jumps to the first name with a letter. Letters without series are dimmed. */
export function Letters({ query, count }: { query: ListQuery; count: number }) {
  const { sort: _sort, order, ...filters } = query
  const letters = useQuery('GET /api/series/letters', { query: filters }).data?.letters
  const stops = useStops(() => false)
  if (!letters || letters.length < 2) return null
  const known = new Map(letters.map((one) => [one.letter, one]))
  const all = known.has(OTHER) ? [...ALPHABET, OTHER] : ALPHABET
  const jump = (letter: string, byKey: boolean) => {
    const one = known.get(letter)
    if (one) showEntry(order === 'desc' ? count - one.at - one.count : one.at, byKey)
  }
  return html`
    <nav class="letters" aria-label="Jump to a letter" ...${stops}>
      ${(order === 'desc' ? all.toReversed() : all).map(
        (letter) => html`
          <button
            key=${letter}
            type="button"
            data-stop=${letter}
            aria-disabled=${!known.has(letter)}
            aria-label=${SPOKEN[letter] ?? letter}
            onClick=${(event: MouseEvent) => jump(letter, event.detail === 0)}
          >${letter}</button>
        `,
      )}
    </nav>
  `
}

/** Room for the bar at the top of the window. */
const ABOVE = 84

/** Scrolls to an entry of the list, which draws only the rows near the window. */
function showEntry(at: number, focus: boolean): void {
  const list = document.querySelector<HTMLElement>('.library .virtual')
  if (!list) return
  const style = getComputedStyle(list)
  const columns = Number(style.getPropertyValue('--columns')) || 1
  const row = Number.parseFloat(style.getPropertyValue('--row'))
  const top = list.getBoundingClientRect().top + window.scrollY
  window.scrollTo(0, top + Math.floor(at / columns) * row - ABOVE)
  if (!focus) return
  // The row is drawn after the scroll event.
  const find = (tries: number) => {
    const entry = list.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (entry) entry.focus({ preventScroll: true })
    else if (tries > 0) requestAnimationFrame(() => find(tries - 1))
  }
  requestAnimationFrame(() => find(30))
}
