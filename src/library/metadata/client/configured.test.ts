import { describe, expect, test } from 'bun:test'
import { Config } from '../../../base/config/config'
import type { OptionName } from '../../../base/config/options'
import { systemFiles } from '../../../base/platform/files'
import { systemRandom } from '../../../base/platform/random'
import { disabledReason, isConfigured, isEnabled, providerOrder, withoutKeys } from './configured'

const settings = (args: Partial<Record<OptionName, string>> = {}) =>
  new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '', args })

test.each([
  ['comicvine', {}, false],
  ['comicvine', { comicvine_api: 'k' }, true],
  ['comicvine', { metron_token: 't' }, false],
  ['metron', {}, false],
  ['metron', { metron_token: 't' }, true],
  ['metron', { metron_username: 'u' }, false],
  ['metron', { metron_password: 'p' }, false],
  ['metron', { metron_username: 'u', metron_password: 'p' }, true],
  ['mangadex', {}, true],
  ['anilist', {}, true],
] as const)('%s with %j is configured: %p', (provider, args, configured) => {
  expect(isConfigured(settings(args), provider)).toBe(configured)
})

describe('a provider', () => {
  test('that is disabled is not queried, with or without its key', () => {
    for (const args of [{}, { comicvine_api: 'k' }]) {
      const off = settings({ ...args, comicvine_enabled: 'false' })
      expect(isEnabled(off, 'comicvine')).toBe(false)
      expect(disabledReason(off, 'comicvine')).toEqual({
        failure: 'disabled',
        detail: 'ComicVine is disabled. Enable it in Settings, Metadata.',
      })
    }
  })

  test('that lacks its key is not queried', () => {
    expect(isEnabled(settings(), 'metron')).toBe(true)
    expect(disabledReason(settings(), 'metron')).toEqual({
      failure: 'not_configured',
      detail: 'Metron needs a token, or a user name and a password. Enter it in Settings, Metadata.',
    })
  })

  test('that has its credentials is queried', () => {
    expect(disabledReason(settings({ comicvine_api: 'k' }), 'comicvine')).toBeUndefined()
    expect(disabledReason(settings(), 'mangadex')).toBeUndefined()
  })
})

test('keys are removed from a text, anywhere, and short words stay', () => {
  const [least, short] = ['k'.repeat(16), 'p'.repeat(15)]
  const config = settings({ comicvine_api: least, metron_password: short })
  expect(withoutKeys(config, `a ${least} b ${short} ${least}`)).toBe(`a  b ${short} `)
  expect(withoutKeys(settings(), 'a text')).toBe('a text')
})

test.each([
  ['', ['comicvine', 'metron', 'mangadex', 'anilist']],
  ['metron', ['metron', 'comicvine', 'mangadex', 'anilist']],
  [' anilist , mangadex,anilist', ['anilist', 'mangadex', 'comicvine', 'metron']],
])('providers in the order %p are %j', (metadata_order, names) => {
  expect(providerOrder(settings({ metadata_order }))).toEqual(names as never)
})

test('an order may contain names that are not providers', () => {
  expect(providerOrder({ get: () => 'nobody,metron' as never })).toEqual(['metron', 'comicvine', 'mangadex', 'anilist'])
})
