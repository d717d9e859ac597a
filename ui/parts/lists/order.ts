import './filter-word.css'
import { html } from '../../html'
import { Button } from '../controls/button'

export type ListSort<Key extends string = string> = { value: Key; label: string; down: boolean }
/** The sort order of a list. `sorts` has the first direction of each key. */
export type OrderProps<Key extends string = string> = {
  sort: Key
  down: boolean
  sorts: readonly ListSort<Key>[]
  onChange: (order: { sort: Key; down: boolean }) => void
}

export function OrderChoice<Key extends string>({ sort, down, sorts, onChange }: OrderProps<Key>) {
  const change = (event: Event) => {
    const next = sorts.find(({ value }) => value === (event.currentTarget as HTMLSelectElement).value)
    if (next) onChange({ sort: next.value, down: next.down })
  }
  const turn = down ? 'Descending; reverse the order' : 'Ascending; reverse the order'
  return html`
    <div class="order">
      <label class="filter-word">
        <span class="unseen">Order</span>
        <select value=${sort} onChange=${change}>
          ${sorts.map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === sort}>${label}</option>`)}
        </select>
      </label>
      <${Button} kind="quiet" size="small" icon=${down ? 'arrow-down' : 'arrow-up'} label=${turn} onClick=${() => onChange({ sort, down: !down })} />
    </div>
  `
}
