import type { Config } from '../../../api/contract'
import { invalidate, useMutation } from '../../../api/query'
import { type Save, saveSecret } from '../../../forms/saving'
import { SecretField } from '../../../forms/secret-field'
import { type Tried, Try } from '../../../forms/tried'
import { html, useState } from '../../../html'
import { Switch, TextField } from '../../../parts/controls/field'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { countWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'
import type { Hook } from './hooks'

type HookProps = { hook: Hook; config: Config; save: Save }

/** How telling one of them goes, what it needs, and a test. */
export function HookRow({ hook, config, save }: HookProps) {
  const { hook: name, configured, label, error, next_at, given_up } = hook
  const ask = useMutation('POST /api/config/hooks/test')
  const [said, setSaid] = useState<Tried | undefined>(undefined)
  const { mark, word } = hookState(hook)
  const test = async () => {
    setSaid(undefined)
    setSaid(await ask.run({ body: { hook: name } }))
    invalidate('GET /api/config/hooks')
  }
  const tried = ask.error ? { success: false, detail: ask.error.detail } : said
  return html`
    <div class="hook">
      <${Mark} state=${mark} word=${word} />
      ${configured && error && html`<p class="hook-error">${error}${next_at && ` Tried again ${whenWords(next_at)}.`}</p>`}
      ${configured && given_up > 0 && html`<p class="hook-note">${countWords(given_up, 'message')} of the last 30 days could not be delivered and ${given_up === 1 ? 'was' : 'were'} given up.</p>`}
      ${name === 'command' ? html`<${Command} config=${config} save=${save} />` : html`<${FIELDS[name]} config=${config} save=${save} />`}
      ${configured && html`<${Try} ...${{ words: name === 'command' ? 'Run it with an example' : `Test ${label}`, busy: ask.busy, tried, onTest: test }} />`}
    </div>
  `
}

export function hookState(
  { configured, waiting, error, last_ok_at }: Hook,
  now = new Date(),
): { mark: MarkState; word: string } {
  if (!configured) return { mark: 'skipped', word: 'Not set up' }
  if (error) return { mark: 'attention', word: waiting > 0 ? `${countWords(waiting, 'message')} waiting` : 'Not told' }
  if (waiting > 0) return { mark: 'way', word: `${countWords(waiting, 'message')} waiting` }
  return last_ok_at
    ? { mark: 'have', word: `Told ${whenWords(last_ok_at, now)}` }
    : { mark: 'unknown', word: 'Nothing told yet' }
}

type FieldsProps = { config: Config; save: Save }
type Line = { key: string; label: string; what: string; hint?: string; placeholder?: string; code?: boolean }

function line({ config, save }: FieldsProps, { key, what, ...field }: Line) {
  const value = String(config[key] ?? '')
  const onChange = (next: string) => next.trim() !== value && save(key, next.trim(), what)
  return html`<${TextField} ...${{ ...field, value, autocomplete: 'off', onChange }} />`
}

function secret({ config }: FieldsProps, key: string, label: string, what: string) {
  const onSave = (text: string | null) => saveSecret(key, text, what)
  return html`<${SecretField} ...${{ label, set: config[`${key}_set`] === true, onDraft: () => undefined, onSave }} />`
}

const ADDRESS = { label: 'Address', code: true }

function KomgaFields(props: FieldsProps) {
  return html`
    ${line(props, { ...ADDRESS, key: 'komga_url', what: 'The address of Komga', placeholder: 'http://127.0.0.1:25600' })}
    ${
      props.config.komga_url &&
      html`
      ${secret(props, 'komga_apikey', 'API key', 'The key of Komga')}
      ${line(props, { key: 'komga_library', label: 'Library', what: 'The library of Komga', hint: 'Its name or id there. Empty means all of them.' })}
    `
    }
  `
}

function KavitaFields(props: FieldsProps) {
  return html`
    ${line(props, { ...ADDRESS, key: 'kavita_url', what: 'The address of Kavita', placeholder: 'http://127.0.0.1:5000' })}
    ${
      props.config.kavita_url &&
      html`
      ${secret(props, 'kavita_apikey', 'API key', 'The key of Kavita')}
      ${line(props, { key: 'kavita_folder', label: 'Library folder', code: true, what: 'The folder of Kavita', hint: 'What Kavita calls your library folder. Empty when both call it the same.' })}
    `
    }
  `
}

function WebhookFields(props: FieldsProps) {
  return secret(props, 'webhook_url', 'Address', 'The webhook')
}

const FIELDS = { komga: KomgaFields, kavita: KavitaFields, webhook: WebhookFields }

/** Which program is run is nothing that a browser may say. */
function Command({ config, save }: FieldsProps) {
  const program = String(config.extra_scripts ?? '')
  const turn = {
    label: 'Run it when files arrived',
    on: config.enable_extra_scripts === true,
    onChange: (on: boolean) => save('enable_extra_scripts', on, 'Running your program'),
  }
  if (program === '') {
    return html`<p class="hook-note">Only config.ini can name the program, so that nobody with a browser can: write its whole path there, as <code>extra_scripts</code>.</p>`
  }
  return html`
    <p class="hook-note"><code>${program}</code>, as config.ini says. Only there it can be changed.</p>
    <div class="hook-switch"><${Switch} ...${turn} /></div>
  `
}
