import '../../parts/dialogs/sheet.css'
import { type ProviderName, providerOf } from '../../../src/base/providers/descriptors'
import type { OptionName } from '../../api/contract'
import { useMutation } from '../../api/query'
import type { OptionForm } from '../../forms/option-form'
import { saveSecrets } from '../../forms/saving'
import { TestButton, type TestResult } from '../../forms/test-button'
import { html, useEffect, useState } from '../../html'
import { PasswordField, TextField } from '../../parts/controls/field'
import { Icon } from '../../parts/icons/icon'

/** Saves typed credentials that were not tested. False: the server refused them. */
export type SaveTyped = () => Promise<boolean>

export type SourceKeyProps = { name: ProviderName; form: OptionForm; onTyped: (save: SaveTyped) => void }

/** The credentials of one metadata source: where to get them, their fields, and a test. What passes is saved. */
export function SourceKey({ name, form, onTyped }: SourceKeyProps) {
  const { label, page, options } = providerOf(name)
  const ways = options.credentials as readonly (readonly OptionName[])[]
  // The way that is set, else the first.
  const [way, setWay] = useState(() =>
    Math.max(
      0,
      ways.findIndex((keys) => keys.every((key) => isFilled(form, key))),
    ),
  )
  const keys = ways[way] ?? []
  const isSet = keys.length > 0 && keys.every((key) => isFilled(form, key))
  const [typed, setTyped] = useState<Partial<Record<OptionName, string>>>({})
  const values = Object.fromEntries(keys.flatMap((key) => (typed[key]?.trim() ? [[key, typed[key]?.trim()]] : [])))
  const isTyped = Object.keys(values).length > 0
  const isWhole = keys.every((key) => values[key] !== undefined || isFilled(form, key))
  const test = useMutation('POST /api/metadata/providers/:provider/test')
  const [result, setResult] = useState<TestResult | undefined>(undefined)
  const save = async () => {
    if (!isTyped) return true
    const isSaved = await saveSecrets(values, label)
    if (isSaved) setTyped({})
    return isSaved
  }
  useEffect(() => onTyped(save))
  const type = (key: OptionName, text: string) => {
    setTyped({ ...typed, [key]: text })
    setResult(undefined)
  }
  const change = (next: number) => {
    setWay(next)
    setTyped({})
    setResult(undefined)
  }
  const run = async () => {
    setResult(undefined)
    const reply = await test.run({ params: { provider: name }, body: values })
    if (reply?.success) await save()
    setResult(reply)
  }
  const tried = test.error ? { success: false, detail: test.error.detail } : result
  const field = (key: OptionName) => {
    const shared = {
      label: form.bind(key).label,
      value: typed[key] ?? '',
      autocomplete: 'off',
      placeholder: isFilled(form, key) ? 'Saved' : undefined,
      onInput: (text: string) => type(key, text),
    }
    const isSecret = (options.secrets as readonly OptionName[]).includes(key)
    return isSecret
      ? html`<${PasswordField} key=${key} ...${shared} />`
      : html`<${TextField} key=${key} ...${shared} />`
  }
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
      ${keys.map(field)}
      ${ways.flatMap((other, at) => (at === way ? [] : [html`<button key=${at} class="login-other-way" type="button" onClick=${() => change(at)}>${wayWords(other, form, label)}</button>`]))}
      <${TestButton}
        words=${`Test ${label}`}
        busy=${test.busy}
        disabled=${!isWhole}
        tried=${tried}
        onTest=${run}
      />
    </section>
  `
}

/** A secret, or a name beside it, is saved. */
const isFilled = ({ isSet, value }: OptionForm, key: OptionName): boolean => isSet(key) || Boolean(value(key))

/** "Log in with user name and password" */
const wayWords = (keys: readonly OptionName[], { bind }: OptionForm, source: string): string =>
  `Log in with ${keys.map((key) => bind(key).label.replace(`${source} `, '')).join(' and ')}`
