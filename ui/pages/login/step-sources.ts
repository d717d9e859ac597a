import { providerNames, providerOf } from '../../../src/base/providers/descriptors'
import type { OptionForm } from '../../forms/option-form'
import { html, useRef } from '../../html'
import { Button } from '../../parts/controls/button'
import { type SaveTyped, SourceKey } from './source-key'

type StepSourcesProps = { form: OptionForm | undefined; onBack: () => void; onDone: () => void }

const withKey = providerNames.filter((name) => providerOf(name).page.key !== undefined)
const without = providerNames.filter((name) => providerOf(name).needs === null).map((name) => providerOf(name).label)

/** The keys of metadata sources. Keys are optional: the step explains what works without them. */
export function StepSources({ form, onBack, onDone }: StepSourcesProps) {
  const typed = useRef(new Map<string, SaveTyped>())
  const any = form !== undefined && withKey.some((name) => providerOf(name).options.credentials.flat().some(form.isSet))
  const next = async () => {
    for (const save of typed.current.values()) if (!(await save())) return
    onDone()
  }
  return html`
    <div class="login-form">
      <h1>Add metadata sources?</h1>
      <p class="login-lead">They bring titles, covers, credits and release dates. The keys are free.</p>
      ${
        form &&
        withKey.map(
          (name) =>
            html`<${SourceKey} key=${name} name=${name} form=${form} onTyped=${(save: SaveTyped) => typed.current.set(name, save)} />`,
        )
      }
      <p class="login-foot">
        Without keys you can still scan, import and read: names, numbers and covers come from your files, and
        ${' '}${without.join(' and ')} describe manga. You can add keys later in Settings.
      </p>
      <div class="login-actions">
        <${Button} kind="quiet" size="large" onClick=${onBack}>Back<//>
        ${!any && html`<${Button} size="large" onClick=${onDone}>Skip<//>`}
        <${Button} kind="main" size="large" onClick=${next}>Continue<//>
      </div>
    </div>
  `
}
