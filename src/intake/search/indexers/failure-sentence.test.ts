import { expect, test } from 'bun:test'
import { ServiceError, type ServiceErrorKind } from '../../../base/outbound/service-error'
import { describeFailure } from './failure-sentence'

const said = (kind: ServiceErrorKind, what = '', more: ServiceError['more'] = {}, type?: 'archive' | 'newznab') =>
  describeFailure({ name: 'Mill', api_key: 'secret12', ...(type ? { type } : {}) }, new ServiceError(kind, what, more))

test.each<[ServiceErrorKind, string, string]>([
  ['auth', '', 'Mill rejected the API key. Check it under Settings, Indexers.'],
  ['auth', 'wrong key', 'Mill rejected the API key (wrong key). Check it under Settings, Indexers.'],
  ['limit', '', 'Mill has reached its request limit. Panelkeep tries again later.'],
  ['grab_limit', '', 'Mill has reached its download limit. Panelkeep tries again later.'],
  ['unreachable', '', 'Mill cannot be reached. Check its address under Settings, Indexers; Panelkeep tries again automatically.'],
  ['unavailable', 'status 503', 'Mill has a server problem (status 503). Panelkeep tries again automatically.'],
  ['unreadable', '', 'Mill sent an unreadable reply. Check that its address under Settings, Indexers is the API address.'],
  ['refused', '', 'Mill rejected the request.'],
  ['unsupported', '', 'Mill does not support this search.'],
])('failure %s (%s) becomes: %s', (kind, what, detail) => {
  expect(said(kind, what)).toEqual({ failure: kind as 'auth', detail, what })
}) // biome-ignore format: a row each

test('a ban is reported as a ban, and stored as unavailable', () => {
  expect(said('banned', 'status 403')).toEqual({
    failure: 'unavailable',
    detail:
      'Mill has blocked this address (status 403): it sent a web page instead of data. Panelkeep tries again in a day.',
    what: 'status 403',
  })
  expect(said('banned').detail).toStartWith('Mill has blocked this address: it sent')
})

test('a failure of a file names its release', () => {
  expect(said('unreadable', 'no NZB', { release: 'Harbor Lights 007' }).detail).toBe(
    'Mill sent no usable file for Harbor Lights 007 (no NZB). Choose another release.',
  )
})

test('the address of the archive is an option, and no key is shown', () => {
  expect(said('unreachable', '', {}, 'archive').detail).toContain('Check the option archive_url;')
  expect(said('unreachable', '', {}, 'newznab').detail).toContain('Check its address under Settings')
  const { detail, what } = said('refused', 'no to secret12')
  expect([detail, what]).toEqual(['Mill rejected the request (no to …).', 'no to …'])
})
