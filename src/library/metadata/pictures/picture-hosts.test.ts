import { expect, test } from 'bun:test'
import { Config } from '../../../base/config/config'
import { systemFiles } from '../../../base/platform/files'
import { systemRandom } from '../../../base/platform/random'
import { Refusal } from '../../../base/refusal'
import { OTHER_PUBLIC_ADDRESS, PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { allowedPicture, checkHost } from './picture-hosts'

const HOST = 'uploads.mangadex.org'
const config = (args: Record<string, string> = {}) =>
  new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '', args })

const MIRROR = { mangadex_covers_url: 'http://127.0.0.1:9000/covers', metron_url: 'https://metron.test:8443/api' }

test.each<[url: string, settings: Record<string, string>, chosen: boolean]>([
  [`https://${HOST}/1.jpg`, {}, false],
  [`http://${HOST}/1.jpg`, {}, false],
  [`https://${HOST}:443/1.jpg`, {}, false],
  ['https://cdn.myanimelist.net/1.jpg', {}, false],
  ['https://metron.cloud/media/1.jpg', {}, false],
  ['http://127.0.0.1:9000/1.jpg', MIRROR, true],
  ['https://metron.test:8443/1.jpg', MIRROR, true],
  [`https://${HOST}/1.jpg`, MIRROR, false],
  ['https://graphql.anilist.co/1.jpg', MIRROR, false],
])('%s is fetched with the settings %j, its host chosen by the user: %p', (url, settings, chosen) => {
  expect(allowedPicture(url, config(settings))).toEqual({ url: new URL(url), chosen })
})

test.each<[url: string, settings: Record<string, string>, sentence: string]>([
  [`https://reader@${HOST}/1.jpg`, {}, 'An address with a name or a password is not fetched.'],
  [`https://:word@${HOST}/1.jpg`, {}, 'An address with a name or a password is not fetched.'],
  ['http://:word@127.0.0.1:9000/1.jpg', MIRROR, 'An address with a name or a password is not fetched.'],
  [`ftp://${HOST}/1.jpg`, {}, 'Only pictures at http and https addresses are fetched.'],
  [`httpss://${HOST}/1.jpg`, {}, 'Only pictures at http and https addresses are fetched.'],
  ['1.jpg', {}, 'Only pictures at http and https addresses are fetched.'],
  [`https://${HOST}:8443/1.jpg`, {}, `Pictures of ${HOST} are fetched at its usual port alone.`],
  [`http://${HOST}:443/1.jpg`, {}, `Pictures of ${HOST} are fetched at its usual port alone.`],
  ['https://idx.test/1.jpg', {}, 'idx.test is no host of pictures of a service that Panelkeep knows.'],
  ['http://metron.cloud/1.jpg', {}, 'metron.cloud is no host of pictures of a service that Panelkeep knows.'],
  ['https://metron.cloud/1.jpg', MIRROR, 'metron.cloud is no host of pictures of a service that Panelkeep knows.'],
  ['http://127.0.0.1:9000/1.jpg', {}, '127.0.0.1:9000 is no host of pictures of a service that Panelkeep knows.'],
])('%s is not fetched with the settings %j: %s', (url, settings, sentence) => {
  expect(() => allowedPicture(url, config(settings))).toThrow(new Refusal('forbidden', sentence))
})

test.each<[what: string, host: string, found: string[] | Error, sentence: string | null]>([
  ['a host that leads into the open internet', HOST, [PUBLIC_ADDRESS], null],
  ['one with several such addresses', HOST, [PUBLIC_ADDRESS, OTHER_PUBLIC_ADDRESS], null],
  ['one with one of its addresses in this network', HOST, [PUBLIC_ADDRESS, '10.0.0.5'], `${HOST} leads to 10.0.0.5`],
  ['a name without an address', HOST, [], `${HOST} was not found`],
  ['a name that is not known', HOST, new Error('ENOTFOUND'), `${HOST} was not found`],
  ['an address of the open internet', PUBLIC_ADDRESS, new Error('must not be resolved'), null],
  ['an address of this machine', '127.0.0.1', [PUBLIC_ADDRESS], '127.0.0.1 leads to 127.0.0.1'],
  ['an address of this machine in IPv6', '[::1]', [PUBLIC_ADDRESS], '[::1] leads to [::1]'],
])('%s is checked before it is contacted', async (_what, host, found, sentence) => {
  const names = { addresses: async () => (found instanceof Error ? Promise.reject(found) : found) }
  const checked = checkHost({ url: new URL(`https://${host}/1.jpg`), chosen: false }, names)
  const said = await checked.then(
    // Contacted at the checked address: the name may resolve differently a moment later.
    (address) => {
      expect(address).toBe(PUBLIC_ADDRESS)
      return null
    },
    (error: Refusal) => error.message,
  )
  if (sentence === null) expect(said).toBeNull()
  else expect(said).toStartWith(sentence)
})

test('a host that the user chose is not checked', async () => {
  const names = { addresses: () => Promise.reject(new Error('must not be resolved')) }
  expect(await checkHost({ url: new URL('http://127.0.0.1:9000/1.jpg'), chosen: true }, names)).toBeUndefined()
})
