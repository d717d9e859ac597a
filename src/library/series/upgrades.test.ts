import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { WantedReply } from './issue-schema'

let app: TestApp
let rules: string[]
beforeAll(async () => {
  app = await testApp()
  makeSeries(app.db, { comic_id: 'harbor' })
  makeSeries(app.db, { comic_id: 'tide', name: 'The Tide', content_type: 'manga' })
  makeIssues(app.db, 'harbor', [
    { number: '1', release_date: '2015-05-06' },
    { number: '2', release_date: '2015-06-03' },
    { number: '3', release_date: '2015-07-01', intent: 'wanted' },
    { number: '1', kind: 'annual', release_date: '2015-05-20' },
  ])
  makeIssues(app.db, 'tide', [{ number: '4', release_date: '1999-01-01' }])
  makeFile(app.db, { issues: ['harbor-1'], path: '/h/1.cbr', format: 'cbr' })
  makeFile(app.db, { issues: ['harbor-2'], path: '/h/2.cbz' })
  makeFile(app.db, { issues: ['harbor-a1'], path: '/h/a1.pdf', format: 'pdf' })
  makeFile(app.db, { issues: ['tide-4'], path: '/t/4.pdf', format: 'pdf' })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const id of rules ?? []) await app.reader.json(200, app.reader.delete(`/api/config/release-rules/${id}`))
  rules = []
})

async function rule(text: string, more: object = {}) {
  const body = { match: 'format', scope: 'all', level: 'score', score: 10, text, ...more }
  const { rule } = await app.reader.json<{ rule: { rule_id: string } }>(
    200,
    app.reader.post('/api/config/release-rules', body),
  )
  rules.push(rule.rule_id)
}
const list = (query = '') =>
  app.reader.json<WantedReply>(200, app.reader.get(`/api/wanted?when=upgrades&limit=50${query}`))
const ids = async (query = '') => {
  const { order, pagination } = await list(query)
  expect(pagination?.total).toBe(order?.length ?? -1)
  return order
}
const keep = (id: string, isKept: boolean) =>
  app.reader.json(200, app.reader.put(`/api/series/issues/${id}/keep-file`, { keep: isKept }))

test('without rules about formats nothing is an upgrade', async () => {
  expect(await ids()).toEqual([])
  await rule('digital', { match: 'word' })
  expect(await ids()).toEqual([])
})

test('files in a worse format than the rules prefer are listed with both formats', async () => {
  await rule('cbz')
  expect(await ids()).toEqual(['harbor-a1', 'harbor-1', 'tide-4'])
  const { issues, annuals } = await list()
  expect(issues[0]).toMatchObject({ IssueID: 'harbor-1', file_format: 'cbr', preferred_format: 'cbz' })
  expect(annuals[0]).toMatchObject({ IssueID: 'harbor-a1', file_format: 'pdf' })
  expect(await ids('&sort=oldest')).toEqual(['tide-4', 'harbor-1', 'harbor-a1'])
  expect(await ids('&sort=series')).toEqual(['harbor-1', 'harbor-a1', 'tide-4'])
  expect(await ids('&kind=manga')).toEqual(['tide-4'])
  expect(await ids('&q=harbor')).toEqual(['harbor-a1', 'harbor-1'])
  await app.config.save({ annuals_on: false })
  expect(await ids()).toEqual(['harbor-1', 'tide-4'])
  await app.config.save({ annuals_on: true })
})

test('pages by series may begin within a series', async () => {
  await rule('cbz')
  const all = ['harbor-1', 'harbor-a1', 'tide-4']
  for (const offset of all.keys())
    expect((await list(`&sort=series&offset=${offset}`)).order).toEqual(all.slice(offset))
})

test('a rule for one kind or one series applies only there', async () => {
  await rule('pdf', { level: 'must_not', scope: 'manga' })
  expect(await ids()).toEqual(['tide-4'])
  await rule('cbr', { score: -5, scope: 'series', comic_id: 'harbor' })
  expect(await ids()).toEqual(['harbor-1', 'tide-4'])
  await rule('pdf', { score: 5, scope: 'series', comic_id: 'tide' })
  expect(await ids()).toEqual(['harbor-1'])
})

test('required formats make all others worse', async () => {
  await rule('cbr', { level: 'must' })
  expect(await ids()).toEqual(['harbor-2', 'harbor-a1', 'tide-4'])
})

test('a file that the user keeps is not an upgrade until that is undone, and only for its own format', async () => {
  await rule('cbz')
  await keep('harbor-1', true)
  expect(await ids()).toEqual(['harbor-a1', 'tide-4'])
  await keep('harbor-1', false)
  expect(await ids()).toEqual(['harbor-a1', 'harbor-1', 'tide-4'])
  await app.reader.json(404, app.reader.put('/api/series/issues/none/keep-file', { keep: true }))
  await app.reader.json(400, app.reader.put('/api/series/issues/harbor-1/keep-file', { keep: 'yes' }))
})

test('a better copy of an issue ends its upgrade, and without it the older one counts again', async () => {
  await rule('cbz')
  makeFile(app.db, { issues: ['harbor-1'], path: '/h/1.cbz' })
  expect(await ids()).toEqual(['harbor-a1', 'tide-4'])
  app.db.write((tx) => tx.run("update files set gone_at = '2026-01-01' where path = '/h/1.cbz'"))
  expect(await ids()).toEqual(['harbor-a1', 'harbor-1', 'tide-4'])
  app.db.write((tx) => tx.run("delete from files where path = '/h/1.cbr'"))
  expect(await ids()).toEqual(['harbor-a1', 'tide-4'])
  makeFile(app.db, { issues: ['harbor-1'], path: '/h/1.cbr', format: 'cbr' })
})

test('the formats of a series are adjusted with any change of issues and files', async () => {
  const counted = () => app.db.read.all(sql`select comic_id, format, kind, count from series_formats order by 1, 2, 3`)
  const fresh = () =>
    app.db.read.all(sql`select comic_id, file_format as format, kind, count(*) as count from issues
      where file_format is not null and kept_format is not file_format group by 1, 2, 3 order by 1, 2, 3`)
  for (const change of [
    "update issues set kept_format = 'cbr' where issue_id = 'harbor-1'",
    "update issues set kind = 'annual' where issue_id = 'harbor-2'",
    "update issues set comic_id = 'tide' where issue_id = 'harbor-2'",
    "update issues set kept_format = 'cbz' where issue_id in ('harbor-1', 'harbor-2')",
    "update files set format = 'pdf'",
    "update files set gone_at = '2026-01-01' where path like '/h/%'",
    'update files set gone_at = null',
    "delete from issue_files where issue_id = 'harbor-a1'",
    "delete from issues where issue_id = 'harbor-1'",
    "delete from series where comic_id = 'harbor'",
    "delete from series where comic_id = 'tide'",
  ]) {
    app.db.write((tx) => tx.run(change))
    expect([change, counted()]).toEqual([change, fresh()])
  }
  expect(counted()).toEqual([])
})
