import { html } from '../../html'
import { SubjectName, ThingCover } from '../../panels/step-subject'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { Mark } from '../../parts/status/mark'
import { Progress } from '../../parts/status/progress'
import { isolated } from '../../parts/text/isolated'
import type { ItemControl } from './moves'
import { type QueueLine, shareWords } from './queue-line'

export type QueueRowProps = {
  line: QueueLine
  onRemove: () => unknown
  onRetry: () => unknown
  onControl: (change: ItemControl) => unknown
}

const ORDERS = [
  { change: 'first', place: 'Download first', priority: 'Download first', icon: 'arrow-up' },
  { change: 'up', place: 'Move up', priority: 'Raise priority', icon: 'chevron-up' },
  { change: 'down', place: 'Move down', priority: 'Lower priority', icon: 'chevron-down' },
  { change: 'last', place: 'Download last', priority: 'Download last', icon: 'arrow-down' },
] as const

/** One download: its subject, its progress and its client. */
export function QueueRowView({ line, onRemove, onRetry, onControl }: QueueRowProps) {
  const { key, thing, file, mark, word, share, moves, facts, client, order, hasPriority, detail, canRetry, controls } =
    line
  const now = controls.includes('resume') ? 'resume' : controls.includes('pause') ? 'pause' : undefined
  const orders = ORDERS.filter(({ change }) => controls.includes(change))
  const items = [
    ...orders.map(({ change, icon, ...labels }) => ({
      label: hasPriority ? labels.priority : labels.place,
      icon,
      onPick: () => onControl(change),
    })),
    { label: 'Remove', icon: 'trash' as const, danger: true, apart: orders.length > 0, onPick: onRemove },
  ]
  const percent = shareWords(share)
  return html`
    <li class="activity-row queue-row" data-stop=${key} tabindex="-1" aria-label=${[thing.label, word, percent, client].filter(Boolean).join(', ')}>
      <${ThingCover} thing=${thing} width=${44} />
      <div class="activity-what">
        <p><${SubjectName} thing=${thing} /></p>
        <small title=${file}>${isolated([client, order, file !== thing.label && file].filter(Boolean).join(' · '))}</small>
      </div>
      <div class="queue-how">
        <p class="queue-state"><${Mark} state=${mark} word=${word} />${moves && percent && html`<b>${percent}</b>`}</p>
        ${moves && html`<${Progress} label=${`${thing.label}: ${word}`} value=${share} />`}
        ${facts.length > 0 && html`<p class="queue-facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>`}
        ${detail && html`<p class="queue-detail">${isolated(detail)}</p>`}
      </div>
      <div class="queue-does">
        ${canRetry && html`<${Button} kind="quiet" size="small" icon="refresh" label=${`Retry ${thing.label}`} onClick=${onRetry} />`}
        ${now && html`<${Button} kind="quiet" size="small" icon=${now === 'pause' ? 'pause' : 'play'} label=${`${now === 'pause' ? 'Pause' : 'Resume'} ${thing.label}`} onClick=${() => onControl(now)} />`}
        <${Menu} title=${`More about ${thing.label}`} items=${items} />
      </div>
    </li>
  `
}
