import { html } from '../../../html'
import { bookish, type Caps } from './indexer-words'

export type CategoryTreeProps = {
  /** The categories of the indexer; without them only the numbers are shown. */
  caps: Caps | null
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

type Category = Caps['categories'][number]

/** Chooses the searched categories from the indexer's own tree. */
export function CategoryTree({ caps, chosen, onChange }: CategoryTreeProps) {
  const tree = caps?.categories ?? []
  const ids = new Set(tree.flatMap(({ id, sub }) => [id, ...sub.map((one) => one.id)]))
  const turn = (id: number, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const near = (one: Category) => bookish(one) || [one, ...one.sub].some(({ id }) => chosen.includes(id))
  const more = tree.filter((one) => !near(one))
  const strange = chosen
    .filter((id) => !ids.has(id))
    .map((id) => ({ id, name: id === 7030 ? 'Comics' : 'Other', sub: [] }))
  const group = (one: Category) => html`<${Group} key=${one.id} one=${one} chosen=${chosen} onTurn=${turn} />`
  return html`
    <fieldset class="categories">
      <legend class="field-label">Categories</legend>
      ${
        tree.length > 0 &&
        strange.length === chosen.length &&
        chosen.length > 0 &&
        html`
          <p class="field-hint" role="alert">This indexer does not have the chosen category. Choose one that it has.</p>
        `
      }
      ${[...strange, ...tree.filter(near)].map(group)}
      ${more.length > 0 && html`<details><summary>More categories</summary>${more.map(group)}</details>`}
      ${!caps && html`<p class="field-hint">Test the indexer to list its categories. Comics are usually 7030.</p>`}
      ${chosen.length === 0 && html`<p class="field-hint" role="alert">No category chosen: comics (7030) are searched.</p>`}
    </fieldset>
  `
}

type GroupProps = { one: Category; chosen: readonly number[]; onTurn: (id: number, on: boolean) => void }

function Group({ one, chosen, onTurn }: GroupProps) {
  const box = ({ id, name }: { id: number; name: string }) => html`
    <label key=${id}>
      <input type="checkbox" checked=${chosen.includes(id)} onChange=${(event: Event) => onTurn(id, (event.currentTarget as HTMLInputElement).checked)} />
      <span>${name}</span> <small>${id}</small>
    </label>
  `
  return html`
    <div class="category">
      ${box(one)}
      ${one.sub.length > 0 && html`<div class="category-sub">${one.sub.map(box)}</div>`}
    </div>
  `
}
