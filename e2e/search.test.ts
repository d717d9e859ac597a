import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { addFakeIssue, issueOf, makeProviderData, markChanged, seriesOf } from '../src/testing/fakes/provider-data'
import { accessibilityFaults } from './accessibility'
import { eachLook, openBrowser, openPage, picturesLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** A series without files: found at a service, added, kept up to date, and corrected by hand permanently. */
const folder = tempFolder()
const providerData = makeProviderData()
const comicvine = fakeComicvine(providerData)
const service = serveHandler(comicvine.fetch)
const harbor = seriesOf(providerData, 'harbor-2012')
const id = harbor.ids.comicvine!
let panelkeep: Panelkeep
let reader: Client
let browser: Browser | undefined
let watched: WatchedPage

beforeAll(async () => {
  mkdirSync(folder.in('Comics'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await service.stop()
  endAll()
  folder.remove()
})

interface Row {
  name: string
  comicid: string
  comicyear: string
  comicthumb: string
  in_library: boolean
}
interface SearchAnswer {
  results: Row[]
  provider_failures?: { provider: string; failure: string; detail: string }[]
}
interface Issue {
  id: string
  number: string
  name: string | null
  status: string
  imageURL: string | null
}

async function answered<T>(status: number, reply: Promise<Response>): Promise<T> {
  const { status: got, text } = await reply.then(async (each) => ({ status: each.status, text: await each.text() }))
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${text}`)
  return JSON.parse(text) as T
}
const search = (name: string) => answered<SearchAnswer>(200, reader.post('/api/search/comics', { name, limit: 20 }))
const detail = () => reader.json<{ comic: { ComicName: string }[]; issues: Issue[] }>(`/api/series/${id}`)

/** Waits until an operation has ended. */
async function over(operationId: string): Promise<{ state: string; error: string | null }> {
  for (;;) {
    const now = await reader.json<{ state: string; error: string | null }>(`/api/operations/${operationId}`)
    if (now.state !== 'queued' && now.state !== 'running') return now
    await Bun.sleep(50)
  }
}

async function refresh(): Promise<void> {
  const { operation_id } = await answered<{ operation_id: string }>(200, reader.post(`/api/series/${id}/refresh`))
  expect(await over(operation_id)).toMatchObject({ state: 'succeeded' })
}

test('a search without a service links to its settings', async () => {
  const refused = await answered<{ code: string; detail: string }>(
    400,
    reader.post('/api/search/comics', { name: 'x' }),
  )
  expect([refused.code, refused.detail]).toEqual(['provider_not_configured', expect.stringContaining('Settings')])
})

test('a wrong key is detected, and no key is shown again', async () => {
  const address = { comic_dirs: [folder.in('Comics')], comicvine_url: `${service.origin}/api`, metron_enabled: false }
  await answered(200, reader.put('/api/config', { ...address, comicvine_api: 'wrong' }))
  const tried = await answered<{ success: boolean; detail: string }>(
    200,
    reader.post('/api/metadata/providers/comicvine/test', {}),
  )
  expect([tried.success, tried.detail]).toEqual([false, expect.stringContaining('rejected the API key')])
  await answered(200, reader.put('/api/config', { comicvine_api: COMICVINE_KEY }))
  expect(await answered(200, reader.post('/api/metadata/providers/comicvine/test', {}))).toMatchObject({
    success: true,
  })
  const config = await (await reader.get('/api/config')).text()
  expect(config).toContain('"comicvine_api_set":true')
  expect(config).not.toContain(COMICVINE_KEY)
})

test('the search finds series of the same name with their years and covers', async () => {
  const { results } = await search('Harbor Lights')
  const runs = results.filter(({ name }) => name === 'Harbor Lights').map(({ comicyear }) => comicyear)
  expect(runs.sort()).toEqual(['2012', '2019'])
  const cover = await reader.get(results[0]!.comicthumb)
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
})

step('a series is found by the global search and added on its sheet', async () => {
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
  const { page, shot } = watched
  await page.goto(panelkeep.url)
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('Harbor Lights')
  await page.getByRole('option', { name: 'to follow' }).click()
  await page.getByRole('button', { name: /^Harbor Lights 2012/ }).waitFor()
  expect(await picturesLoaded(page, '.search-results', 3)).toBeGreaterThan(2)
  await shot('search-results')
  await page.getByRole('button', { name: /^Harbor Lights 2012/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Harbor Lights' })
  await sheet.getByRole('radio', { name: /^All issues/ }).check()
  await shot('search-add')
  await sheet.getByRole('button', { name: 'Add series' }).click()
  await sheet.getByText('Added to your library').waitFor()
  await shot('search-added')
  await sheet.getByRole('link', { name: 'Open series' }).click()
  await page.waitForURL(`${panelkeep.url}/library/${id}`)
  await page.getByRole('heading', { name: 'Harbor Lights' }).first().waitFor()
  expect(await picturesLoaded(page, '.shell-content', 12)).toBeGreaterThanOrEqual(12)
  await shot('search-series')
})

test('adding it again reports that it exists, with any form of its id', async () => {
  // Without a browser this is the first time.
  const first = await answered<{ comicid: string; operation_id: string | null }>(
    200,
    reader.post('/api/series', { id, monitor: 'all' }),
  )
  if (first.operation_id) expect(await over(first.operation_id)).toMatchObject({ state: 'succeeded' })
  const again = await answered<object>(200, reader.post('/api/search/add', { id: `4050-${id}` }))
  expect(again).toMatchObject({ success: true, comicid: id, message: expect.stringContaining('in the library') })
  const { results } = await search('Harbor Lights')
  expect(results.filter(({ in_library }) => in_library).map(({ comicid }) => comicid)).toEqual([id])
})

step('results read well with a screen reader, at desk and phone width, in light and dark', async () => {
  const { page, shot } = watched
  const before = page.url()
  await page.goto(`${panelkeep.url}/search?q=Harbor%20Lights`)
  await page.getByRole('link', { name: /^Harbor Lights 2012 .* In your library$/ }).waitFor()
  await eachLook(page, async (look) => {
    expect(await accessibilityFaults(page)).toEqual([])
    await shot(`search-results-${look}`)
  })
  await page.goto(before)
})

test('its issues are in the library, wanted as requested, each with its cover', async () => {
  const { issues } = await detail()
  expect(issues.map(({ number }) => Number(number)).sort((a, b) => a - b)).toEqual(harbor.issues.map((_, at) => at + 1))
  expect(new Set(issues.map(({ status }) => status))).toEqual(new Set(['Wanted']))
  const cover = await reader.get(issues[0]!.imageURL!)
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
})

test('corrections of the user survive a change at the service', async () => {
  const { issues } = await detail()
  const seventh = issues.find(({ number }) => number === '7')!
  await answered(200, reader.send('PATCH', `/api/series/${id}/metadata`, { name: 'The Harbor Lights' }))
  await answered(200, reader.send('PATCH', `/api/series/issues/${seventh.id}`, { title: 'My own title' }))
  const [named, third] = [issueOf(providerData, 'harbor-2012/7'), issueOf(providerData, 'harbor-2012/3')]
  harbor.name = 'Harbor Lights: Remastered'
  named.title = 'A title from elsewhere'
  third.title = 'A new title'
  for (const each of [harbor, named, third]) markChanged(each)
  addFakeIssue(providerData, 'harbor-2012', '13', { release_date: '2026-12-02', title: 'Thirteen' })
  await refresh()

  const now = await detail()
  const titles = new Map(now.issues.map(({ number, name }) => [number, name]))
  expect(now.comic[0]?.ComicName).toBe('The Harbor Lights')
  expect([titles.get('7'), titles.get('3'), titles.get('13')]).toEqual(['My own title', 'A new title', 'Thirteen'])
  expect(now.issues.find(({ number }) => number === '13')?.status).toBe('Wanted')
})

test('every field shows its source, and is reset to it on request', async () => {
  interface Fields {
    fields: {
      field: string
      value: unknown
      source: string
      locked: boolean
      said: { source: string; value: unknown }[]
    }[]
  }
  const fields = () => reader.json<Fields>(`/api/series/${id}/metadata`)
  const name = (await fields()).fields.find(({ field }) => field === 'name')!
  expect(name).toMatchObject({ value: 'The Harbor Lights', source: 'user', locked: true })
  expect(name.said).toContainEqual({ source: 'comicvine', value: 'Harbor Lights: Remastered' })
  await answered(200, reader.send('PATCH', `/api/series/${id}/metadata`, { name: null }))
  expect((await detail()).comic[0]?.ComicName).toBe('Harbor Lights: Remastered')
})

step('the open page shows the new issue with its cover automatically, without errors', async () => {
  const { page, complaints, shot, close } = watched
  await page.getByRole('heading', { name: 'Harbor Lights: Remastered' }).first().waitFor()
  expect(await picturesLoaded(page, '.shell-content', 13)).toBeGreaterThanOrEqual(13)
  await shot('search-refreshed')
  expect(complaints).toEqual([])
  await close()
})

test('a service that bans us is reported beside the search and not queried, and the library keeps everything', async () => {
  comicvine.fail('ban')
  const { results, provider_failures } = await search('Winter Atlas')
  expect([results.length, provider_failures?.[0]?.failure]).toEqual([0, 'banned'])
  expect(provider_failures?.[0]?.detail).toMatch(/^ComicVine .*\.$/)
  const before = comicvine.requests.length
  await search('Paper Wolves')
  expect(comicvine.requests.length).toBe(before)
  expect((await detail()).issues).toHaveLength(13)
})
