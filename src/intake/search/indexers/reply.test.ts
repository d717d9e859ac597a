import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { plus } from '../../../base/platform/clock'
import { parseXml, XmlError } from '../../../base/platform/xml'
import { IndexerError } from './feed-parser'
import { readReply } from './reply'

const NOW = '2026-11-21T08:00:00.000Z'
interface Said {
  status?: number
  headers?: Record<string, string>
  read?: (bytes: Uint8Array) => unknown
}
const reading = (body: string, { status = 200, headers = {}, read = () => 'read' }: Said = {}) =>
  readReply({ status, headers: new Headers(headers), bytes: new TextEncoder().encode(body) } as never, read, NOW)
/** The error of parsing: its kind and details. */
function trouble(body: string, reply: Said = {}): object | undefined {
  try {
    reading(body, reply)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, what, more } = error
    return { kind, what, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) }
  }
  return undefined
}
const page = (words: string) => `<!-- made -->\n<!DOCTYPE html><body>${words}</body>`
const error = (code: number, description: string) => `<error code="${code}" description="${description}"/>`
/** The error that parsers throw for an indexer's own error. */
const says = (code: number, message: string): Said => ({
  read: () => {
    throw new IndexerError(code, message)
  },
})

test('a reply is the value from its parser', async () => {
  expect(reading('<rss/>')).toBe('read')
  expect(await (reading('<rss/>', { read: async () => 'later' }) as Promise<string>)).toBe('later')
})

test('an error of the parser becomes a failure, also when it is asynchronous', async () => {
  const later = reading('<rss/>', { read: () => Promise.reject(new IndexerError(100, 'wrong key')) })
  await expect(later as Promise<unknown>).rejects.toMatchObject({ kind: 'auth' })
  expect(() => reading('<rss/>', { read: () => { throw new RangeError('a bug') } })).toThrow(RangeError) // biome-ignore format: one glance
  const unread = { read: () => { throw new XmlError('No end  of\n it.') } } // biome-ignore format: one glance
  expect(trouble('<rss/>', unread)).toEqual({ kind: 'unreadable', what: 'No end of it' })
  const refusing = { read: () => { throw new ServiceError('refused', 'so') } } // biome-ignore format: one glance
  expect(trouble('<rss/>', refusing)).toEqual({ kind: 'refused', what: 'so' })
})

describe('a status', () => {
  test.each<[number, object]>([
    [429, { kind: 'limit', what: '' }],
    [420, { kind: 'limit', what: '' }],
    [401, { kind: 'auth', what: 'status 401' }],
    [403, { kind: 'auth', what: 'status 403' }],
    [404, { kind: 'unreadable', what: 'nothing found at this address' }],
    [410, { kind: 'unavailable', what: 'status 410' }],
    [500, { kind: 'unavailable', what: 'status 500' }],
    [499, { kind: 'refused', what: 'status 499' }],
    [400, { kind: 'refused', what: 'status 400' }],
    [302, { kind: 'refused', what: 'it redirects to another address' }],
    [399, { kind: 'refused', what: 'it redirects to another address' }],
    [100, { kind: 'auth', what: 'status 100' }],
    [107, { kind: 'auth', what: 'status 107' }],
    [108, { kind: 'refused', what: 'it redirects to another address' }],
    [99, { kind: 'refused', what: 'it redirects to another address' }],
  ])('of %d is a failure', (status, expected) => expect(trouble('', { status })).toEqual(expected as never))

  test('states until when', () => {
    const headers = { 'Retry-After': '90' }
    const until = plus(NOW, 90_000)
    expect(trouble('', { status: 429, headers })).toEqual({ kind: 'limit', what: '', until })
    expect(trouble('', { status: 503, headers })).toMatchObject({ kind: 'unavailable', until })
    expect(trouble(page('down'), { status: 503, headers })).toMatchObject({ kind: 'unavailable', until })
  })

  test('with an error text from the indexer uses that text', () => {
    expect(trouble(error(100, 'Incorrect user credentials'), { status: 500 })).toEqual({
      kind: 'auth',
      what: 'Incorrect user credentials',
    })
    expect(trouble('<rss><channel/></rss>', { status: 500 })).toMatchObject({ kind: 'unavailable' })
    expect(trouble('<broken', { status: 500 })).toMatchObject({ kind: 'unavailable' })
  })
})

