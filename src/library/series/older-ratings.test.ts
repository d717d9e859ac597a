import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../base/storage/database'
import { migrations } from '../../base/storage/migrations/index'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { recount, seriesWithoutCounts } from './counts-store'
import { findIssue, findSeries } from './store'

/** Runs the part of the migration that fills its columns. */
function migrateRows(db: Database): void {
  const { sql: all } = migrations.find(({ name }) => name === '0051_keep_age_ratings')!
  const statements = all.split(';').filter((each) => /\bUPDATE\b/.test(each))
  expect(statements).toHaveLength(3)
  db.write((tx) => {
    for (const statement of statements) tx.run(sql.raw(statement))
  })
}

test('the ratings of an older version get their years at the next start', () => {
  const db = testDatabase()
  for (const comic_id of ['stated', 'edited', 'rated', 'unrated']) {
    makeSeries(db, { comic_id, name: comic_id })
    makeIssues(db, comic_id, ['1'])
  }
  const source = (table: string, key: string, id: string, by: string, age_rating: string) =>
    sql.raw(`INSERT INTO ${table} (${key}, source, facts, said_at) VALUES ('${id}', '${by}', '{"age_rating":"${age_rating}"}', '')`) // biome-ignore format: one statement
  db.write((tx) => {
    tx.run(sql`update series set age_rating = 'Mature 17+' where comic_id in ('stated', 'edited')`)
    tx.run(source('series_sources', 'comic_id', 'edited', 'user', 'Mature 17+'))
    tx.run(source('issue_sources', 'issue_id', 'edited-1', 'metron', 'Explicit'))
    tx.run(source('issue_sources', 'issue_id', 'rated-1', 'metron', 'Explicit'))
    tx.run(source('issue_sources', 'issue_id', 'rated-1', 'user', 'Teen Plus'))
  })
  migrateRows(db)
  const due = seriesWithoutCounts(db.read, 10)
  expect(due.toSorted()).toEqual(['edited', 'rated', 'stated'])
  db.write((tx) => {
    for (const id of due) recount(tx, id)
  })
  const years = (id: string) => findSeries(db.read, id)
  expect(years('stated')).toMatchObject({ age_rating: 'Mature 17+', age_years: 17, age_rating_chosen: false })
  expect(years('edited')).toMatchObject({ age_rating: 'Mature 17+', age_years: 17, age_rating_chosen: true })
  expect(years('rated')).toMatchObject({ age_rating: 'Teen Plus', age_years: 15, stated_age_rating: null })
  expect(years('unrated')).toMatchObject({ age_rating: null, age_years: null })
  expect(findIssue(db.read, 'rated-1')?.age_rating).toBe('Teen Plus')
  db.close()
})
