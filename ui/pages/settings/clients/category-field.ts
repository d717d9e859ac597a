import { html } from '../../../html'
import { TextField } from '../../../parts/controls/field'
import type { ClientType } from './client-words'

/** Each client's name for the category of a download. */
const CATEGORY_LABELS: Partial<Record<ClientType, string>> = {
  sabnzbd: 'Category',
  nzbget: 'Category',
  qbittorrent: 'Category',
  transmission: 'Label',
  deluge: 'Label',
  rtorrent: 'Label',
}

export type CategoryFieldProps = {
  type: ClientType
  value: string
  /** The client's own categories, once they are loaded. */
  known: readonly string[]
  onInput: (value: string) => void
}

/** The category that Panelkeep uses in the client, typed or chosen from the client's own. */
export function CategoryField({ type, value, known, onInput }: CategoryFieldProps) {
  const label = CATEGORY_LABELS[type]
  if (!label) return null
  const hint = `Keeps comics apart from what else it downloads. Empty uses no ${label.toLowerCase()}.`
  const own = known.filter((one) => one !== '' && one !== '*')
  return html`
    <div class="client-category">
      <${TextField} label=${label} value=${value} hint=${hint} onInput=${onInput} />
      ${
        own.length > 0 &&
        html`<div class="client-choices" role="group" aria-label="What it has">
          <span>It has</span>
          ${own.map((one) => html`<button key=${one} type="button" aria-pressed=${one === value} onClick=${() => onInput(one)}>${one}</button>`)}
        </div>`
      }
    </div>
  `
}
