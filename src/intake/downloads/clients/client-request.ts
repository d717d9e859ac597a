import { type HttpReply, NoReplyError, send } from '../../../base/outbound/send'
import { fromMs } from '../../../base/platform/clock'
import type { Http } from '../../../base/platform/ports'
import type { ClientFailure, ClientItem, ClientReply } from './client'
import type { ClientRow } from './store'

/** Why a client did not carry out a request; `detail` is a sentence. */
export class ClientError extends Error {
  override readonly name = 'ClientError'

  constructor(
    readonly failure: ClientFailure,
    readonly detail: string,
  ) {
    super(detail)
  }
}

/** Runs the work and returns a ClientError as a value. */
export async function asClientReply<T>(work: () => Promise<T>): Promise<ClientReply<T>> {
  try {
    return { ok: await work() }
  } catch (error) {
    if (error instanceof ClientError) return { failure: error.failure, detail: error.detail }
    throw error
  }
}

/** Runs work after a client accepted a release: if it fails, the client may still have the release. */
export async function onceAccepted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ClientError) throw new ClientError('ambiguous', error.detail)
    throw error
  }
}

const TIMEOUT_MS = 20_000
const MOST_BYTES = 64 * 1024 * 1024

/** Errors that occur before the client could have received the request. */
const UNHEARD = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO']
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME/

/** Connection settings of a client. */
export interface ClientConnection {
  http: Http
  row: Pick<ClientRow, 'name' | 'address' | 'verify'>
}

/**
 * One request to the API of a client, at `path` below its address. Throws ClientError without a usable reply:
 * `ambiguous` when the request may have had an effect anyway.
 */
export async function requestClient(
  { http, row }: ClientConnection,
  path: string,
  init: RequestInit & { changes?: boolean } = {},
): Promise<HttpReply> {
  const { changes, ...rest } = init
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, anyCertificate: !row.verify }
  const request = new Request(`${row.address}${path}`, rest)
  // NZBGet closes the connection after each reply, so the next request on a kept connection would be lost.
  request.headers.set('Connection', 'close')
  try {
    return stayed(row, await send(http, request, limits))
  } catch (error) {
    if (!(error instanceof NoReplyError)) throw error
    const ambiguous = changes && !UNHEARD.includes(error.code ?? '') && !CERTIFICATE.test(error.code ?? '')
    throw new ClientError(ambiguous ? 'ambiguous' : 'unreachable', unansweredSentence(row, error))
  }
}

/** Refuses redirects: the request, with its password, goes to the configured address alone. */
function stayed({ name, address }: ClientConnection['row'], sent: HttpReply): HttpReply {
  const location = sent.status >= 300 && sent.status < 400 ? sent.headers.get('location') : null
  const to = location === null ? null : URL.parse(location, address)?.origin
  const { origin } = new URL(address)
  if (!to || to === origin) return sent
  throw new ClientError('unreachable', `${name} at ${origin} sends everybody on to ${to}. Write that into its address.`)
}

function unansweredSentence({ name, address }: ClientConnection['row'], { code = '', message }: NoReplyError): string {
  const { origin, protocol, hostname } = new URL(address)
  if (CERTIFICATE.test(code))
    return `${name} at ${origin} has an untrusted certificate. Turn off certificate verification if the certificate is yours.`
  if (code === 'EPROTO') return `${name} at ${origin} does not speak TLS: let its address begin with http://.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `Host not found: ${hostname}. Check the address of ${name}.`
  if (code === 'ECONNREFUSED') return `Nothing listens at ${origin}: start ${name}, or correct its address and port.`
  if (code === 'ECONNRESET' && protocol === 'http:')
    return `${name} at ${origin} hung up. Let its address begin with https:// if it speaks TLS, and check the path.`
  return `${name} at ${origin} does not answer${message && `: ${message}`}. See whether it runs.`
}

/** The JSON of a reply. Throws ClientError when the reply is something else, such as a page. */
export function replyJson({ name, address }: ClientConnection['row'], { bytes, status }: HttpReply): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    const sentence = `${name} at ${address} answered with something else than expected (status ${status}).`
    throw new ClientError(
      'unreachable',
      `${sentence} Check that the address is its own, with the path it is served under.`,
    )
  }
}

export const replyText = ({ bytes }: HttpReply): string => new TextDecoder().decode(bytes.subarray(0, 2000)).trim()

/** Fields of a JSON object in a reply. Clients write numbers as text, and leave fields out. */
export type ReplyFields = Record<string, unknown>
export const replyFields = (value: unknown): ReplyFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ReplyFields) : {}
export const replyRows = (value: unknown): ReplyFields[] => (Array.isArray(value) ? value.map(replyFields) : [])
export const replyWord = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** A number, also when written as text; undefined for anything else. */
export function replyNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** When a client added a torrent, from seconds since 1970. A torrent that is added again gets a new time. */
export function addingTime(value: unknown): Pick<ClientItem, 'instance' | 'added_at'> {
  const seconds = replyNumber(value) ?? 0
  return seconds > 0 ? { instance: String(seconds), added_at: fromMs(seconds * 1000) } : {}
}
