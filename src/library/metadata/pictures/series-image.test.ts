import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeIssueRecord, fakeProvider, fakeProviders } from '../../../testing/fakes/metadata-provider'
import { fakeServices, PROVIDER_SETTINGS } from '../../../testing/metadata/providers'
import { seriesImage } from './series-image'

let open: TestApp | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

type Said = { image: string | null }
const HARBOR = '5101000'

async function start(settings: Record<string, string> = PROVIDER_SETTINGS) {
  const services = fakeServices()
  open = await testApp({ ports: { http: services.http }, settings })
  const app = open
  const ask = (id: string) =>
    advanceUntil(app.clock, app.reader.json<Said>(200, app.reader.get(`/api/metadata/series-image/${id}`)))
  return { ...open, services, ask }
}

test('the picture of a Metron series is that of its first issue, under our own address', async () => {
  const { ask, reader } = await start()
  const { image } = await ask(HARBOR)
  expect(image).toStartWith('/api/metadata/image-proxy?url=https%3A%2F%2F')
  const picture = await reader.get(`${image}&width=150`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('a series that is unknown to Metron, or cannot be requested, has none', async () => {
  const { ask, services } = await start()
  expect(await ask('999999')).toEqual({ image: null })
  services.metron.fail('status 500')
  expect(await ask(HARBOR)).toEqual({ image: null })
  const sent = services.http.requests.length
  expect(await ask('18705-x')).toEqual({ image: null })
  expect(services.http.requests.length).toBe(sent)
})

test('without a login nothing is fetched', async () => {
  const { ask, services } = await start({})
  expect(await ask(HARBOR)).toEqual({ image: null })
  expect(services.http.requests).toEqual([])
})

test('the picture is the first that an issue has, and is requested by number only', async () => {
  const metron = fakeProvider('metron')
  const ask = async (id: string) => (await seriesImage(fakeProviders(metron), id)).image
  const pictures = [undefined, 'https://idx.test/2.jpg', 'https://idx.test/3.jpg']
  metron.issues_.set(
    '123456789012',
    pictures.map((image_url, at) => fakeIssueRecord(`${at}`, `${at}`, image_url ? { image_url } : {})),
  )
  metron.issues_.set('7', [fakeIssueRecord('1', '1')])
  expect(await ask('123456789012')).toBe('/api/metadata/image-proxy?url=https%3A%2F%2Fidx.test%2F2.jpg')
  expect([await ask('7'), await ask('8')]).toEqual([null, null])
  expect(metron.requests).toEqual(['issues 123456789012', 'issues 7', 'issues 8'])
  for (const id of ['1234567890123', '', '7a', 'a7', '-7']) expect(await ask(id)).toBeNull()
  expect(metron.requests).toHaveLength(3)
  metron.failures.push({ failure: 'banned', detail: 'Shut out.' })
  expect(await ask('123456789012')).toBeNull()
})
