import '../../parts/lists/filter-word.css'
import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'
import { SEARCH_SORTS, type SearchKind, type SearchSort } from './view'

/** The order of the results; each has a fixed direction. */
export function SortWord({
  kind,
  sort,
  onChange,
}: {
  kind: SearchKind
  sort: SearchSort
  onChange: (sort: SearchSort) => void
}) {
  return html`
    <label class="filter-word">
      <span class="unseen">Order</span>
      <select value=${sort} onChange=${(event: Event) => onChange((event.currentTarget as HTMLSelectElement).value as SearchSort)}>
        ${SEARCH_SORTS[kind].map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === sort}>${label}</option>`)}
      </select>
      <${Icon} name="chevron-down" size="small" />
    </label>
  `
}
