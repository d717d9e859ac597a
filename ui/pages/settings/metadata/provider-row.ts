import { providerOf } from '../../../../src/base/providers/descriptors'
import type { OptionName } from '../../../api/contract'
import { invalidate, useMutation } from '../../../api/query'
import type { OptionForm } from '../../../forms/option-form'
import { saveSecrets } from '../../../forms/saving'
import { TestButton } from '../../../forms/test-button'
import { html, useState, type VNode } from '../../../html'
import { Switch } from '../../../parts/controls/field'
import { Icon } from '../../../parts/icons/icon'
import { Mark } from '../../../parts/status/mark'
import { Ratings } from './content-ratings'
import { providerState, spentWords, type WireProvider } from './provider-words'

export type ProviderRowProps = { provider: WireProvider; form: OptionForm }

/** The state of a provider, its fields, and a test that reports problems and saves what passes. */
export function ProviderRow({ provider, form }: ProviderRowProps) {
  const { name, enabled, configured, detail } = provider
  const { mark, word } = providerState(provider)
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const test = useTest(name)
  const use = form.bind(`${name}_enabled`)
  // The fields are recreated after a save, so they show the saved values.
  const [round, setRound] = useState(0)
  const typed = Object.fromEntries(Object.entries(drafts).filter(([, text]) => text !== ''))
  const testable = configured || Object.keys(typed).length > 0
  const secret = (key: OptionName) =>
    form.field(key, {
      onDraft: (text) => setDrafts((now) => ({ ...now, [key]: text })),
      onSaved: () => test.run({}),
    })
  const tryTyped = async () => {
    const passed = await test.run(typed)
    if (!passed || Object.keys(typed).length === 0) return
    if (!(await saveSecrets(typed, providerOf(name).label))) return
    setDrafts({})
    setRound(round + 1)
  }
  return html`
    <div class="provider">
      <div class="provider-head">
        <${Mark} state=${mark} word=${word} />
        ${enabled && configured && html`<span class="provider-spent">${spentWords(provider)}</span>`}
        <${Switch} label=${use.label} unlabelled on=${enabled} onChange=${use.onSave} />
      </div>
      ${enabled && configured && detail && html`<p class="provider-detail" data-wrong=${mark === 'attention' || undefined}>${detail}</p>`}
      ${enabled && html`<div class="provider-fields" key=${round}>${FIELDS[name]?.(form, secret)}</div>`}
      ${
        enabled &&
        html`
          <${TestButton}
            words=${`Test ${providerOf(name).label}`}
            busy=${test.busy}
            disabled=${!testable}
            tried=${test.result}
            onTest=${tryTyped}
          />
        `
      }
    </div>
  `
}

/** A refusal of Panelkeep's own server is shown like a failed test. */
function useTest(provider: WireProvider['name']) {
  const ask = useMutation('POST /api/metadata/providers/:provider/test')
  const [answer, setAnswer] = useState<{ success: boolean; detail: string } | undefined>(undefined)
  const run = async (body: Record<string, string>) => {
    setAnswer(undefined)
    const reply = await ask.run({ params: { provider }, body })
    setAnswer(reply)
    invalidate('GET /api/metadata/providers')
    return reply?.success === true
  }
  return { run, busy: ask.busy, result: ask.error ? { success: false, detail: ask.error.detail } : answer }
}

type Secret = (key: OptionName) => VNode

/** Where to get an API key. */
function keySource(name: 'comicvine' | 'metron'): VNode | undefined {
  const { key } = providerOf(name).page
  if (!key) return undefined
  return html`
    <p class="provider-key">
      ${key.text} <a href=${key.href} target="_blank" rel="noreferrer">${key.link}<${Icon} name="external" size="small" label="opens in a new tab" /></a>
    </p>
  `
}

function comicvineFields({ isSet }: OptionForm, secret: Secret): VNode {
  return html`${!isSet('comicvine_api') && keySource('comicvine')}${secret('comicvine_api')}`
}

function metronFields({ isSet, field }: OptionForm, secret: Secret): VNode {
  const hasToken = isSet('metron_token')
  return html`
    ${!hasToken && !isSet('metron_password') && keySource('metron')}
    ${secret('metron_token')}
    ${!hasToken && html`${field('metron_username')}${secret('metron_password')}`}
  `
}

function mangadexFields({ field, bind }: OptionForm): VNode {
  const { label, value, onSave } = bind('mangadex_content_rating')
  return html`
    ${field('mangadex_languages')}
    <${Ratings} label=${label} chosen=${String(value ?? '')} onChange=${onSave} />
  `
}

type Fields = (form: OptionForm, secret: Secret) => VNode
const FIELDS: Partial<Record<WireProvider['name'], Fields>> = {
  comicvine: comicvineFields,
  metron: metronFields,
  mangadex: mangadexFields,
}
