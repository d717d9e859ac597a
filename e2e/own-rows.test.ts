import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForAnswer } from './download-setup'
import { tempFolder } from './folders'
import { addDevice, addUser, type HouseUser, logIn } from './house'
import { nextRun, runOf } from './next-run'
import { type Client, CSRF, endAll, LOGIN, type Panelkeep, start, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** What each user has alone, over restarts, a restored backup and a new setup. */
const folder = tempFolder()
const dataDir = folder.in('data')
let panelkeep: Panelkeep
let owner: Client
let ana: HouseUser
let harbor: string
let issue: string

beforeAll(async () => {
  panelkeep = await startWithLogin({ dataDir })
  owner = await panelkeep.reader()
  const ids = await importReadingSetup(owner, makeReadingSetup(folder.in('books')))
  harbor = ids.get('Harbor Lights')!
  issue = ids.get('Harbor Lights 1')!
  ana = await addUser(panelkeep, owner, 'Ana')
})
afterAll(async () => {
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const marksOf = (client: Client) => client.json<{ favourite: boolean }>(`/api/series/${harbor}/marks`)
const pageOf = async (client: Client) => {
  const { progress } = await client.json<{ progress: { page: number } | null }>(`/api/reading/issues/${issue}`)
  return progress?.page
}
type Lists = { lists: { list_id: string; name: string; mine: boolean; owner_name: string | null }[] }
const listsOf = async (client: Client) => (await client.json<Lists>('/api/readlists')).lists
const viewsOf = async (client: Client) =>
  (await client.json<{ views: { name: string }[] }>('/api/views')).views.map(({ name }) => name)

describe('two users', () => {
  test('have marks, places, bookmarks, views and reading settings of their own', async () => {
    const { client } = ana
    await waitForAnswer(client.send('PATCH', `/api/series/${harbor}/marks`, { favourite: true, rating: 5 }))
    await waitForAnswer(client.put(`/api/reading/issues/${issue}/progress`, { page: 4 }))
    await waitForAnswer(client.put(`/api/reading/issues/${issue}/bookmarks/3`, { note: 'here' }))
    await waitForAnswer(client.post('/api/views', { name: 'Unread ones', query: 'read=unread' }))
    await waitForAnswer(client.send('PATCH', `/api/reading/series/${harbor}/view`, { reading_direction: 'rtl' }))
    const ofIssue = async (each: Client) => JSON.stringify(await each.json(`/api/reading/issues/${issue}`))
    expect([await marksOf(client), await marksOf(owner)]).toMatchObject([{ favourite: true }, { favourite: false }])
    expect([await pageOf(client), await pageOf(owner)]).toEqual([4, undefined])
    expect([await viewsOf(client), await viewsOf(owner)]).toEqual([['Unread ones'], []])
    expect([(await ofIssue(client)).includes('"here"'), (await ofIssue(owner)).includes('"here"')]).toEqual([
      true,
      false,
    ])
    const directions = [await ofIssue(client), await ofIssue(owner)].map((text) => text.includes('"rtl"'))
    expect(directions).toEqual([true, false])
  })

  test('have statistics of their own', async () => {
    const sitting = { sitting_id: 'sitting-of-ana', pages: 5, seconds: 60 }
    await waitForAnswer(ana.client.put(`/api/reading/issues/${issue}/progress`, { page: 5, sitting, zone: 'UTC' }))
    const text = async (client: Client) => JSON.stringify(await client.json('/api/reading/statistics'))
    expect(await text(ana.client)).toContain('Harbor Lights')
    expect(await text(owner)).not.toContain('Harbor Lights')
  })

  test('have lists of their own, and read one that is shared', async () => {
    const made = await waitForAnswer(owner.post('/api/readlists', { name: 'For the train' }))
    const { list_id } = made.list as { list_id: string }
    await waitForAnswer(owner.post(`/api/readlists/${list_id}/issues`, { issue_ids: [issue] }))
    expect((await ana.client.get(`/api/readlists/${list_id}`)).status).toBe(404)
    await waitForAnswer(owner.send('PATCH', `/api/readlists/${list_id}`, { shared: true }))
    const shared = (await listsOf(ana.client)).find((list) => list.list_id === list_id)
    expect(shared).toMatchObject({ name: 'For the train', mine: false, owner_name: LOGIN.username })
    expect((await ana.client.send('PATCH', `/api/readlists/${list_id}`, { name: 'Mine' })).status).toBe(403)
  })

  test('have keys of their own, which open the library as their user', async () => {
    const app = await addDevice(panelkeep, ana, 'Tablet')
    const devices = async (client: Client) => (await client.json<{ devices: unknown[] }>('/api/devices')).devices.length
    expect([await devices(ana.client), await devices(owner)]).toEqual([1, 0])
    // The owner's list offers the issue, which the owner has not begun.
    expect(await (await app.get('/opds/continue')).text()).toContain('pse:lastRead=')
    const ofOwner = await panelkeep.client({ Cookie: owner.headers.Cookie! }).get('/opds/continue')
    expect(await ofOwner.text()).not.toContain('pse:lastRead=')
  })

  test('stay logged in over a restart', async () => {
    await panelkeep.stop()
    panelkeep = await start({ dataDir })
    const same = panelkeep.client({ ...CSRF, Cookie: ana.cookie })
    expect(await pageOf(same)).toBe(5)
    ana = { ...ana, client: same }
    owner = panelkeep.client({ ...CSRF, Cookie: owner.headers.Cookie! })
  })
})

test('a restored backup has the users and their rows of that time', async () => {
  const { backup_id } = await waitForAnswer(owner.post('/api/system/backups'))
  await waitForAnswer(ana.client.put(`/api/reading/issues/${issue}/progress`, { page: 8 }))
  await addUser(panelkeep, owner, 'Too late')
  const before = await runOf(panelkeep)
  expect((await owner.post(`/api/system/backups/${backup_id}/restore`)).status).toBe(200)
  await nextRun(panelkeep, before)
  owner = await panelkeep.reader()
  ana = await logIn(panelkeep, ana)
  const { users } = await owner.json<{ users: { name: string }[] }>('/api/users')
  expect(users.map(({ name }) => name)).toEqual([LOGIN.username, 'Ana'])
  expect([await pageOf(ana.client), (await marksOf(ana.client)).favourite]).toEqual([5, true])
})

test('an emptied login opens the setup again, and no user logs in until it is done', async () => {
  await panelkeep.stop()
  const settings = join(dataDir, 'config.ini')
  const text = readFileSync(settings, 'utf8')
  writeFileSync(
    settings,
    text.replace(/^http_username = .*$/m, 'http_username = ').replace(/^http_password = .*$/m, 'http_password = '),
  )
  panelkeep = await start({ dataDir })
  expect(await panelkeep.guest().json('/api/auth/check-setup')).toMatchObject({ needs_setup: true })
  expect((await panelkeep.client({ Cookie: ana.cookie }).get('/api/series')).status).toBe(503)
  await panelkeep.setUp()
  ana = await logIn(panelkeep, ana)
  expect(await pageOf(ana.client)).toBe(5)
})

test('when config.ini gives the owner the name of a user, the owner wins and health says so', async () => {
  await panelkeep.stop()
  const settings = join(dataDir, 'config.ini')
  const named = (name: string) =>
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^http_username = .*$/m, `http_username = ${name}`))
  named('ANA')
  panelkeep = await start({ dataDir })
  const reply = await panelkeep.guest().post('/api/auth/login', { username: 'ANA', password: LOGIN.password })
  expect(reply.status).toBe(200)
  const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0]!
  const client = panelkeep.client({ ...CSRF, Cookie: cookie })
  await client.post('/api/system/health/run')
  const health = await client.json<{ findings: { check_id: string; message: string }[] }>('/api/system/health')
  const found = health.findings.find(({ check_id }) => check_id === 'users')
  expect(found?.message).toContain('only the owner can log in')
})
