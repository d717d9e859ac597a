import type { Config } from '../../../api/contract'
import { invalidate, useMutation } from '../../../api/query'
import { type Save, saveSecret } from '../../../forms/saving'
import { SecretField } from '../../../forms/secret-field'
import { Try } from '../../../forms/tried'
import { html, useState } from '../../../html'
import { Switch, TextField } from '../../../parts/controls/field'
import { Icon } from '../../../parts/icons/icon'
import { Mark } from '../../../parts/status/mark'
import { Ratings } from './content-ratings'
import { PROVIDERS, type Provider, spentWords, standing } from './provider-words'

export type ProviderRowProps = { provider: Provider; config: Config; save: Save }

/** How a service stands, what it needs, and a test that says what is wrong. */
export function ProviderRow({ provider, config, save }: ProviderRowProps) {
  const { name, enabled, configured, detail } = provider
  const { label } = PROVIDERS[name]
  const { mark, word } = standing(provider)
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const test = useTest(name)
  const turn = {
    label: `Ask ${label}`,
    unlabelled: true,
    on: enabled,
    onChange: (on: boolean) => save(`${name}_enabled`, on, label),
  }
  const typed = Object.fromEntries(Object.entries(drafts).filter(([, text]) => text !== ''))
  const testable = configured || Object.keys(typed).length > 0
  const draft = (key: string, text: string) => setDrafts((now) => ({ ...now, [key]: text }))
  const fields = { config, save, draft, saved: () => test.run({}) }
  return html`
    <div class="provider">
      <div class="provider-head">
        <${Mark} state=${mark} word=${word} />
        ${enabled && configured && html`<span class="provider-spent">${spentWords(provider)}</span>`}
        <${Switch} ...${turn} />
      </div>
      ${enabled && configured && detail && html`<p class="provider-detail" data-wrong=${mark === 'attention' || undefined}>${detail}</p>`}
      ${enabled && name in FIELDS && html`<${FIELDS[name as keyof typeof FIELDS]} ...${fields} />`}
      ${enabled && html`<${Try} ...${{ words: `Test ${label}`, busy: test.busy, disabled: !testable, tried: test.said, onTest: () => test.run(typed) }} />`}
    </div>
  `
}

/** A refusal of our own server reads like a failed test. */
function useTest(provider: Provider['name']) {
  const ask = useMutation('POST /api/metadata/providers/:provider/test')
  const [answer, setAnswer] = useState<{ success: boolean; detail: string } | undefined>(undefined)
  const run = async (body: Record<string, string>) => {
    setAnswer(undefined)
    setAnswer(await ask.run({ params: { provider }, body }))
    invalidate('GET /api/metadata/providers')
  }
  return { run, busy: ask.busy, said: ask.error ? { success: false, detail: ask.error.detail } : answer }
}

type FieldsProps = {
  config: Config
  save: Save
  draft: (key: string, text: string) => void
  /** Told after a key was kept. */
  saved: () => void
}

function secret({ config, draft, saved }: FieldsProps, key: string, label: string, what: string) {
  const onSave = async (text: string | null) => {
    const taken = await saveSecret(key, text, what)
    if (taken && text !== null) saved()
    return taken
  }
  const set = config[`${key}_set`] === true
  return html`<${SecretField} ...${{ label, set, onDraft: (text: string) => draft(key, text), onSave }} />`
}

function KeySource({ name }: { name: 'comicvine' | 'metron' }) {
  const { key } = PROVIDERS[name]
  return (
    key &&
    html`<p class="provider-key">${key.text} <a href=${key.href} target="_blank" rel="noreferrer">${key.link}<${Icon} name="external" size="small" label="opens in a new tab" /></a></p>`
  )
}

function ComicvineFields(props: FieldsProps) {
  return html`
    ${props.config.comicvine_api_set !== true && html`<${KeySource} name="comicvine" />`}
    ${secret(props, 'comicvine_api', 'Key', 'The key of ComicVine')}
  `
}

function MetronFields(props: FieldsProps) {
  const { config } = props
  const username = String(config.metron_username ?? '')
  const hasToken = config.metron_token_set === true
  const user = {
    label: 'User name',
    value: username,
    autocomplete: 'off',
    onChange: (text: string) =>
      text.trim() !== username && props.save('metron_username', text.trim(), 'The name at Metron'),
  }
  return html`
    ${!hasToken && config.metron_password_set !== true && html`<${KeySource} name="metron" />`}
    ${secret(props, 'metron_token', 'Token', 'The token of Metron')}
    ${
      !hasToken &&
      html`<${TextField} ...${user} />${secret(props, 'metron_password', 'Password', 'The password of Metron')}`
    }
  `
}

function MangadexFields({ config, save }: FieldsProps) {
  const languages = String(config.mangadex_languages ?? 'en')
  const language = {
    label: 'Languages',
    value: languages,
    hint: 'Codes such as en, pt-br, the one you like best first.',
    code: true,
    onChange: (text: string) => text.trim() !== languages && save('mangadex_languages', text.trim(), 'The languages'),
  }
  const ratings = {
    chosen: String(config.mangadex_content_rating ?? ''),
    onChange: (chosen: string) => save('mangadex_content_rating', chosen, 'What a search shows'),
  }
  return html`<${TextField} ...${language} /><${Ratings} ...${ratings} />`
}

const FIELDS = { comicvine: ComicvineFields, metron: MetronFields, mangadex: MangadexFields }
