import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { session } from '../../state/session'
import { setupStep } from '../../state/setup-step'
import { Scene } from './scene'
import { StepAccount } from './step-account'
import { StepFolders } from './step-folders'
import { StepScan } from './step-scan'
import { StepStart } from './step-start'
import { StepTablet } from './step-tablet'

export const STEPS = ['account', 'start', 'folders', 'tablet', 'scan'] as const
export type Step = (typeof STEPS)[number]

export const isStep = (text: string | undefined): text is Step => STEPS.includes(text as Step)

/** The choices so far; each step adds to them, and the picture follows. */
export type SetupChoices = { comic_dir: string; manga_dir: string; lan: boolean }

/** Five steps. The step is in the address for a reload, and stored for a page that is closed. */
export function Setup({ step }: { step: Step }) {
  const { route } = useLocation()
  const here = session.value
  const [typed, setTyped] = useState('')
  const chosen = useChosen(step !== 'account')
  const at = STEPS.indexOf(step)
  const go = (next: Step) => route(`/login?step=${next}`)
  useEffect(() => {
    if (step !== 'account') setupStep.keep(step)
  }, [step])
  const name = (here.is === 'in' ? here.username : typed).trim()
  const shop = {
    name: name ? `${name}’s comics` : 'Your comics',
    light: at >= 1,
    comics: at >= 2 && chosen.now.comic_dir !== '',
    manga: at >= 2 && chosen.now.manga_dir !== '',
    tablet: at >= 3,
    waves: at >= 3 && chosen.now.lan,
    open: at >= 4,
  }
  return html`
    <${Scene} shop=${shop}>
      <${Steps} at=${at} />
      ${step === 'account' && html`<${StepAccount} onName=${setTyped} onDone=${() => go('start')} />`}
      ${step === 'start' && html`<${StepStart} onDone=${() => go('folders')} />`}
      ${step === 'folders' && html`<${StepFolders} ...${chosen} onDone=${() => go('tablet')} />`}
      ${step === 'tablet' && html`<${StepTablet} ...${chosen} onBack=${() => go('folders')} onDone=${() => go('scan')} />`}
      ${step === 'scan' && html`<${StepScan} ...${chosen} onBack=${() => go('tablet')} />`}
    <//>
  `
}

function Steps({ at }: { at: number }) {
  return html`
    <p class="login-steps">
      <span class="login-panels" aria-hidden="true">${STEPS.map((step, own) => html`<i key=${step} data-done=${own <= at || undefined}></i>`)}</span>
      Step ${at + 1} of ${STEPS.length}
    </p>
  `
}

/** The saved settings, overridden by choices that were just made. */
function useChosen(ready: boolean): { now: SetupChoices; choose: (change: Partial<SetupChoices>) => void } {
  const { data } = useQuery('GET /api/config', ready ? undefined : null)
  const [changes, setChanges] = useState<Partial<SetupChoices>>({})
  const text = (key: string) => (typeof data?.[key] === 'string' ? String(data[key]) : '')
  const saved = { comic_dir: text('comic_dir'), manga_dir: text('manga_dir'), lan: text('http_host') === '0.0.0.0' }
  return { now: { ...saved, ...changes }, choose: (change) => setChanges((old) => ({ ...old, ...change })) }
}
