import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Mark } from '../../parts/status/mark'
import { Progress } from '../../parts/status/progress'
import { type QueueLine, shareWords } from './queue-line'
import { ThingCover, ThingName } from './step-subject'

export type QueueRowProps = { line: QueueLine; onCancel: () => unknown; onRetry: () => unknown }

/** One download: its subject, its progress and its client. */
export function QueueRowView({ line, onCancel, onRetry }: QueueRowProps) {
  const { key, thing, file, mark, word, share, moves, facts, client, detail, canRetry } = line
  const percent = shareWords(share)
  return html`
    <li class="activity-row queue-row" data-stop=${key} tabindex="-1" aria-label=${[thing.label, word, percent, client].filter(Boolean).join(', ')}>
      <${ThingCover} thing=${thing} width=${44} />
      <div class="activity-what">
        <p><${ThingName} thing=${thing} /></p>
        <small title=${file}>${[client, file !== thing.label && file].filter(Boolean).join(' · ')}</small>
      </div>
      <div class="queue-how">
        <p class="queue-state"><${Mark} state=${mark} word=${word} />${moves && percent && html`<b>${percent}</b>`}</p>
        ${moves && html`<${Progress} label=${`${thing.label}: ${word}`} value=${share} />`}
        ${facts.length > 0 && html`<p class="queue-facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>`}
        ${detail && html`<p class="queue-detail">${detail}</p>`}
      </div>
      <div class="queue-does">
        ${canRetry && html`<${Button} kind="quiet" size="small" icon="refresh" label=${`Try ${thing.label} again`} onClick=${onRetry} />`}
        <${Button} kind="quiet" size="small" icon="close" label=${`Call off ${thing.label}`} onClick=${onCancel} />
      </div>
    </li>
  `
}
