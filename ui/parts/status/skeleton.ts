import './skeleton.css'
import { html } from '../../html'

/** A placeholder while loading: rows of text, or covers. */
export type SkeletonProps = { kind?: 'rows' | 'covers' | 'text'; count?: number; label?: string }

export function Skeleton({ kind = 'rows', count = 6, label = 'Loading' }: SkeletonProps) {
  return html`
    <div class="skeleton" data-kind=${kind} role="status" aria-label=${label}>
      ${Array.from({ length: count }, (_, at) => html`<span key=${at}></span>`)}
    </div>
  `
}