describe('a page instead of a reply', () => {
  test.each<[string, number, object]>([
    ['Just a moment...', 403, { kind: 'banned', what: 'status 403' }],
    ['You have been blocked', 200, { kind: 'banned', what: 'status 200' }],
    ['Access denied', 403, { kind: 'banned', what: 'status 403' }],
    ['Just a moment...', 503, { kind: 'unavailable', what: 'status 503' }],
    ['Forbidden', 403, { kind: 'auth', what: 'status 403' }],
    ['Unauthorized', 401, { kind: 'auth', what: 'status 401' }],
    ['Bad gateway', 502, { kind: 'unavailable', what: 'status 502' }],
    ['Bad gateway', 500, { kind: 'unavailable', what: 'status 500' }],
    ['Please log in', 200, { kind: 'auth', what: 'it returned a login page' }],
    ['Welcome', 200, { kind: 'unreadable', what: 'it returned a web page' }],
    ['Not here', 404, { kind: 'unreadable', what: 'it returned a web page' }],
  ])('that says %j with %d', (words, status, expected) =>
    expect(trouble(page(words), { status })).toEqual(expected as never),
  )

  test('that rejects the key is no ban', () => {
    expect(trouble(page('Access denied: invalid API key'))).toMatchObject({ kind: 'auth' })
  })

  test('is not one if the reply is XML', () => expect(trouble('<?xml version="1.0"?><rss>html</rss>')).toBeUndefined())
})

test('a short text about the key is a rejection, a file that contains it is a file', () => {
  expect(trouble('Invalid API key')).toMatchObject({ kind: 'auth' })
  expect(trouble('Invalid API key'.padEnd(3999))).toMatchObject({ kind: 'auth' })
  expect(trouble('Invalid API key'.padEnd(4000))).toBeUndefined()
  expect(trouble('<nzb>Invalid API key</nzb>')).toBeUndefined()
})

describe('an error code of the indexer', () => {
  test.each<[number, string, string]>([
    [100, 'x', 'auth'],
    [107, 'x', 'auth'],
    [99, 'x', 'unavailable'],
    [108, 'x', 'unavailable'],
    [501, 'x', 'grab_limit'],
    [910, 'Download limit reached', 'grab_limit'],
    [0, 'Grabs limit reached', 'grab_limit'],
    [500, 'x', 'limit'],
    [910, 'x', 'limit'],
    [429, 'x', 'limit'],
    [0, 'Daily API limit reached', 'limit'],
    [0, 'Too many requests', 'limit'],
    [0, 'Too many files', 'unavailable'],
    [0, 'Your account is suspended', 'auth'],
    [0, 'VIP only', 'auth'],
    [202, 'No such function', 'unsupported'],
    [203, 'Function not available', 'unsupported'],
    [200, 'Missing parameter', 'refused'],
    [201, 'Incorrect parameter', 'refused'],
    [300, 'No such item', 'refused'],
    [204, 'x', 'unavailable'],
    [900, 'Unknown error', 'unavailable'],
  ])('%d with %j is %s', (code, message, kind) =>
    expect(trouble('<x/>', says(code, message))).toMatchObject({ kind: kind as never }),
  )

  test.each<[string, number | undefined]>([
    ['Request limit reached. Retry in 12 minutes', 12 * 60_000],
    ['limit reached, wait 30 seconds', 30_000],
    ['Daily limit reached, 2 Hours left', 2 * 3_600_000],
    ['Daily limit reached, 999 hours left', 86_400_000],
    ['Daily limit reached', undefined],
  ])('of a limit with the text %j states until when', (message, ms) => {
    const until = ms === undefined ? undefined : plus(NOW, ms)
    expect((trouble('<x/>', says(500, message)) as { until?: string }).until).toBe(until as never)
  })

  test('prefers its header to its text, and shows the first words of that', () => {
    const reply = { ...says(500, `wait 30 seconds ${'x'.repeat(300)}.`), headers: { 'Retry-After': '5' } }
    expect(trouble('<x/>', reply)).toMatchObject({ until: plus(NOW, 5000), what: expect.stringMatching(/^.{160}$/) })
  })
})

test('the feed parser throws the errors that are handled here', () => {
  const read = (bytes: Uint8Array) => parseXml(bytes)
  expect(trouble('<broken', { read })).toMatchObject({ kind: 'unreadable' })
})
