import { expect, test } from 'bun:test'
import {
  readArcId,
  readArcReference,
  readReference,
  readSeriesId,
  refId,
  writeIssueId,
  writeSeriesId,
} from './wire-ids'

const UUID = '0a1b2c3d-0000-4000-8000-00000000000f'

test.each([
  ['18705', 'comicvine', '18705'],
  ['4050-18705', 'comicvine', '18705'],
  ['metron-55', 'metron', '55'],
  [`md-${UUID}`, 'mangadex', UUID],
  [`md-${UUID.toUpperCase()}`, 'mangadex', UUID],
  ['al-30002', 'anilist', '30002'],
] as const)('%s belongs to %s', (text, provider, provider_id) => {
  expect(readSeriesId(text)).toEqual({ provider, provider_id })
})

test.each(['', 'local-7f', 'mal-12', 'md-12', 'Harbor Lights', '18705x', `${UUID}`])(
  '%p belongs to no provider',
  (text) => {
    expect(readSeriesId(text)).toBeUndefined()
  },
)

test.each([
  ['https://comicvine.gamespot.com/harbor-lights/4050-18705/', 'comicvine', '18705'],
  ['https://metron.cloud/series/55/', 'metron', '55'],
  [`https://mangadex.org/title/${UUID}/paper-wolves`, 'mangadex', UUID],
  ['https://anilist.co/manga/30002/Paper-Wolves/', 'anilist', '30002'],
  ['4050-18705', 'comicvine', '18705'],
] as const)('%s names a series in a search', (text, provider, provider_id) => {
  expect(readReference(text)).toEqual({ provider, provider_id })
})

test.each(['300', ' 300 ', 'Harbor Lights', ''])('%p is a name in a search', (text) => {
  expect(readReference(text)).toBeUndefined()
})

test.each([
  ['12', 'comicvine', '12'],
  [' 4045-12 ', 'comicvine', '12'],
  ['metron-12', 'metron', '12'],
  ['metron-list-12', 'metron', 'list-12'],
] as const)('%s is a story arc of %s', (text, provider, provider_id) => {
  expect(readArcId(text)).toEqual({ provider, provider_id })
})

test.each(['', 'local-7f', 'al-12', 'Copper Lantern', 'https://metron.cloud/arc/12/'])(
  '%p is the id of no story arc',
  (text) => {
    expect(readArcId(text)).toBeUndefined()
  },
)

test.each([
  ['https://comicvine.gamespot.com/copper-lantern/4045-12/', 'comicvine', '12'],
  ['https://metron.cloud/arc/12/', 'metron', '12'],
  ['4045-12', 'comicvine', '12'],
  [' metron-list-12 ', 'metron', 'list-12'],
] as const)('%s names a story arc in a search', (text, provider, provider_id) => {
  expect(readArcReference(text)).toEqual({ provider, provider_id })
})

test.each(['52', ' 52 ', 'Copper Lantern', 'https://metron.cloud/series/55/'])(
  '%p names no story arc in a search',
  (text) => {
    expect(readArcReference(text)).toBeUndefined()
  },
)

test('our own ids are read back, and Metron’s series that ComicVine lists get its number', () => {
  for (const ref of [
    { provider: 'comicvine', provider_id: '18705' },
    { provider: 'metron', provider_id: '55' },
    { provider: 'mangadex', provider_id: UUID },
    { provider: 'anilist', provider_id: '7' },
  ] as const) {
    expect(readSeriesId(refId(ref))).toEqual(ref)
    expect(writeSeriesId(ref)).toBe(refId(ref))
  }
  expect(writeSeriesId({ provider: 'metron', provider_id: '55', ids: { comicvine: '18705' } })).toBe('18705')
  expect(writeSeriesId({ provider: 'metron', provider_id: '55', ids: { mangadex: UUID } })).toBe('metron-55')
  expect(writeSeriesId({ provider: 'mangadex', provider_id: UUID, ids: { comicvine: '18705' } })).toBe(`md-${UUID}`)
  expect([writeIssueId('comicvine', '7'), writeIssueId('metron', '7')]).toEqual(['7', 'metron-7'])
})
