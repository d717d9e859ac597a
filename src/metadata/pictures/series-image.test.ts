import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { advanceUntil } from '../../testing/fakes/advance-until'
import { fakeServices, PROVIDER_SETTINGS } from '../../testing/providers'

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

test('the picture of a series of Metron is that of its first issue, under an address of our own', async () => {
  const { ask, reader } = await start()
  const { image } = await ask(HARBOR)
  expect(image).toStartWith('/api/metadata/image-proxy?url=https%3A%2F%2F')
  const picture = await reader.get(`${image}&width=150`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('what Metron does not know, or cannot be asked about, has none', async () => {
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
