import { describe, expect, test } from 'bun:test'
import { jsonErrorOf, maskSecrets } from './json-error'

const said = (document: unknown) => jsonErrorOf(new TextEncoder().encode(JSON.stringify(document)))

describe('an error in JSON', () => {
  test.each<[unknown, string]>([
    [{ error: 'Release is gone.' }, 'Release is gone'],
    [{ message: 'Indexer is disabled' }, 'Indexer is disabled'],
    [{ error: { message: 'No such release', type: 'x' } }, 'No such release'],
    [{ error: 'Not Found', message: 'Release is gone' }, 'Not Found: Release is gone'],
    [{ success: false, message: 'Too old' }, 'Too old'],
    [{ errors: [{ detail: 'Too old' }] }, 'Too old'],
    [[{ errorMessage: 'Too old' }], 'Too old'],
    [{ type: 'about:blank', title: 'Not Found', status: 404 }, 'Not Found'],
    [{ message: 'Failed\n   at Prowlarr.Http', description: 'System.Exception' }, 'Failed'],
  ])('%j says: %s', (document, message) => expect(said(document)?.message).toBe(message))

  test.each<[unknown, string]>([
    [{ status: 'error', code: 7 }, 'it answered with an error, code 7'],
    [{ status: 'Failed', code: 'NO_GRABS' }, 'it answered with an error, code NO_GRABS'],
    [{ success: false, error_code: 3 }, 'it answered with an error, code 3'],
    [{ ok: false }, 'it answered with an error'],
    [{ error: true }, 'it answered with an error'],
  ])('without text in %j is still one', (document, message) => expect(said(document)).toEqual({ message }))

  test.each<[unknown]>([[{ status: 'ok', code: 7 }], [{ code: 7 }], [{ success: true }]])('is not in %j', (document) =>
    expect(said(document)).toBeUndefined(),
  )

  test('may have a code', () => expect(said({ code: 501, message: 'x' })).toEqual({ message: 'x', code: 501 }))

  test.each<[string]>([['{'], ['<nzb/>'], ['{}'], ['[]'], ['[1]'], ['{"error":null,"message":""}'], ['']])(
    'is not in %s',
    (text) => expect(jsonErrorOf(new TextEncoder().encode(text))).toBeUndefined(),
  ) // biome-ignore format: a row each

  test('is cut to 300 characters', () => expect(said({ error: 'x '.repeat(1000) })?.message).toHaveLength(300))
})

test.each([
  ['at [https://idx.test/api?t=get&apikey=abc123&id=4]', 'at [https://idx.test/…]'],
  ['https://user:secret@idx.test/rss/4f2a failed', 'https://idx.test/… failed'],
  ['no https://idx.test', 'no https://idx.test/…'],
  ['GET /api?apikey=abc123&id=4', 'GET /api?apikey=…&id=4'],
  ['passkey=abc, r=17', 'passkey=…, r=…'],
  ['X-Api-Key: 0f1e2d3c4b', 'X-Api-Key: …'],
  ['"apikey":"0f1e2d3c4b"', '"apikey":"…"'],
  ['key 0123456789abcdef0123456789abcdef', 'key …'],
  ['Invalid API key: contact support', 'Invalid API key: contact support'],
  ['Token limit reached for today', 'Token limit reached for today'],
])('%s becomes %s', (text, plain) => expect(maskSecrets(text)).toBe(plain))
