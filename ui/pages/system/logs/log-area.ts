import '../../../parts/lists/filter-word.css'
import { html } from '../../../html'
import { Icon } from '../../../parts/icons/icon'

export type LogAreaProps = { areas: readonly string[]; area: string; onChange: (area: string) => void }

/** The part of Panelkeep whose lines are shown. */
export function LogArea({ areas, area, onChange }: LogAreaProps) {
  // The selected area stays in the list, even without lines.
  const all = area === '' || areas.includes(area) ? areas : [...areas, area]
  const change = (event: Event) => onChange((event.currentTarget as HTMLSelectElement).value)
  return html`
    <label class="filter-word" data-on=${area !== '' || undefined}>
      <span class="unseen">Part</span>
      <select value=${area} onChange=${change}>
        <option value="" selected=${area === ''}>All parts</option>
        ${all.map((one) => html`<option key=${one} value=${one} selected=${one === area}>${one}</option>`)}
      </select>
      <${Icon} name="chevron-down" size="small" />
    </label>
  `
}
