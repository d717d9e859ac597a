import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sourceLabel } from '../../../base/providers/descriptors'
import { fakeHttp } from '../../../testing/fakes/http'
import { PROVIDER_SETTINGS, type TestMetadataClient, testMetadataClient } from '../../../testing/metadata/providers'

let at: TestMetadataClient
beforeEach(() => {
  at = testMetadataClient(fakeHttp({}), {
    ...PROVIDER_SETTINGS,
    metadata_order: 'anilist,metron',
    mangadex_enabled: 'false',
  })
})
afterEach(() => at.db.close())

const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('providers serve their kind, if they are enabled, in the order of the settings', () => {
  expect(names(at.providers.all())).toEqual(['anilist', 'metron', 'comicvine', 'mangadex'])
  expect(names(at.providers.serving('comic'))).toEqual(['metron', 'comicvine'])
  expect(names(at.providers.serving('manga'))).toEqual(['anilist'])
})

test('a provider is found by its name, and by no other', () => {
  expect(at.providers.get('metron')).toMatchObject({ name: 'metron', label: 'Metron', listsIssues: true })
  expect(() => at.providers.get('nowhere' as never)).toThrow('there is no provider nowhere')
  expect([at.providers.disabledReason('metron'), at.providers.disabledReason('mangadex')?.failure]).toEqual([
    undefined,
    'disabled',
  ])
})

test.each([
  ['metron', 'Metron'],
  ['myanimelist', 'MyAnimeList'],
  ['nowhere', undefined],
])('the source %p has the name %p', (source, label) => expect(sourceLabel(source)).toBe(label as string))
