import './progress.css'
import { html } from '../../html'

/** `value` from 0 to 1; left out while unknown. `label` names the task. */
export type ProgressProps = { label: string; value?: number; kind?: 'line' | 'bar' }

export function Progress({ label, value, kind = 'bar' }: ProgressProps) {
  const share = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return html`
    <progress class="progress" data-kind=${kind} data-open=${share === undefined || undefined} aria-label=${label} max="100" value=${share}></progress>
  `
}
