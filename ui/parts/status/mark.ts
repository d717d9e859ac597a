import './mark.css'
import { html } from '../../html'

/** State by shape and word, never by colour alone. */
export type MarkState = 'have' | 'way' | 'wanted' | 'attention' | 'skipped' | 'unknown'
/** `wordless` hides the word from sight only. */
export type MarkProps = { state: MarkState; word?: string; wordless?: boolean }

const look: Record<MarkState, { word: string; shape: string }> = {
  have: {
    word: 'In the library',
    shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM4.600 8.200l1.200-1.200 1.500 1.500 3-3.200 1.200 1.100-4.200 4.500Z',
  },
  way: {
    word: 'In progress',
    shape:
      'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM7.200 4h1.600v4.300l1.500-1.500 1.100 1.100L8 11.300 4.600 7.900l1.100-1.100 1.500 1.500Z',
  },
  wanted: { word: 'Wanted', shape: 'M8 .5 15.500 8 8 15.500.5 8ZM8 3.300 3.300 8 8 12.700 12.700 8Z' },
  attention: {
    word: 'Needs attention',
    shape: 'M8 1 15.500 14.500H.5ZM7.100 6v4.200h1.800V6Zm0 5.400v1.700h1.800v-1.700Z',
  },
  skipped: { word: 'Skipped', shape: 'M2 7h12v2H2Z' },
  unknown: { word: 'Unknown', shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 2a5 5 0 1 1 0 10A5 5 0 0 1 8 3Z' },
}

export function Mark({ state, word = look[state].word, wordless }: MarkProps) {
  return html`
    <span class="mark" data-state=${state} title=${wordless ? word : undefined}>
      <svg class="mark-shape" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=${look[state].shape} /></svg>
      <span class=${wordless ? 'unseen' : 'mark-word'}>${word}</span>
    </span>
  `
}

/** A count beside a name: in flight, waiting, needing attention. Nothing at zero. */
export type BadgeProps = { count: number; label: string; kind?: 'quiet' | 'attention' }

export function Badge({ count, label, kind = 'quiet' }: BadgeProps) {
  if (count <= 0) return null
  return html`<span class="badge" data-kind=${kind}>${count > 999 ? '999+' : count}<span class="unseen"> ${label}</span></span>`
}
