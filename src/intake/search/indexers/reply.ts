import { isBlockPage } from '../../../base/outbound/block-page'
import { refusedKeyIn } from '../../../base/outbound/refused-key'
import { retryAfter } from '../../../base/outbound/retry-after'
import type { HttpReply } from '../../../base/outbound/send'
import { ServiceError } from '../../../base/outbound/service-error'
import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { parseXml, XmlError } from '../../../base/platform/xml'
import { IndexerError, refuseError } from './feed-parser'
import { type JsonError, jsonErrorOf, maskSecrets } from './json-error'

const GUARD = /just a moment|checking your browser|attention required|captcha|cf-browser-verification|ddos/i
const LOGIN = /log ?in|sign ?in|password/i
/** Longer texts are files. */
const MOST_TEXT = 4000
const PAGE = /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i

/** For a link, these mean that its file is gone; for an API, that something is wrong with the indexer. */
const GONE = [403, 404, 410]

/**
 * Reads the reply at the link of a release, like `readReply`. A status about this link is not blamed on the indexer,
 * unless its text blames it.
 */
export function readFileReply<T>(sent: HttpReply, read: (bytes: Uint8Array) => T, now: Instant): T {
  try {
    return readReply(sent, read, now)
  } catch (error) {
    if (!(error instanceof ServiceError) || !GONE.includes(sent.status) || !isOfLink(error)) throw error
    const { what } = error
    throw new ServiceError('unreadable', /^status \d+$/.test(what) ? `its link no longer works, ${what}` : what)
  }
}

/**
 * A rejected key is the indexer's problem if the reply says so in its text; a bare status may be about the link alone.
 */
const isOfLink = ({ kind, what }: ServiceError) =>
  kind === 'unavailable' || kind === 'refused' || (kind === 'auth' && !namesKey(what))

const namesKey = (what: string) => refusedKeyIn(what) !== undefined || ACCOUNT.test(what)

/**
 * Parses a reply with `read`, which may be asynchronous. Status 200 proves nothing for indexers, and replies with
 * another status may contain the reason. Throws ServiceError.
 */
export function readReply<T>(sent: HttpReply, read: (bytes: Uint8Array) => T, now: Instant): T {
  const { status, headers, bytes } = sent
  const until = retryAfter(headers, now)
  const said = jsonErrorOf(bytes)
  if (status === 429 || status === 420) throw new ServiceError('limit', said?.message ?? '', { until })
  if (said && status !== 200) throw ofJson(said, { status, now, until })
  const head = new TextDecoder().decode(bytes.subarray(0, 20_000))
  if (PAGE.test(head)) throw ofPage(head, status, until)
  if (!/^\s*</.test(head) && bytes.length < MOST_TEXT) refuseKeyIn(head)
  if (status !== 200) throw saidWith(bytes, now, until) ?? ofStatus(status, until)
  const trouble = (error: unknown): never => {
    throw said && error instanceof XmlError ? ofJson(said, { status, now, until }) : troubleOf(error, now, until)
  }
  try {
    const parsed = read(bytes)
    return parsed instanceof Promise ? (parsed.catch(trouble) as T) : parsed
  } catch (error) {
    return trouble(error)
  }
}

/** The failure for an error thrown while reading a reply. */
function troubleOf(error: unknown, now: Instant, until?: Instant): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof IndexerError) return ofCode(error, now, until)
  if (error instanceof XmlError) return new ServiceError('unreadable', firstWords(error.message), { until })
  throw error
}

/** Decides by the text if it names a limit or the key, or else by the status. */
export function ofJson(
  { message, code = 900 }: JsonError,
  { status, now, until }: { status: number; now: Instant; until?: Instant | undefined },
): ServiceError {
  if (refusedKeyIn(message) !== undefined) return new ServiceError('auth', message)
  // Most servers repeat the status as the code; 500 means a limit in newznab.
  const byWords = ofCode(new IndexerError(code === status ? 900 : code, message), now, until)
  const { kind, more } = byWords.kind === 'unavailable' ? ofStatus(status, until) : byWords
  return new ServiceError(kind, message, more)
}

