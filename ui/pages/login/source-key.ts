import '../../parts/dialogs/sheet.css'
import { type ProviderName, providerOf } from '../../../src/base/providers/descriptors'
import type { OptionName } from '../../api/contract'
import { useMutation } from '../../api/query'
import type { OptionForm } from '../../forms/option-form'
import { saveSecret } from '../../forms/saving'
import { TestButton, type TestResult } from '../../forms/test-button'
import { html, useEffect, useState } from '../../html'
import { PasswordField } from '../../parts/controls/field'
import { Icon } from '../../parts/icons/icon'

/** Saves a typed key that was not tested. False: the server refused the key. */
export type SaveTyped = () => Promise<boolean>

export type SourceKeyProps = { name: ProviderName; form: OptionForm; onTyped: (save: SaveTyped) => void }

/** The key of one metadata source: where to get it, its field, and a test. A key that passes is saved. */
export function SourceKey({ name, form, onTyped }: SourceKeyProps) {
  const { label, page, options } = providerOf(name)
  // Other ways to log in are in the settings.
  const option = options.credentials[0]?.[0] as OptionName
  const { label: named } = form.bind(option)
  const isSet = form.isSet(option)
  const [typed, setTyped] = useState('')
  const key = typed.trim()
  const test = useMutation('POST /api/metadata/providers/:provider/test')
  const [result, setResult] = useState<TestResult | undefined>(undefined)
  const save = async () => {
    if (key === '') return true
    const isSaved = await saveSecret(option, key, named)
    if (isSaved) setTyped('')
    return isSaved
  }
  useEffect(() => onTyped(save))
  const type = (text: string) => {
    setTyped(text)
    setResult(undefined)
  }
  const run = async () => {
    setResult(undefined)
    const reply = await test.run({ params: { provider: name }, body: key === '' ? {} : { [option]: key } })
    if (reply?.success) await save()
    setResult(reply)
  }
  const tried = test.error ? { success: false, detail: test.error.detail } : result
  return html`
    <section class="login-source" aria-label=${label}>
      <h2>${label}</h2>
      <p>${page.about}</p>
      ${
        page.key &&
        !isSet &&
        html`
          <p>
            ${page.key.text} <a href=${page.key.href} target="_blank" rel="noreferrer">${page.key.link}<${Icon} name="external" size="small" label="opens in a new tab" /></a>
          </p>
        `
      }
      <${PasswordField}
        label=${named}
        value=${typed}
        autocomplete="off"
        placeholder=${isSet ? 'Saved' : undefined}
        onInput=${type}
      />
      <${TestButton}
        words=${`Test ${label}`}
        busy=${test.busy}
        disabled=${key === '' && !isSet}
        tried=${tried}
        onTest=${run}
      />
    </section>
  `
}
