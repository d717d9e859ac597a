import type { Instant } from '../platform/ports'
import { LlmError } from './llm-error'

/** The server's name in failure messages. */
export interface NamedServer {
  /** `127.0.0.1:11434`. */
  host: string
  model: string
  key: string
}

/** The form that the server of a refused request does not accept; the request may be sent again in another form. */
export type RefusedForm = 'stream_options' | 'tools' | 'json_format' | 'vision' | 'temperature' | 'max_tokens'

const CONTEXT = /context[ _-]?(?:length|size|window|limit)|n_ctx|maximum context|too many tokens|prompt is too long/i
const NO_MODEL =
  /model\b.*\b(?:not (?:be )?(?:found|exist|loaded|available)|does(?:n't| not) exist)|no (?:such )?model|unknown model|invalid model|try pulling/i
const LOADING = /loading model|model is (?:still )?loading/i
/** The server could not parse the call that its own model wrote. */
const BROKEN_CALL = /(?:pars(?:e|ing)|invalid|malformed).*tool.?call/i
const QUOTA = /quota|billing|credit|balance/i

/** Words by which servers name the refused form, the clearest first. */
const FORM_WORDS: [form: RefusedForm, words: RegExp][] = [
  ['stream_options', /stream_options|include_usage/i],
  ['max_tokens', /max_completion_tokens|(?:unsupported|unrecognized|unknown).*max_tokens/i],
  ['temperature', /temperature/i],
  ['vision', /\bimages?\b|image_url|vision|multi-?modal|mmproj|content.*(?:must be|should be|expected).*string/i],
  ['json_format', /response_format|json_object|json_schema|json mode/i],
  ['tools', /\btools?\b|tool_choice|function.?call|--jinja|no user query/i],
]

/** The refused form of the request, where another form may help. */
export function refusedForm(status: number, message: string, sent: ReadonlySet<RefusedForm>): RefusedForm | undefined {
  if (status < 400 || [401, 403, 429, 502, 503, 504].includes(status) || BROKEN_CALL.test(message)) return undefined
  return FORM_WORDS.find(([form, words]) => sent.has(form) && words.test(message))?.[0]
}

/** The failure for a status. `message` is the server's own message. */
export function errorOfStatus(
  status: number,
  message: string,
  server: NamedServer,
  pause?: { until: Instant; wait: string },
): LlmError {
  const { until, wait } = pause ?? {}
  const { host, model } = server
  const said = quoted(message, server.key)
  if (status === 401 || status === 403) {
    const sentence =
      server.key === ''
        ? `${host} requires an API key (${status}). Enter it in Settings, Assistant.`
        : `${host} rejected the API key (${status}). Enter a valid key in Settings, Assistant.`
    return new LlmError('refused_key', sentence)
  }
  if (CONTEXT.test(message)) return contextFull(server)
  if (NO_MODEL.test(message))
    return new LlmError(
      'no_model',
      `${host} has no model named ${model}. Choose another model, or load this one there.`,
    )
  if (status === 404 || status === 405)
    return new LlmError('no_api', `${host} has no chat API at this base URL (${status}). Most base URLs end in /v1.`)
  if (status === 402 || (status === 429 && QUOTA.test(message)))
    return new LlmError(
      'rate_limited',
      `${host} reports that your quota is used up (${status})${said}. Check your account there.`,
      until,
    )
  if (status === 429) {
    const when = wait === undefined ? 'later' : `in ${wait}`
    return new LlmError('rate_limited', `${host} limits requests (429). Try again ${when}.`, until)
  }
  if (BROKEN_CALL.test(message))
    return new LlmError(
      'wrong_reply',
      `${model} made a tool call that ${host} cannot read. Try again, or choose a larger model.`,
    )
  if (LOADING.test(message))
    return new LlmError('unavailable', `${host} is still loading ${model}. Try again in a minute.`, until)
  if (status === 408 || status === 504)
    return new LlmError('timeout', `${host} ran out of time (${status}). Try again, or choose a smaller model.`)
  if (status >= 500)
    return new LlmError('unavailable', `${host} failed (${status})${said}. Check the log of the model server.`, until)
  return new LlmError('refused_request', `${host} refused the request (${status})${said}.`)
}

function contextFull({ model }: Pick<NamedServer, 'model'>): LlmError {
  return new LlmError(
    'context_full',
    `The conversation is too long for ${model}. Start a new one, or give the model a larger context on its server.`,
  )
}

export function noVision({ model }: Pick<NamedServer, 'model'>): LlmError {
  return new LlmError('no_vision', `${model} cannot read images. Choose a model with vision, or send text alone.`)
}

const TLS = /CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/i
const REFUSED = /REFUSED|ConnectionRefused/i
const UNKNOWN_HOST = /ENOTFOUND|EAI_AGAIN|DNS|not known/i
const RESET = /ECONNRESET|ConnectionClosed|EPIPE|socket.*closed/i

/**
 * The failure of a connection, by the code or name of the error. The error's message may contain the address, so it is
 * dropped.
 */
export function errorOfConnection(signs: string, { host }: Pick<NamedServer, 'host'>): LlmError {
  if (TLS.test(signs))
    return new LlmError(
      'tls',
      `The certificate of ${host} is not valid here. Renew it, or use http inside your network.`,
    )
  if (UNKNOWN_HOST.test(signs)) return new LlmError('unreachable', `Host not found: ${host}. Check the base URL.`)
  if (REFUSED.test(signs))
    return new LlmError(
      'unreachable',
      `${host} refused the connection. Start the model server, or check host and port.`,
    )
  if (RESET.test(signs))
    return new LlmError('unreachable', `${host} closed the connection. Check the log of the model server.`)
  return new LlmError(
    'unreachable',
    `${host} cannot be reached. Check the base URL and that the model server is running.`,
  )
}

export function timedOut({ host, model }: Pick<NamedServer, 'host' | 'model'>, seconds: number): LlmError {
  return new LlmError(
    'timeout',
    `${host} sent nothing for ${seconds} seconds. Raise the model timeout, or choose a smaller model than ${model}.`,
  )
}

const MOST_QUOTED = 160
const MOST_SHARED = 8

/** The server's message for the end of a sentence. Left out when it repeats part of the key. */
function quoted(message: string, key: string): string {
  const text = message
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_QUOTED)
    .replace(/(?<![.\s])[.\s]+$/, '')
  return text === '' || sharesKey(text, key) ? '' : `: ${text}`
}

function sharesKey(text: string, key: string): boolean {
  if (key === '') return false
  const length = Math.min(MOST_SHARED, key.length)
  for (let at = 0; at + length <= key.length; at++) if (text.includes(key.slice(at, at + length))) return true
  return false
}
