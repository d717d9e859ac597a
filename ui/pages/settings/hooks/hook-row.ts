import { invalidate, useMutation } from '../../../api/query'
import type { OptionForm } from '../../../forms/option-form'
import { TestButton, type TestResult } from '../../../forms/test-button'
import { html, useState, type VNode } from '../../../html'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { countWords, pluralWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'
import type { Hook } from './hooks'

type HookProps = { hook: Hook; form: OptionForm }

/** The state of a connection, its fields, and a test. */
export function HookRow({ hook, form }: HookProps) {
  const { hook: name, configured, label, error, next_at, given_up } = hook
  const ask = useMutation('POST /api/config/hooks/test')
  const [result, setSaid] = useState<TestResult | undefined>(undefined)
  const { mark, word } = hookState(hook)
  const test = async () => {
    setSaid(undefined)
    setSaid(await ask.run({ body: { hook: name } }))
    invalidate('GET /api/config/hooks')
  }
  const tried = ask.error ? { success: false, detail: ask.error.detail } : result
  return html`
    <div class="hook">
      <${Mark} state=${mark} word=${word} />
      ${configured && error && html`<p class="hook-error">${error}${next_at && ` Next try ${whenWords(next_at)}.`}</p>`}
      ${
        configured &&
        given_up > 0 &&
        html`
          <p class="hook-note">
            ${pluralWords(
              given_up,
              '{count} notification of the last 30 days could not be delivered and was given up.',
              '{count} notifications of the last 30 days could not be delivered and were given up.',
            )}
          </p>
        `
      }
      ${FIELDS[name](form)}
      ${
        configured &&
        html`
          <${TestButton}
            words=${name === 'command' ? 'Run it with an example' : `Test ${label}`}
            busy=${ask.busy}
            tried=${tried}
            onTest=${test}
          />
        `
      }
    </div>
  `
}

export function hookState(
  { configured, waiting, error, last_ok_at }: Hook,
  now = new Date(),
): { mark: MarkState; word: string } {
  if (!configured) return { mark: 'skipped', word: 'Not set up' }
  if (error)
    return { mark: 'attention', word: waiting > 0 ? `${countWords(waiting, 'notification')} waiting` : 'Not delivered' }
  if (waiting > 0) return { mark: 'unknown', word: `${countWords(waiting, 'notification')} waiting` }
  return last_ok_at
    ? { mark: 'have', word: `Sent ${whenWords(last_ok_at, now)}` }
    : { mark: 'unknown', word: 'No notifications yet' }
}

const FIELDS: Record<Hook['hook'], (form: OptionForm) => VNode> = {
  komga: ({ value, field }) => html`
    ${field('komga_url')}
    ${value('komga_url') && html`${field('komga_apikey')}${field('komga_library')}`}
  `,
  kavita: ({ value, field }) => html`
    ${field('kavita_url')}
    ${value('kavita_url') && html`${field('kavita_apikey')}${field('kavita_folder')}`}
  `,
  webhook: ({ field }) => field('webhook_url'),
  command: programFields,
}

/** A browser must not set the program that is run, so its path is only shown. */
function programFields({ value, field }: OptionForm): VNode {
  const program = String(value('extra_scripts') ?? '')
  if (program === '') {
    return html`<p class="hook-note">For safety only config.ini can name the program: enter its full path there as <code>extra_scripts</code>.</p>`
  }
  return html`
    <p class="hook-note"><code>${program}</code>, set in config.ini</p>
    <div class="hook-switch">${field('enable_extra_scripts')}</div>
  `
}
