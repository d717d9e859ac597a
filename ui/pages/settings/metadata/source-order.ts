import { type ProviderName, providerNames, providerOf } from '../../../../src/base/providers/descriptors'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'

/**
 * The order in which providers win where their data differs. `order` is the saved value; providers that it lacks come
 * last.
 */
export function SourceOrder({ order, onChange }: { order: string; onChange: (order: string) => void }) {
  const named = order.split(',').map((name) => name.trim()) as ProviderName[]
  const all = [...new Set([...named.filter((name) => providerNames.includes(name)), ...providerNames])]
  const up = (at: number) => {
    const next = [...all]
    next.splice(at - 1, 0, ...next.splice(at, 1))
    onChange(next.join(','))
  }
  return html`
    <ol class="source-order">
      ${all.map((name, at) => {
        const { label } = providerOf(name)
        return html`
          <li key=${name}>
            <span>${label}</span>
            ${at > 0 && html`<${Button} kind="quiet" size="small" icon="arrow-up" label=${`Move ${label} up`} onClick=${() => up(at)} />`}
          </li>
        `
      })}
    </ol>
  `
}
