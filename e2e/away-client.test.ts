import { afterAll, afterEach, beforeAll, setDefaultTimeout, test } from 'bun:test'
import { comicOf, type DownloadSetup, openDownloadSetup, releaseOf, until, waitForImport, want } from './download-setup'
import { failingTransmission } from './failing-client'
import { isThere, real, Sources } from './real-clients'

setDefaultTimeout(300_000)

/** In a file of its own, since the test waits a minute for the retry of a search. */
let setup: DownloadSetup
let sources: Sources

beforeAll(async () => {
  setup = await openDownloadSetup()
  sources = new Sources(setup)
})
afterEach(() => sources.clear())
afterAll(async () => {
  await setup?.end()
  await sources?.close()
})

test.skipIf(!isThere(real.transmission))(
  'a release found while the client was down is downloaded when the client is back',
  async () => {
    let isAway = false
    await sources.using(failingTransmission(async () => isAway))
    await sources.seeded(releaseOf('10'), comicOf('10'))
    isAway = true
    await want(setup, '10')
    await until('the search to fail', async () => {
      const { runs } = await setup.reader.json<{ runs: { completion_state: string }[] }>('/api/search/runs?limit=1')
      return runs[0]?.completion_state === 'failed' || undefined
    })
    isAway = false
    await waitForImport(setup, '10', 150_000)
  },
)
