import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putIssueSource } from '../../library/metadata/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser } from '../../testing/users'

interface Offers {
  offers: { name: string; issues: number; series: number }[]
  total: number
}

let app: TestApp
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-arc-offers-'))
  app = await testApp({ databasePath: join(folder, 'panelkeep.db') })
  makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights' })
  makeSeries(app.db, { comic_id: 'dark', name: 'Dark Water', content_type: 'manga' })
  makeIssues(app.db, 'harbor', [
    { number: '1', release_date: '2018-03-01' },
    { number: '2', release_date: '2018-01-01' },
    '3',
  ])
  makeIssues(app.db, 'dark', [{ number: '1', release_date: '2018-02-01' }, '2'])
  say('harbor-1', { name: 'Harbor War', number: '3' })
  say('harbor-2', { name: 'harbor war', number: '1' })
  say('dark-1', { name: 'Harbor War', number: '2' }, { name: 'Alone' })
  say('harbor-3', { name: 'Harbor War' })
  await app.idle()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (issue_id: string, ...arcs: { name: string; number?: string }[]) =>
  app.db.write((tx) => putIssueSource(tx, { issue_id, source: 'file', facts: { arcs }, said_at: app.clock.now() }))

/** Names are collected in the background. */
async function offered(): Promise<Offers> {
  const read = () => app.reader.json<Offers>(200, app.reader.get('/api/storyarcs/offers'))
  await read()
  await app.idle()
  return read()
}
const accept = (status: number, name: string) =>
  app.reader.json<{ arc_id: string; detail?: string }>(
    status,
    app.reader.post('/api/storyarcs/offers/accept', { name }),
  )
const choose = (status: number, name: string, dismissed: boolean) =>
  app.reader.json(status, app.reader.put('/api/storyarcs/offers/dismissed', { name, dismissed }))

test('an arc that issues name is offered, and made in the order of its numbers', async () => {
  expect(await offered()).toEqual({ offers: [{ name: 'Harbor War', issues: 4, series: 2 }], total: 1 })
  expect(await app.reader.json<unknown>(200, app.reader.get('/api/storyarcs'))).toEqual([])
  const { arc_id } = await accept(200, 'Harbor War')
  const { issues } = await app.reader.json<{ issues: { IssueID: string }[] }>(
    200,
    app.reader.get(`/api/storyarcs/${arc_id}`),
  )
  expect(issues.map(({ IssueID }) => IssueID)).toEqual(['harbor-2', 'dark-1', 'harbor-1', 'harbor-3'])
  expect((await offered()).offers).toEqual([])
  expect(await accept(409, 'Harbor War')).toMatchObject({ detail: expect.stringContaining('already exists') })
  await app.reader.json(200, app.reader.delete(`/api/storyarcs/${arc_id}`))
  expect((await offered()).total).toBe(1)
})

test('an arc in two joined spellings keeps the numbers of both', async () => {
  say('dark-1', { name: 'The War of Harbor', number: '2' })
  await offered()
  const joined = { kind: 'arc', spellings: [{ name: 'The War of Harbor', of: 'Harbor War' }] }
  await app.reader.json(200, app.reader.put('/api/names/spellings', joined))
  expect((await offered()).offers).toEqual([{ name: 'Harbor War', issues: 4, series: 2 }])
  const { arc_id } = await accept(200, 'Harbor War')
  const { issues } = await app.reader.json<{ issues: { IssueID: string }[] }>(
    200,
    app.reader.get(`/api/storyarcs/${arc_id}`),
  )
  expect(issues.map(({ IssueID }) => IssueID)).toEqual(['harbor-2', 'dark-1', 'harbor-1', 'harbor-3'])
})

test('a dismissed offer stays dismissed after a restart, until that is undone', async () => {
  await offered()
  await choose(200, 'harbor war', true)
  expect((await offered()).offers).toEqual([])
  await app.close()
  app = await testApp({ databasePath: join(folder, 'panelkeep.db') })
  expect((await offered()).offers).toEqual([])
  await choose(200, 'Harbor War', false)
  expect((await offered()).total).toBe(1)
})

test('unknown names and invalid requests are refused', async () => {
  await offered()
  expect(await accept(404, 'Nobody')).toMatchObject({ detail: 'No issue names the story arc Nobody.' })
  await choose(404, 'Nobody', true)
  await app.reader.json(400, app.reader.post('/api/storyarcs/offers/accept', { name: '' }))
})

test('readers get no offers', async () => {
  const reader = await addUser(app, 'mia')
  expect((await reader.get('/api/storyarcs/offers')).status).toBe(403)
  expect((await reader.get('/api/collections/offers')).status).toBe(403)
})
