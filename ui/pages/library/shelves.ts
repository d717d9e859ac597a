import { html, type Signal, signal } from '../../html'
import { useStrip } from '../../panels/continue-strip'
import { type ShelfRow, useShelves } from '../../panels/shelves'
import { Button } from '../../parts/controls/button'

const KEY = 'panelkeep.library-shelf'
const HIDDEN = 'none'

let chosen: Signal<string> | undefined

/** The row that this browser shows above the library; empty until the user chooses. */
function chosenShelf(): Signal<string> {
  chosen ??= signal(localStorage.getItem(KEY) ?? '')
  return chosen
}

function choose(name: string): void {
  chosenShelf().value = name
  localStorage.setItem(KEY, name)
}

/** The shown one of the rows that have entries. */
export function shownShelf(names: readonly string[]): string | undefined {
  const name = chosenShelf().value
  if (name === HIDDEN) return undefined
  return names.includes(name) ? name : names[0]
}

/** One row of covers above the library, with the titles of the other rows beside its own. */
export function Shelves() {
  const rows = useShelves()
  const shown = shownShelf(rows.map(({ name }) => name))
  const row = rows.find(({ name }) => name === shown)
  if (rows.length === 0) return null
  return html`
    <section class="continue library-shelf" aria-label="Shelves" data-away=${!row || undefined}>
      <div class="library-shelf-head">
        ${rows.map(({ name, title }) => html`<button key=${name} type="button" aria-pressed=${name === shown} onClick=${() => choose(name)}>${title}</button>`)}
        <${Button}
          kind="quiet"
          size="small"
          icon=${row ? 'chevron-up' : 'chevron-down'}
          label=${row ? 'Hide the shelf' : 'Show the shelf'}
          onClick=${() => choose(row ? HIDDEN : '')}
        />
      </div>
      ${row && html`<${Row} key=${row.name} row=${row} />`}
    </section>
  `
}

function Row({ row }: { row: ShelfRow }) {
  const { onScroll, isBeyond } = useStrip()
  return html`<ul aria-label=${row.title} onScroll=${onScroll}>${row.draw(isBeyond)}</ul>`
}
