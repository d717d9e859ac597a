import { html } from '../../html'
import type { SetupStep } from '../../state/setup-step'

export const STEPS = ['account', 'folders', 'sources', 'tablet'] as const satisfies readonly ('account' | SetupStep)[]
export type Step = (typeof STEPS)[number]

/** Steps of a setup that an earlier version left. */
const MERGED: Record<string, Step> = { start: 'folders', scan: 'tablet' }

/** The step with a name; undefined for other text. */
export function stepNamed(text: string | undefined): Step | undefined {
  return STEPS.find((step) => step === text) ?? MERGED[text ?? '']
}

export function Steps({ at, onHelp }: { at: number; onHelp: () => void }) {
  return html`
    <p class="login-steps">
      <span class="login-panels" aria-hidden="true">${STEPS.map((step, own) => html`<i key=${step} data-done=${own <= at || undefined}></i>`)}</span>
      Step ${at + 1} of ${STEPS.length}
      <button type="button" onClick=${onHelp}>Help</button>
    </p>
  `
}