function refuseKeyIn(text: string): void {
  const words = refusedKeyIn(text)
  if (words !== undefined) throw new ServiceError('auth', words.slice(0, 160))
}

/** A page instead of a reply. */
function ofPage(html: string, status: number, until: Instant | undefined): ServiceError {
  // Checked before a ban: "Access denied" is on pages of both.
  refuseKeyIn(html)
  const guarded = isBlockPage(html) || GUARD.test(html)
  if (guarded && status !== 503) return new ServiceError('banned', `status ${status}`, { until })
  if (status === 401 || status === 403) return new ServiceError('auth', `status ${status}`)
  if (status >= 500 || guarded) return new ServiceError('unavailable', `status ${status}`, { until })
  if (LOGIN.test(html)) return new ServiceError('auth', 'it returned a login page')
  return new ServiceError('unreadable', 'it returned a web page')
}

/** The indexer's error in a reply with a status other than 200. */
function saidWith(bytes: Uint8Array, now: Instant, until: Instant | undefined): ServiceError | undefined {
  try {
    refuseError(parseXml(bytes))
    return undefined
  } catch (error) {
    return error instanceof IndexerError ? ofCode(error, now, until) : undefined
  }
}

function ofStatus(status: number, until: Instant | undefined): ServiceError {
  const what = `status ${status}`
  if (status === 200) return new ServiceError('unreadable', what)
  if (status === 401 || status === 403) return new ServiceError('auth', what)
  if (status >= 500 || status === 410) return new ServiceError('unavailable', what, { until })
  if (status === 404) return new ServiceError('unreadable', 'nothing found at this address')
  // Some indexers use the error code as the status.
  if (status >= 100 && status < 108) return new ServiceError('auth', what)
  return new ServiceError('refused', status < 400 ? 'it redirects to another address' : what)
}

/** Decides by newznab's codes. Many indexers use 900 for their own errors, so the text counts too. */
function ofCode({ code, message }: IndexerError, now: Instant, until: Instant | undefined): ServiceError {
  const what = firstWords(message)
  const again = { until: until ?? inWords(message, now) }
  if (code >= 100 && code <= 107) return new ServiceError('auth', what)
  if (code === 501 || /(?:download|grab)\w* limit/i.test(message)) return new ServiceError('grab_limit', what, again)
  if (code === 500 || code === 910 || code === 429 || LIMIT.test(message)) return new ServiceError('limit', what, again)
  if (ACCOUNT.test(message)) return new ServiceError('auth', what)
  if (code === 202 || code === 203) return new ServiceError('unsupported', what)
  if (code === 200 || code === 201 || code === 300) return new ServiceError('refused', what)
  return new ServiceError('unavailable', what, again)
}

const ACCOUNT = /api ?key|credential|account|suspended|vip/i
/** Wording of request limits, not of size limits. */
const LIMIT =
  /\b(?:api|request|hit|call|query|search|rate|daily|hourly|day|user|account)s?\b[^.]*\blimit|\blimit\b[^.]*\b(?:reached|api|requests?|hits|calls|queries)\b|too many (?!files|parts|segments|posts)|throttl/i
const SPANS = { second: 1000, minute: 60_000, hour: 3_600_000 }

/** "Request limit reached. Retry in 12 minutes". */
function inWords(message: string, now: Instant): Instant | undefined {
  const [, count, unit] = /\b(\d{1,3}) ?(second|minute|hour)s?\b/i.exec(message) ?? []
  const span = SPANS[unit?.toLowerCase() as keyof typeof SPANS]
  return span === undefined ? undefined : plus(now, Math.min(Number(count) * span, 86_400_000))
}

const firstWords = (message: string) => maskSecrets(message.replace(/\s+/g, ' ')).replace(/\.$/, '').slice(0, 160)
