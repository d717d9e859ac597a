import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { soak as memory } from '../soak/reading-app-memory'
import { builtSoak } from '../soak/reading-apps'
import { partialMd5 } from '../src/base/formats/partial-md5'
import { systemFiles } from '../src/base/platform/files'
import { checkForms, faultsOfForms, hasReplays, hasValidator, replayClients } from '../src/testing/komga-checks'
import { until, waitForAnswer } from './download-setup'
import { tempFolder } from './folders'
import { addDevice, addUser, PASSWORD } from './house'
import { basic, type Client, endAll, LOGIN, type Panelkeep, start, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup, type ReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** Apps that speak Komga's interface, beside our reader, KOReader and the catalog, on the built program. */
const folder = tempFolder()
let panelkeep: Panelkeep
let owner: Client
let ids: Map<string, string>
let setup: ReadingSetup
let key: string

const idOf = (name: string) => ids.get(name)!
const open = (): Promise<Panelkeep> => startWithLogin({ dataDir: folder.in('data') })

beforeAll(async () => {
  panelkeep = await open()
  owner = await panelkeep.reader()
  setup = makeReadingSetup(folder.in('books'))
  ids = await importReadingSetup(owner, setup)
  const { collection } = await waitForAnswer(owner.post('/api/collections', { name: 'Both' }))
  const { collection_id } = collection as { collection_id: string }
  await owner.post(`/api/collections/${collection_id}/series`, { ids: [idOf('Moon Parade'), idOf('Harbor Lights')] })
  const issue_ids = ['Harbor Lights 1', 'Moon Parade 1', 'Harbor Lights 3'].map(idOf)
  await waitForAnswer(owner.post('/api/storyarcs', { name: 'Long night', issue_ids }))
  await addUser(panelkeep, owner, 'Kit', { limits: { kinds: ['comic'] } })
  key = (await waitForAnswer(owner.post('/api/devices', { name: 'Tablet' }))).key as string
})
afterAll(async () => {
  await panelkeep.stop()
  endAll()
  folder.remove()
})

describe('the programs that check the interface find no fault', () => {
  const users: [who: string, login: () => [string, string]][] = [
    ['the owner', () => [LOGIN.username, LOGIN.password]],
    ['a reader with limits', () => ['Kit', PASSWORD]],
    ['the key of a device', () => ['tablet', key]],
  ]
  const base = () => `${panelkeep.url}/komga`
  test.skipIf(!hasReplays).each(users)('in what real apps get as %s', async (_, login) => {
    expect(await replayClients(base(), login(), key)).toMatch(/^\d{3} ok, 0 bad$/)
  })
  test.skipIf(!hasValidator).each(users)('in the forms of the replies to %s', async (who, login) => {
    expect(faultsOfForms(await checkForms(base(), login(), folder.in(`check for ${who}`)))).toEqual([])
  })
})

test('the interface answers odd requests in 4xx at most', async () => {
  await builtSoak.run(400, () => {})
})

test('the memory of the program stays flat while apps read', async () => {
  await memory.run(3000, () => {})
})

const AT = '/komga/api/v1'

/** A cookie of a login, as an app stores it. */
const cookieOf = (reply: Response, name: string): string =>
  reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0]!)
    .find((pair) => pair.startsWith(`${name}=`)) ?? ''

interface Apps {
  /** Lives on the session cookie that its extension got. */
  mihon: Client
  /** Lives on the cookie that remembers its login. */
  komelia: Client
  /** Lives on a token in a header. */
  kmreader: Client
}

async function logIn(): Promise<Apps> {
  const me = '/komga/api/v2/users/me?remember-me=true'
  const login = (headers: Record<string, string>) => panelkeep.client({ ...basic(), ...headers }).get(me)
  const token = (await login({ 'X-Auth-Token': '' })).headers.get('x-auth-token')!
  return {
    mihon: panelkeep.client({ Cookie: cookieOf(await login({}), 'KOMGA-SESSION') }),
    komelia: panelkeep.client({ Cookie: cookieOf(await login({}), 'komga-remember-me') }),
    kmreader: panelkeep.client({ 'X-Auth-Token': token }),
  }
}

/** The same logins at a program that was started again. */
const moved = ({ headers }: Client) => panelkeep.client(headers)

