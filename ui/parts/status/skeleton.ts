import './skeleton.css'
import { html } from '../../html'

/** The outline of what is being loaded: rows of text, or covers on the wall. */
export type SkeletonProps = { kind?: 'rows' | 'covers' | 'text'; count?: number; label?: string }

export function Skeleton({ kind = 'rows', count = 6, label = 'Loading' }: SkeletonProps) {
  return html`
    <div class="skeleton" data-kind=${kind} role="status" aria-label=${label}>
      ${Array.from({ length: count }, (_, at) => html`<span key=${at}></span>`)}
    </div>
  `
}
