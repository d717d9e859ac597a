import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fakeArchive } from '../src/testing/fakes/archive'
import { serveHandler } from '../src/testing/fakes/http'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  waitForAnswer,
  waitForImport,
  want,
} from './download-setup'
import { basic } from './panelkeep'

setDefaultTimeout(300_000)

const name = 'Winter Atlas 002 (1998).cbz'
const archive = fakeArchive([
  {
    identifier: 'winter-atlas-2',
    title: 'Winter Atlas 002 (1998)',
    files: [{ name, bytes: new Uint8Array(comicOf('2')) }],
  },
])
let served: ReturnType<typeof serveHandler>
let setup: DownloadSetup

beforeAll(async () => {
  served = serveHandler(archive.fetch)
  setup = await openDownloadSetup({ PANELKEEP_ENABLE_ARCHIVE: 'true', PANELKEEP_ARCHIVE_URL: served.origin })
  // As on a first start: no indexer and no client.
  for (const type of ['newznab', 'torznab'])
    await waitForAnswer(setup.reader.put('/api/config/providers', { type, providers: [] }))
})
afterAll(async () => {
  await setup.end()
  await served.stop()
})

test('with no indexer and no client a wanted issue comes from the Internet Archive, and is read over the catalog', async () => {
  await want(setup, '2')
  const { id } = await waitForImport(setup, '2')
  const app = setup.panelkeep.client(basic())
  const feed = await (await app.get(`/opds/comics/${setup.comicId}`)).text()
  expect(feed).toContain(`/opds/issues/${id}`)
  expect(archive.requests.filter((each) => each.startsWith('get'))).toEqual([`get winter-atlas-2/${name}`])
  expect((await issueOf(setup, '2')).status).toBe('Downloaded')
})
