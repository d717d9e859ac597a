import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cblDocument } from '../src/base/formats/documents/cbl-writer'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import {
  comicOf,
  type DownloadSetup,
  openDownloadSetup,
  releaseOf,
  until,
  waitForAnswer,
  waitForImport,
  want,
} from './download-setup'
import { isThere, real, Sources } from './real-clients'

setDefaultTimeout(300_000)

/** A story arc of a followed series and one that is not in the library, from the list to the reader. */
let setup: DownloadSetup
let sources: Sources

beforeAll(async () => {
  setup = await openDownloadSetup({ PANELKEEP_STORYARCDIR: 'true', PANELKEEP_READ2FILENAME: 'true' })
  sources = new Sources(setup)
})
afterEach(() => sources.clear())
afterAll(async () => {
  await setup?.end()
  await sources?.close()
})

const LIST = cblDocument({
  name: 'Night Tide',
  books: [
    { series: 'Copper Orchard', volume: 2014, number: '4', year: 2015, ids: [] },
    { series: 'Winter Atlas', volume: 1998, number: '1', ids: [] },
  ],
})
const COPPER = 'Copper Orchard 004 (2015) (digital) (Some-Group)'
const PAGES = makeCbz({ 'p01.png': makePng(400, 600, [90, 40, 30]), 'p02.png': makePng(400, 600, [30, 90, 40]) })

interface Row {
  IssueArcID: string
  IssueID: string | null
  Status: string
  Location: string | null
}
const rows = async (arcId: string) => (await setup.reader.json<{ issues: Row[] }>(`/api/storyarcs/${arcId}`)).issues

test.skipIf(!isThere(real.transmission))(
  'an issue of a series that is not in the library is wanted, found, downloaded, filed by its arc, and read in order',
  async () => {
    const { reader, comics } = setup
    await sources.using(real.transmission)
    await sources.seeded(releaseOf('1'), comicOf('1'))
    await want(setup, '1')
    await waitForImport(setup, '1')
    await sources.seeded(COPPER, PAGES)
    const imported = await waitForAnswer(reader.post('/api/storyarcs/import', { document: LIST }))
    const arcId = String(imported.arc_id)
    const [first] = await rows(arcId)
    expect(first).toMatchObject({ Status: 'Added', IssueID: null })
    const status = `/api/storyarcs/${arcId}/issues/${first!.IssueArcID}/status`
    await waitForAnswer(reader.put(status, { status: 'Wanted' }))
    const copper = await until(
      'the issue of the arc to arrive',
      async () =>
        (await rows(arcId)).find((row) => row.Status === 'Downloaded' && row.IssueArcID === first!.IssueArcID),
      { within: 90_000, otherwise: async () => setup.panelkeep.log.slice(-4000) },
    )
    const name = join('Story arcs', 'Night Tide (1998 - 2015)', '001-Copper Orchard 004 (2015).cbz')
    expect(copper.Location).toBe(join(comics, name))
    expect(readdirSync(comics, { recursive: true, encoding: 'utf8' })).toContain(name)
    // The series itself is in no list.
    expect(JSON.stringify(await reader.json('/api/series?limit=50'))).not.toContain('Copper Orchard')
    const reading = await reader.json<{ next: { issue_id: string } | null }>(
      `/api/reading/issues/${copper.IssueID}?list=${arcId}`,
    )
    expect(reading.next?.issue_id).toBe((await rows(arcId))[1]!.IssueID!)
    const page = await reader.get(`/api/reading/issues/${copper.IssueID}/pages/1`)
    expect([page.status, page.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true])
  },
)