describe('one book', () => {
  const PROGRESSION = 'application/opds-progression+json'
  let apps: Apps
  let koreader: Client
  let document: string
  let book: string

  /** The page from 1 that each side shows, and whether it says that the book was read. */
  async function places() {
    const sync = await koreader.json<{ progress?: string }>(`/opds/sync/syncs/progress/${document}`)
    const { progress } = await owner.json<{ progress: { page: number; completed: boolean } }>(
      `/api/reading/issues/${book}`,
    )
    const { progression } = await koreader.json<{ progression: number }>(`/opds/v2/issues/${book}/progression`)
    const read = (app: Client) =>
      app.json<{ readProgress: { page: number; completed: boolean } }>(`${AT}/books/${book}`)
    const ofApps = await Promise.all(Object.values(apps).map(async (app) => (await read(app)).readProgress))
    expect(new Set(ofApps.map((each) => `${each.page} ${each.completed}`)).size).toBe(1)
    return {
      app: [ofApps[0]!.page, ofApps[0]!.completed],
      reader: [progress.page + 1, progress.completed],
      koreader: Number(sync.progress),
      opds: Math.round(progression * 10),
    }
  }
  const at = (page: number, completed = false) => ({ app: [page, completed], reader: [page, completed], koreader: page, opds: page }) // biome-ignore format: one object
  const sync = (page: number) => koreader.put('/opds/sync/syncs/progress', { document, progress: String(page), percentage: page / 10, device: 'Kobo', device_id: 'A1' }) // biome-ignore format: one request
  const progression = (share: number, from = koreader, ago = 0) => {
    const modified = new Date(Date.now() - ago).toISOString()
    const body = { modified, device: { id: 'urn:uuid:4f6da6fa-0000-4000-8000-000000000001', name: 'Pad' }, progression: share } // biome-ignore format: one object
    return from.send('PUT', `/opds/v2/issues/${book}/progression`, body, { 'Content-Type': PROGRESSION })
  }

  test('has one place for all apps and readers, the newest', async () => {
    apps = await logIn()
    koreader = await addDevice(panelkeep, { client: owner }, 'Kobo')
    book = idOf('Harbor Lights 1')
    document = await partialMd5(join(setup.comics, 'Harbor Lights (2015)', 'Harbor Lights 01 (2015).cbz'), systemFiles)
    // The document is known once the file was read in the background.
    await until('the document to be known', async () => {
      await waitForAnswer(sync(2))
      return (await owner.json<{ progress: unknown }>(`/api/reading/issues/${book}`)).progress ? true : undefined
    })
    expect(await places()).toEqual(at(2))

    const patched = await apps.komelia.send('PATCH', `${AT}/books/${book}/read-progress`, { page: 4 })
    expect([patched.status, await patched.text()]).toEqual([204, ''])
    expect(await places()).toEqual(at(4))
    await waitForAnswer(owner.put(`/api/reading/issues/${book}/progress`, { page: 5 }))
    expect(await places()).toEqual(at(6))
    expect((await progression(0.7)).status).toBe(200)
    expect(await places()).toEqual(at(7))
    await waitForAnswer(sync(3))
    expect(await places()).toEqual(at(3))
    await apps.kmreader.send('PATCH', `${AT}/books/${book}/read-progress`, { page: 5, completed: false })
    expect(await places()).toEqual(at(5))
    // Read an hour ago, on a tablet that was offline until now.
    const tablet = await addDevice(panelkeep, { client: owner }, 'Old tablet')
    expect((await progression(0.9, tablet, 3_600_000)).status).toBe(409)
    expect(await places()).toEqual(at(5))

    const tracked = `/komga/api/v2/series/${idOf('Harbor Lights')}/read-progress/tachiyomi`
    expect((await apps.mihon.put(tracked, { lastBookNumberSortRead: 1 })).status).toBe(204)
    expect(await places()).toEqual(at(10, true))
    expect(await apps.mihon.json(tracked)).toMatchObject({ booksReadCount: 1, lastReadContinuousNumberSort: 1 })
  })

  test('keeps its place, and all apps their logins, over a restart', async () => {
    await panelkeep.stop()
    panelkeep = await start({ dataDir: folder.in('data') })
    apps = { mihon: moved(apps.mihon), komelia: moved(apps.komelia), kmreader: moved(apps.kmreader) }
    owner = moved(owner)
    koreader = moved(koreader)
    expect(await places()).toEqual(at(10, true))
    const keyed = panelkeep.client({ 'X-API-Key': key })
    for (const app of [...Object.values(apps), keyed])
      expect((await app.get('/komga/api/v2/users/me')).status).toBe(200)
    // A cookie of these apps opens nothing else.
    for (const app of [apps.mihon, apps.komelia]) expect((await app.get('/api/series')).status).toBe(401)
  })
})
