import { ErrorBoundary, lazy, useLocation } from 'preact-iso'
import { pathsIn } from '../../forms/option-field'
import { useOptionForm } from '../../forms/option-form'
import type { GuideSheetProps } from '../../guide/guide-sheet'
import { type Component, html, useEffect, useLayoutEffect, useState } from '../../html'
import { removeStartScreen } from '../../start-screen'
import { session } from '../../state/session'
import { setupStep } from '../../state/setup-step'
import { ShopScene } from './scene'
import { StepAccount } from './step-account'
import { StepFolders } from './step-folders'
import { StepSources } from './step-sources'
import { StepTablet } from './step-tablet'
import { STEPS, type Step, Steps } from './steps'

const GuideSheet: Component<GuideSheetProps> = lazy(() => import('../../guide/guide-sheet').then((m) => m.GuideSheet))

const [FOLDERS, TABLET] = [STEPS.indexOf('folders'), STEPS.indexOf('tablet')]

/** The choices so far, which the drawing shows. */
export type SetupChoices = {
  comics: readonly string[]
  manga: readonly string[]
  lan: boolean
  /** Whether other devices read in the browser. */
  reads: boolean
}

/** The step is in the address; the server also keeps the step, in case the page is closed. */
export function Setup({ step }: { step: Step }) {
  const { route } = useLocation()
  const here = session.value
  const [typed, setTyped] = useState('')
  const [help, setHelp] = useState(false)
  const { form, ...chosen } = useChosen(step !== 'account')
  const at = STEPS.indexOf(step)
  useLayoutEffect(removeStartScreen, [])
  const go = (next: Step) => route(`/login?step=${next}`)
  useEffect(() => {
    if (step !== 'account') setupStep.change(step)
  }, [step])
  const name = (here.is === 'in' ? here.username : typed).trim()
  const shop = {
    name: name ? `${name}’s comics` : 'Your comics',
    light: at >= 1,
    comics: at >= FOLDERS && chosen.now.comics.length > 0,
    manga: at >= FOLDERS && chosen.now.manga.length > 0,
    tablet: at >= TABLET,
    waves: at >= TABLET && chosen.now.lan,
    open: at >= TABLET && chosen.now.comics.length + chosen.now.manga.length > 0,
  }
  return html`
    <${ShopScene} shop=${shop}>
      <${Steps} at=${at} onHelp=${() => setHelp(true)} />
      ${step === 'account' && html`<${StepAccount} onName=${setTyped} onDone=${() => go('folders')} />`}
      ${step === 'folders' && html`<${StepFolders} now=${chosen.now} form=${form} onDone=${() => go('sources')} />`}
      ${step === 'sources' && html`<${StepSources} form=${form} onBack=${() => go('folders')} onDone=${() => go('tablet')} />`}
      ${step === 'tablet' && html`<${StepTablet} ...${chosen} onBack=${() => go('sources')} />`}
    <//>
    ${help && html`<${ErrorBoundary}><${GuideSheet} place="getting-started#set-up-panelkeep" onClose=${() => setHelp(false)} /><//>`}
  `
}

/** The saved settings, overridden by a choice that is being saved. */
function useChosen(ready: boolean) {
  const { form } = useOptionForm(ready)
  const [saving, setSaving] = useState<Partial<Pick<SetupChoices, 'lan' | 'reads'>>>({})
  const now: SetupChoices = {
    comics: pathsIn(form?.value('comic_dirs')),
    manga: pathsIn(form?.value('manga_dirs')),
    lan: saving.lan ?? form?.value('http_host') === '0.0.0.0',
    reads: saving.reads ?? form?.isOn('read_remote') ?? false,
  }
  return { form, now, choose: (change: typeof saving) => setSaving((before) => ({ ...before, ...change })) }
}
