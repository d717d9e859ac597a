import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { AddedSeries } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const added = async (query = '') =>
  (await app.reader.json<{ items: AddedSeries[] }>(200, app.reader.get(`/api/reading/added${query}`))).items

function add(comic_id: string, numbers: number[], added_at: string): void {
  makeIssues(app.db, comic_id, numbers)
  for (const number of numbers) makeFile(app.db, { issues: [`${comic_id}-${number}`], added_at })
  makeIssues(app.db, comic_id, []) // counts the series again
}

test('what was added last is one entry for each series, the newest first', async () => {
  makeSeries(app.db)
  makeSeries(app.db, { comic_id: 'tide', name: 'Tide' })
  makeSeries(app.db, { comic_id: 'empty', name: 'Empty' })
  add('harbor', [1, 2], '2026-11-01T08:00:00.000Z')
  add('tide', [1], '2026-11-19T08:00:00.000Z')
  add('harbor', [9, 7, 8, 10], '2026-11-20T08:00:00.000Z')
  expect(await added()).toMatchObject([
    { comic_id: 'harbor', label: 'Issues 7 to 10', issues: 4, issue_id: 'harbor-7' },
    { comic_id: 'tide', label: '#1', issues: 1, issue_id: 'tide-1' },
  ])
  expect(await added('?limit=1')).toHaveLength(1)
})
