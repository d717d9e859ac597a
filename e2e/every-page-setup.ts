import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, calendarWeekOf } from '../src/collecting/weekly/calendar'
import { fakeLanguageModel } from '../src/testing/fakes/language-model'
import { addFakeIssue, type ProviderData } from '../src/testing/fakes/provider-data'
import { READER } from '../ui/reader-page'
import { pages } from '../ui/router'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  releaseOf,
  until,
  waitForAnswer,
  want,
} from './download-setup'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

/** A Panelkeep with something on every page, and the address of each. */
export interface EveryPageSetup {
  setup: DownloadSetup
  /** An address for every route of the router, with existing and missing ids, and one unknown address. */
  paths: string[]
  /** The ids of an issue that can be read, and of its series. */
  issueId: string
  seriesPath: string
  end(): Promise<void>
}

export async function openEveryPageSetup(): Promise<EveryPageSetup> {
  const model = fakeLanguageModel()
  const server = model.serve()
  const assistant = { PANELKEEP_AI_BASE_URL: server.baseUrl, PANELKEEP_AI_MODEL: 'tiny-model' }
  const setup = await openDownloadSetup(assistant, undefined, releaseThisWeek)
  const [ids] = await Promise.all([
    importReadingSetup(setup.reader, makeReadingSetup(setup.in('books'))),
    download(setup),
  ])
  const issueId = ids.get('Harbor Lights 1')!
  const comicId = ids.get('Harbor Lights')!
  const moon = ids.get('Moon Parade')!
  await putInbox(setup)
  const { reader } = setup
  const post = (path: string, body: unknown = {}) => waitForAnswer(reader.post(path, body))
  await waitForAnswer(reader.put(`/api/reading/issues/${issueId}/progress`, { page: 3 }))
  await post('/api/reading/mark', { issue_ids: [ids.get('Harbor Lights 2')], read: true })
  await waitForAnswer(reader.put(`/api/reading/issues/${issueId}/bookmarks/2`, {}))
  await post('/api/readlist', { issue_id: ids.get('Tall Tower 1') })
  const made = await post('/api/collections', { name: 'Rainy days' })
  const { collection_id } = made.collection as { collection_id: string }
  await post(`/api/collections/${collection_id}/series`, { ids: [comicId, moon] })
  await post('/api/views', { name: 'To read', query: 'read=unread' })
  await waitForAnswer(reader.send('PATCH', `/api/series/${comicId}/metadata`, { genres: ['Sea stories', 'Crime'] }))
  const { list } = await post('/api/readlists', { name: 'Harbor nights' })
  const { list_id } = list as { list_id: string }
  await post(`/api/readlists/${list_id}/issues`, { issue_ids: [issueId] })
  const { arc_id } = await post('/api/storyarcs', {
    name: 'Night Tide',
    issue_ids: [issueId, ids.get('Moon Parade 1')],
  })
  await post('/api/config/notifications', { service: 'webhook', values: { url: `${server.baseUrl}/told` } })
  await post('/api/weekly/refresh')
  const run = await post('/api/system/acquisition/repair/preview', { comic_id: comicId })
  const samples: Record<string, string> = {
    comic_id: comicId,
    issue_id: issueId,
    collection_id,
    arc_id: String(arc_id),
    list_id,
    run_id: String(run.run_id),
    folder: 'genres',
    name: 'Sea stories',
    chapter: 'getting-started',
  }
  const routes = [...pages.map(({ path }) => path), READER]
  const gone = routes.filter((path) => path.includes(':')).map((path) => path.replace(/:\w+/g, 'gone'))
  return {
    setup,
    paths: [...routes.map((path) => filled(path, samples)), '/no/such/page', ...gone],
    issueId,
    seriesPath: `/library/${encodeURIComponent(comicId)}`,
    async end() {
      await setup.end()
      await server.stop()
    },
  }
}

/** `/arcs/:arc_id` → `/arcs/a-1` */
function filled(path: string, samples: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const sample = samples[name]
    if (sample === undefined) throw new Error(`there is no sample of ${name} for ${path}`)
    return encodeURIComponent(sample)
  })
}

function releaseThisWeek(data: ProviderData): void {
  const { first } = calendarWeekOf(new Date().toISOString().slice(0, 10))
  addFakeIssue(data, 'atlas', '231', { release_date: addDays(first, 3), title: 'Snow' })
  addFakeIssue(data, 'paper', '9', { release_date: addDays(first, 3) })
}

/** One issue was sent to a client, one finds nothing, one arrived damaged, and one matches nothing. */
async function download(setup: DownloadSetup): Promise<void> {
  const { reader } = setup
  mkdirSync(setup.in('nzb'))
  await waitForAnswer(reader.put('/api/config', { blackhole_dir: setup.in('nzb') }))
  setup.usenet.releases = ['1', '2'].map((number) => ({ title: releaseOf(number), size: 40_000_000 }))
  for (const number of ['1', '2', '3']) await want(setup, number)
  for (const number of ['1', '2'])
    await until('the release to be sent', async () => (await issueOf(setup, number)).status === 'Snatched' || undefined)
  const damaged = await issueOf(setup, '2')
  await arrive(setup, releaseOf('2'), { 'Winter Atlas 002.cbz': comicOf('2').slice(0, 400) }, damaged.id)
  await arrive(setup, 'Nobody Knows It 014', { 'Nobody Knows It 014 (2003).cbz': comicOf('14') })
}

async function arrive(
  setup: DownloadSetup,
  name: string,
  files: Record<string, Uint8Array>,
  issueid?: string,
): Promise<void> {
  const folder = setup.in(`done/${name}`)
  mkdirSync(folder, { recursive: true })
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes)
  const body = { nzb_name: name, nzb_folder: folder, ...(issueid ? { issueid, apc_version: '2.04' } : {}) }
  await waitForAnswer(setup.reader.post('/api/downloads/process', body))
}

async function putInbox({ reader, in: at }: DownloadSetup): Promise<void> {
  mkdirSync(at('inbox'))
  for (const [name, number] of Object.entries({ 'Harbor Lights 4 (2015).cbz': '4', 'scan-x.cbz': '9' }))
    writeFileSync(join(at('inbox'), name), comicOf(number))
  await waitForAnswer(reader.put('/api/config', { import_dir: at('inbox'), import_scan_interval: 0 }))
  await waitForAnswer(reader.post('/api/import/refresh', {}))
}
