import { mkdirSync } from 'node:fs'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { type FakeIndexer, fakeIndexer } from '../src/testing/fakes/indexer'
import { makeProviderData, type ProviderData, seriesOf } from '../src/testing/fakes/provider-data'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, type StartOptions, start, startWithLogin } from './panelkeep'

/** A Panelkeep with the series Winter Atlas and two local indexers, without a download client. */
export interface DownloadSetup {
  panelkeep: Panelkeep
  reader: Client
  /** The library folder. */
  comics: string
  comicId: string
  usenet: FakeIndexer
  torrents: FakeIndexer
  in(name: string): string
  /** Kills the program and starts it on the same folder and port. */
  crash(): Promise<void>
  end(): Promise<void>
}

export interface IssueSeen {
  id: string
  number: string
  status: string
}

/**
 * `dataDir`: the data directory, when it is not in the folder of the setup. `fill` adds series to the
 * metadata services.
 */
export async function openDownloadSetup(
  env: StartOptions['env'] = {},
  dataDir?: string,
  fill?: (data: ProviderData) => void,
): Promise<DownloadSetup> {
  const folder = tempFolder()
  const comics = folder.in('Comics')
  mkdirSync(comics)
  const providerData = makeProviderData()
  fill?.(providerData)
  const atlas = seriesOf(providerData, 'atlas')
  const usenet = fakeIndexer({ name: 'Garden' })
  const torrents = fakeIndexer({ name: 'Shed', type: 'torznab' })
  const [comicvine, newznab, torznab] = [fakeComicvine(providerData).fetch, usenet.fetch, torrents.fetch].map(
    serveHandler,
  )
  const started = await startWithLogin({ dataDir: dataDir ?? folder.in('data'), env: { ...OWN_SOURCES_OFF, ...env } })
  const setup = {
    panelkeep: started,
    reader: await started.reader(),
    comics,
    comicId: atlas.ids.comicvine!,
    usenet,
    torrents,
    in: folder.in,
    async crash() {
      await setup.panelkeep.kill()
      const { dataDir, port } = setup.panelkeep
      setup.panelkeep = await start({ dataDir, port, env: { ...OWN_SOURCES_OFF, ...env } })
      setup.reader = await setup.panelkeep.reader()
    },
    async end() {
      await setup.panelkeep.stop()
      await Promise.all([comicvine, newznab, torznab].map((each) => each?.stop()))
      endAll()
      folder.remove()
    },
  }
  const { reader } = setup
  const services = { comicvine_url: comicvine?.origin, comicvine_api: COMICVINE_KEY, metron_enabled: false }
  const quiet = { enable_rss: false, search_interval: 0, search_delay: 0, enable_meta: true }
  await waitForAnswer(reader.put('/api/config', { comic_dirs: [comics], ...services, ...quiet }))
  const added = await waitForAnswer(reader.post('/api/series', { id: atlas.ids.comicvine, monitor: 'none' }))
  await until('the series to be there', async () => {
    const { state } = await reader.json<{ state: string }>(`/api/operations/${added.operation_id}`)
    return state === 'succeeded' || undefined
  })
  const indexer = (type: string, name: string, host = '', api_key = '') =>
    waitForAnswer(reader.put('/api/config/providers', { type, enabled: true, providers: [{ name, host, api_key }] }))
  await indexer('newznab', 'Garden', newznab?.origin, usenet.key)
  await indexer('torznab', 'Shed', torznab?.origin, torrents.key)
  return setup
}

/** Turns off Panelkeep's own sources. */
const OWN_SOURCES_OFF = { PANELKEEP_ENABLE_ARCHIVE: 'false', PANELKEEP_ENABLE_EMBEDDED_TORRENTS: 'false' }

/** A different comic for every issue, with real pages. */
export function comicOf(number: string, pages = 6): Uint8Array {
  const names = Array.from({ length: pages }, (_, at) => `Winter Atlas ${number} p${String(at).padStart(2, '0')}.png`)
  const colour = [(Number(number) * 67) % 200, (Number(number) * 131) % 200, 120] as const
  return makeCbz(Object.fromEntries(names.map((name, at) => [name, makePng(400, 600, colour, `${at}`)])), {
    store: true,
  })
}

export const releaseOf = (number: string): string =>
  `Winter Atlas ${number.padStart(3, '0')} (1998) (digital) (Some-Group)`

export async function issueOf({ reader, comicId }: DownloadSetup, number: string): Promise<IssueSeen> {
  const { issues } = await reader.json<{ issues: IssueSeen[] }>(`/api/series/${comicId}`)
  const issue = issues.find((each) => each.number === number)
  if (!issue) throw new Error(`there is no issue ${number}`)
  return issue
}

/** Marks an issue as wanted like the button does: a search starts at once. */
export async function want(setup: DownloadSetup, number: string): Promise<IssueSeen> {
  const issue = await issueOf(setup, number)
  await waitForAnswer(setup.reader.put(`/api/series/issues/${issue.id}/queue`))
  return issue
}

/** Waits until the issue is in the library; on a timeout throws with its current state. */
export async function waitForImport(setup: DownloadSetup, number: string, within = 90_000): Promise<IssueSeen> {
  return until(
    `issue ${number} to arrive`,
    async () => {
      const issue = await issueOf(setup, number)
      return issue.status === 'Downloaded' ? issue : undefined
    },
    { within, otherwise: () => standing(setup) },
  )
}

async function standing({ reader, panelkeep }: DownloadSetup): Promise<string> {
  const look = (path: string) => reader.json(path).catch((error: Error) => error.message)
  const { runs } = await reader.json<{ runs: { run_id: string }[] }>('/api/search/runs?limit=1')
  const paths = ['/api/activity/in-flight', '/api/attention', '/api/downloads/queue']
  const seen = await Promise.all([...paths, `/api/search/runs/${runs[0]?.run_id}`].map(look))
  return `${JSON.stringify(seen, null, 1)}\n${panelkeep.log.slice(-4000)}`
}

interface Waiting {
  within?: number
  /** Details for the error of a timeout. */
  otherwise?: () => Promise<string>
}

/** Polls until there is a result. On a timeout throws with `what`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined>,
  { within = 90_000, otherwise }: Waiting = {},
): Promise<T> {
  const end = Date.now() + within
  for (;;) {
    const found = await probe()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`waited ${within} ms for ${what}. ${(await otherwise?.()) ?? ''}`)
    await Bun.sleep(100)
  }
}

export async function waitForAnswer(reply: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await reply
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
