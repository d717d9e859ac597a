import { html } from '../../html'
import type { SetupStep } from '../../state/setup-step'

export const STEPS = ['account', 'start', 'folders', 'sources', 'tablet', 'scan'] as const satisfies readonly (
  | 'account'
  | SetupStep
)[]
export type Step = (typeof STEPS)[number]

export const isStep = (text: string | undefined): text is Step => STEPS.includes(text as Step)

export function Steps({ at, onHelp }: { at: number; onHelp: () => void }) {
  return html`
    <p class="login-steps">
      <span class="login-panels" aria-hidden="true">${STEPS.map((step, own) => html`<i key=${step} data-done=${own <= at || undefined}></i>`)}</span>
      Step ${at + 1} of ${STEPS.length}
      <button type="button" onClick=${onHelp}>Help</button>
    </p>
  `
}
