import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import type { PublisherCount } from './view'

export type PublisherSheetProps = {
  publishers: readonly PublisherCount[]
  hidden: ReadonlySet<string>
  onChange: (hidden: Set<string>) => void
  onClose: () => void
}

/** Which publishers are shown among everyone's releases. */
export function PublisherSheet({ publishers, hidden, onChange, onClose }: PublisherSheetProps) {
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  const absent = [...hidden].filter((key) => !publishers.some((one) => one.key === key))
  const foot = html`<${Button} disabled=${hidden.size === 0} onClick=${() => onChange(new Set())}>Show all<//>`
  return html`
    <${Dialog} open title="Publishers" kind="sheet" foot=${foot} onClose=${onClose}>
      <p class="publisher-about">Releases of hidden publishers are not shown in this browser, except for series you follow.</p>
      <ul class="publisher-list">
        ${publishers.map(({ key, name, count }) => html`<${Line} key=${key} name=${name} count=${count} on=${!hidden.has(key)} onChange=${() => toggle(key)} />`)}
        ${absent.map((key) => html`<${Line} key=${key} name=${key || 'No publisher'} count=${0} on=${false} onChange=${() => toggle(key)} />`)}
      </ul>
    <//>
  `
}

type LineProps = { name: string; count: number; on: boolean; onChange: () => void }

function Line({ name, count, on, onChange }: LineProps) {
  return html`
    <li>
      <label>
        <input type="checkbox" checked=${on} onChange=${onChange} />
        <span>${name}</span>
        <small>${count > 0 ? count : ''}</small>
      </label>
    </li>
  `
}
