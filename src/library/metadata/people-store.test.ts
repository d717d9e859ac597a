import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { authorsOf, creditedIn } from './people-store'
import { putIssueSource, putSeriesSource } from './store'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const comic_id of ['harbor', 'tide']) {
    makeSeries(db, { comic_id, name: comic_id })
    makeIssues(db, comic_id, ['1', '2'])
  }
})

test('the authors belong to the named series, one list for each', () => {
  const say = (comic_id: string, source: 'mangadex' | 'user', authors?: string[]) =>
    db.write((tx) => putSeriesSource(tx, { comic_id, source, facts: { authors }, said_at: AT }))
  say('harbor', 'mangadex', ['Ada Quill', 'Cy Dune'])
  say('harbor', 'user', ['Bo Reed'])
  say('tide', 'mangadex', ['Mara Vale'])
  const of = (...ids: string[]) => [...authorsOf(db.read, ids)].map(([id, names]) => [id, names.toSorted()])
  expect(of('harbor')).toEqual([['harbor', ['Ada Quill', 'Bo Reed', 'Cy Dune']]])
  expect(of('tide', 'nothing')).toEqual([['tide', ['Mara Vale']]])
  expect(of()).toEqual([])
})

test('the people of an issue are those credited by any source', () => {
  const say = (issue_id: string, source: 'metron' | 'comicvine', ...names: string[]) => {
    const credits = names.map((name) => ({ name, roles: ['Writer'] }))
    db.write((tx) => putIssueSource(tx, { issue_id, source, facts: { credits }, said_at: AT }))
  }
  say('harbor-1', 'metron', 'Ada Quill', 'Cy Dune')
  say('harbor-1', 'comicvine', 'Bo Reed')
  say('harbor-2', 'metron', 'Mara Vale')
  say('tide-1', 'metron')
  const of = (...ids: string[]) =>
    Object.fromEntries([...creditedIn(db.read, ids)].map(([id, names]) => [id, names.toSorted()]))
  expect(of('harbor-1', 'tide-1')).toEqual({ 'harbor-1': ['Ada Quill', 'Bo Reed', 'Cy Dune'] })
  expect(of('harbor-2')).toEqual({ 'harbor-2': ['Mara Vale'] })
})
