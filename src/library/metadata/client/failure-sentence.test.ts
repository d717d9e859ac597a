import { expect, test } from 'bun:test'
import { ServiceError, type ServiceErrorKind } from '../../../base/outbound/service-error'
import { failureKindOf, failureSentence } from './failure-sentence'

const KINDS: [ServiceErrorKind, ReturnType<typeof failureKindOf>][] = [
  ['auth', 'auth'],
  ['banned', 'banned'],
  ['limit', 'limit'],
  ['grab_limit', 'limit'],
  ['unreachable', 'unreachable'],
  ['unavailable', 'unavailable'],
  ['unreadable', 'unreadable'],
  ['refused', 'refused'],
  ['unsupported', 'refused'],
]
test.each(KINDS)('%s is shown as %s', (kind, shown) => expect(failureKindOf(new ServiceError(kind))).toBe(shown))

test.each([
  ['auth', '', false, 'ComicVine rejected the API key. Check it under Settings, Metadata.'],
  ['auth', 'status 401', true, 'ComicVine rejected the API key (status 401). Check that it is complete and still valid.'],
  ['limit', 'x', false, 'ComicVine has reached its request limit. Panelkeep tries again later.'],
  ['banned', '', false, 'ComicVine has blocked this address: it sent a web page instead of data. Panelkeep tries again in a day.'],
  ['unreachable', '', false, 'ComicVine cannot be reached. Check the connection and its address under Settings, Metadata; Panelkeep tries again automatically.'],
  ['unreachable', 'no answer within 15 seconds', true, 'ComicVine cannot be reached (no answer within 15 seconds). Check the internet connection and test again.'],
  ['unavailable', 'status 503', false, 'ComicVine has a server problem (status 503). Panelkeep tries again automatically.'],
  ['unreadable', '', true, 'ComicVine sent an answer that cannot be read. What is in your library stays as it is.'],
  ['unsupported', 'status 400', false, 'ComicVine rejected the request (status 400). What is in your library stays as it is.'],
] as const)('%s (%p, typed: %p) has its sentence', (kind, what, typed, sentence) => {
  expect(failureSentence('comicvine', new ServiceError(kind, what), typed)).toBe(sentence)
}) // biome-ignore format: one row a case

test('a rejected login is called a login, and a key counts as saved unless stated otherwise', () => {
  expect(failureSentence('metron', new ServiceError('auth'))).toBe(
    'Metron rejected the login. Check it under Settings, Metadata.',
  )
  expect(failureSentence('mangadex', new ServiceError('auth'))).toStartWith('MangaDex rejected the login.')
})
