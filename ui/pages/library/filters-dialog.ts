import './filters-dialog.css'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { isReader } from '../../state/user'
import { filterGroups, NAMES } from './filter-groups'
import { FilterWord } from './filter-word'
import type { FiltersProps } from './filters'
import { NameFilter } from './name-filter'
import { isLibraryFiltered, withoutFilters, yearsIn } from './view'

export type FiltersDialogProps = Pick<FiltersProps, 'view' | 'facets' | 'onView'> & { onClose: () => void }

/** Every filter of the library. Each click applies at once. */
export function FiltersDialog({ view, facets, onView, onClose }: FiltersDialogProps) {
  const foot = html`
    ${isLibraryFiltered(view) && html`<${Button} onClick=${() => onView(withoutFilters(view))}>Clear filters<//>`}
    <${Button} kind="main" onClick=${onClose}>Done<//>
  `
  return html`
    <${Dialog} open kind="sheet" title="Filters" help="library#filters-and-saved-views" onClose=${onClose} foot=${foot}>
      ${filterGroups(view, facets, isReader()).map(
        ({ title, choices }) => html`
          <section class="filter-group" key=${title}>
            <h3>${title}</h3>
            <div role="group" aria-label=${title}>
              ${choices.map((choice) => html`<${FilterWord} key=${choice.key} choice=${choice} onView=${onView} />`)}
            </div>
            ${title === NAMES && html`<${NameFilter} view=${view} onView=${onView} />`}
            ${title === 'Year' && html`<${Years} years=${view.years} onYears=${(years: string) => onView({ ...view, years })} />`}
          </section>
        `,
      )}
    <//>
  `
}

function Years({ years, onYears }: { years: string; onYears: (years: string) => void }) {
  const [text, setText] = useState(years)
  const error = text === '' || yearsIn(text) ? undefined : 'Enter a year or a range, such as 1986-1993.'
  const save = (event: Event) => {
    event.preventDefault()
    if (!error) onYears(text)
  }
  return html`
    <form class="filter-years" onSubmit=${save}>
      <${TextField} label="Year or range" value=${text} error=${error} onInput=${setText} />
      <${Button} type="submit" disabled=${error !== undefined || text === years} onClick=${save}>Apply<//>
    </form>
  `
}
