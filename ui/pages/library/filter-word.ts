import '../../parts/lists/filter-word.css'
import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'
import { numberWords } from '../../parts/text/format'
import type { FilterChoice } from './filter-groups'
import type { LibraryView } from './view'

/** A filter as a word: a click turns the filter on or off. */
export function FilterWord({ choice, onView }: { choice: FilterChoice; onView: (view: LibraryView) => void }) {
  const { label, count, on, next } = choice
  return html`
    <button class="filter-word" type="button" aria-pressed=${on} onClick=${() => onView(next)}>
      ${label}${count !== undefined && html`<span>${numberWords(count)}</span>`}${on && html`<${Icon} name="close" size="small" />`}
    </button>
  `
}
