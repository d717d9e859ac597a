import { locationOf } from '../outbound/redirects'
import { retryAfter } from '../outbound/retry-after'
import { AGENT, fitsHeader } from '../outbound/send'
import { errorCode } from '../platform/error-code'
import type { Clock, HostNames, Transfers } from '../platform/ports'
import { contactAddress, endpoint } from './base-url'
import { LlmError } from './llm-error'
import { errorIn } from './reply-parts'
import {
  errorOfConnection,
  errorOfStatus,
  type NamedServer,
  type RefusedForm,
  refusedForm,
  timedOut,
} from './server-errors'
import { waitWords } from './wait-words'

export interface ModelServer {
  baseUrl: string
  key: string
  model: string
  timeoutMs: number
}

/** The server refused a form of the request, which may be sent again in another form. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused'
  constructor(
    readonly form: RefusedForm,
    readonly failure: LlmError,
  ) {
    super(form)
  }
}

export interface ServerReply {
  contentType: string
  /** Chunks as they arrive, within the limits of bytes and time. Throws LlmError. */
  pieces(limits?: { silenceMs?: () => number }): AsyncGenerator<Uint8Array>
}

const MOST_BYTES = 8 * 1024 * 1024
const MOST_ERROR_BYTES = 64 * 1024
/** A reply that takes longer than this is ended, even while data arrives. */
const LONGEST_MS = 30 * 60_000

interface Deps {
  clock: Clock
  transfers: Transfers
  names: HostNames
}

/** One request to a model server, and its reply as a stream. Every failure is an LlmError with a sentence. */
export class ServerConnection {
  constructor(private readonly deps: Deps) {}

  /** Throws FormRefused when the server refused one of the `sent` forms. */
  async send(
    server: ModelServer,
    request: { path: string; body?: unknown; forms?: ReadonlySet<RefusedForm>; signal?: AbortSignal | undefined },
  ): Promise<ServerReply> {
    const address = await contactAddress(this.deps.names, server.baseUrl)
    const url = endpoint(server.baseUrl, request.path)
    const named: NamedServer = { host: url.host, model: server.model, key: server.key }
    const own = new AbortController()
    const signal = request.signal ? AbortSignal.any([request.signal, own.signal]) : own.signal
    const response = await this.begin(server, named, { ...request, url, signal, address })
    const pieces: ServerReply['pieces'] = (limits) =>
      this.read(response, named, {
        ...limits,
        timeoutMs: server.timeoutMs,
        signal: request.signal,
        end: () => own.abort(),
      })
    const redirect = locationOf(response)
    if (redirect !== undefined) {
      own.abort()
      throw redirected(named, redirect, url)
    }
    if (response.ok) return { contentType: response.headers.get('content-type') ?? '', pieces }
    const message = await errorText(pieces())
    const now = this.deps.clock.now()
    const until = retryAfter(response.headers, now)
    const pause = until === undefined ? undefined : { until, wait: waitWords(now, until) }
    const failure = errorOfStatus(response.status, message, named, pause)
    const form = refusedForm(response.status, message, request.forms ?? new Set())
    if (form !== undefined && failure.code !== 'no_model' && failure.code !== 'context_full')
      throw new FormRefused(form, failure)
    throw failure
  }

  private async begin(
    server: ModelServer,
    named: NamedServer,
    call: { url: URL; body?: unknown; signal: AbortSignal; address: string | undefined },
  ): Promise<Response> {
    const { url, body, signal, address } = call
    if (!fitsHeader(server.key))
      throw new LlmError(
        'refused_key',
        'The API key has a character that cannot be sent. Enter a valid key in Settings, Assistant.',
      )
    const request = new Request(url, {
      method: body === undefined ? 'GET' : 'POST',
      signal,
      headers: {
        'User-Agent': AGENT,
        Accept: 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(server.key === '' ? {} : { Authorization: `Bearer ${server.key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    try {
      return await this.deps.transfers.begin(request, {
        timeoutMs: server.timeoutMs,
        ...(address === undefined ? {} : { address }),
      })
    } catch (error) {
      throw this.failureOf(error, named, server.timeoutMs, signal)
    }
  }

  private async *read(
    response: Response,
    named: NamedServer,
    call: { timeoutMs: number; silenceMs?: () => number; signal?: AbortSignal | undefined; end: () => void },
  ): AsyncGenerator<Uint8Array> {
    const { clock } = this.deps
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
    const begun = clock.uptime()
    let bytes = 0
    try {
      while (reader) {
        const silenceMs = call.silenceMs?.() ?? call.timeoutMs
        const next = await this.within(silenceMs, reader.read())
        if (next === undefined) throw timedOut(named, Math.round(silenceMs / 1000))
        if (next.done) return
        bytes += next.value.byteLength
        if (bytes > MOST_BYTES)
          throw new LlmError('wrong_reply', `${named.host} sent more than 8 MB. Rephrase the request.`)
        if (clock.uptime() - begun > LONGEST_MS)
          throw new LlmError('timeout', `${named.host} wrote for more than 30 minutes.`)
        yield next.value
      }
    } catch (error) {
      if (call.signal?.aborted) throw cancelled()
      if (error instanceof LlmError) throw error
      throw new LlmError('broken_stream', `${named.host} broke off its reply. Try again.`)
    } finally {
      call.end()
      void reader?.cancel().catch(() => {})
    }
  }

  private async within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
    const over = new AbortController()
    const late = this.deps.clock.after(ms, over.signal).then(() => undefined)
    try {
      return await Promise.race([result, late])
    } finally {
      over.abort()
    }
  }

  private failureOf(error: unknown, named: NamedServer, timeoutMs: number, signal: AbortSignal): LlmError {
    if (error instanceof Error && error.name === 'TimeoutError') return timedOut(named, Math.round(timeoutMs / 1000))
    if (signal.aborted) return cancelled()
    const message = error instanceof Error ? error.message : ''
    return errorOfConnection(`${errorCode(error) ?? ''} ${message}`, named)
  }
}

export const cancelled = (): LlmError => new LlmError('cancelled', 'The request was cancelled.')

function redirected({ host }: NamedServer, location: string, from: URL): LlmError {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href).origin : 'another address'
  const sentence =
    to === from.origin
      ? `${host} redirects this base URL to another path. Check it: most base URLs end in /v1.`
      : `${host} redirects to ${to}, so the request and the key were not sent there. If that is right, change the base URL.`
  return new LlmError('redirected', sentence)
}

/** The server's own message about a failed request; empty for a web page. */
async function errorText(pieces: AsyncGenerator<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true })
      if (text.length > MOST_ERROR_BYTES) break
    }
  } catch (error) {
    if (error instanceof LlmError && error.code === 'cancelled') throw error
    // The status alone names the failure.
  }
  try {
    return errorIn(JSON.parse(text))?.message ?? ''
  } catch {
    return text.trimStart().startsWith('<') ? '' : text.slice(0, 1000)
  }
}
