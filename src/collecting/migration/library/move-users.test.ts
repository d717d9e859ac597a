import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { MOST_USERS } from '../../../base/auth/users'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { issueRow, moveRows, progressRow, type SourceRows, seriesRow, userRow } from '../../../testing/migration/source-library' // biome-ignore format: one line
import type { MovedUserRow } from '../store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

type Choice = Pick<MovedUserRow, 'source_id' | 'choice' | 'role' | 'own_id'>
const add = (source_id: string): Choice => ({ source_id, choice: 'add', role: 'reader', own_id: null })
const join = (source_id: string, own_id: string): Choice => ({ source_id, choice: 'join', role: 'reader', own_id })
const move = (chosen: Choice[], more: SourceRows = {}, run = {}) =>
  moveRows(
    db,
    { series: [seriesRow('s')], issues: ['1', '2'].map((n) => issueRow(n, 's', n)), ...more },
    { reader: null, ...run },
    [],
    chosen,
  )
const names = () => db.read.all<{ name: string }>(sql`select name from users where role <> 'owner' order by name`).map(({ name }) => name) // biome-ignore format: one line
const read = () =>
  db.read.all<{ name: string; page: number }>(
    sql`select u.name as name, p.page as page from reading_progress p join users u using (user_id) order by 1, 2`,
  )

describe('users of a source', () => {
  test('are added, joined and left, and each is counted', () => {
    const { of, users } = move([add('ann'), join('bob', 'owner')], { users: [userRow('ann', 'Ann'), userRow('bob', 'Bob'), userRow('cyd', 'Cyd')] }) // biome-ignore format: one line
    expect([of.users, names(), users]).toEqual([
      [1, 1, 1],
      ['Ann'],
      ['bob: The reading of this user is yours.', 'cyd: This user was not chosen.'],
    ])
  })

  test('have own progress in one issue', () => {
    const progress = [progressRow('1', { page: 3 }), progressRow('1', { user_id: 'bob', page: 9 })]
    expect(move([add('ann'), add('bob')], { progress }).of.progress).toEqual([2, 0, 0])
    expect(read()).toEqual([{ name: 'Ann', page: 3 }, { name: 'Bob', page: 9 }]) // biome-ignore format: one line
  })

  test('who are one user here have one progress: the newer', () => {
    const progress = [progressRow('1', { page: 3, at: '2026-10-02T08:00:00.000Z' }), progressRow('1', { user_id: 'bob', page: 9 })] // biome-ignore format: one line
    const { of } = move([join('ann', 'owner'), join('bob', 'owner')], { progress })
    expect([of.progress, read()]).toEqual([[1, 1, 0], [{ name: '', page: 3 }]])
  })

  test('stay behind with their reading when there are too many', () => {
    const many = Array.from({ length: MOST_USERS }, (_, at) => `u${at}`)
    const progress = [progressRow('1', { user_id: many.at(-1)! })]
    const { of, users } = move(many.map(add), { users: many.map((id) => userRow(id, id)), progress })
    expect([of.users, of.progress]).toEqual([[MOST_USERS - 1, 0, 1], [0, 0, 1]]) // biome-ignore format: one line
    expect(users).toEqual([`${many.at(-1)}: Panelkeep keeps up to 50 users.`])
  })

  test('stay behind when the user who was chosen for them was deleted', () => {
    const { of, users } = move([join('ann', 'gone')], { progress: [progressRow('1')] })
    expect([of.users, of.progress, users[0]]).toEqual([[0, 0, 2], [0, 0, 1], 'ann: The chosen user no longer exists.']) // biome-ignore format: one line
  })
})

describe('a shared list', () => {
  const list = { id: 'l', name: 'Night', kind: 'list' as const, user_id: 'bob', shared: true, ordered: true, items: ['2', '1'] } // biome-ignore format: one line
  const lists = () => db.read.all(sql`select u.name as user, l.name as list, count(*) as issues from reading_lists l join users u using (user_id) join reading_list_entries using (list_id) group by l.list_id order by 1`) // biome-ignore format: one line

  test('becomes its own user’s when that user is moved later, and the earlier one stays', () => {
    move([join('ann', 'owner')], { lists: [list] })
    expect(lists()).toEqual([{ user: '', list: 'Night', issues: 2 }])
    const { of } = move([join('ann', 'owner'), add('bob')], { lists: [list] }, { run_id: 'second' })
    expect(of.lists).toEqual([3, 0, 0])
    expect(lists()).toEqual([{ user: '', list: 'Night', issues: 2 }, { user: 'Bob', list: 'Night', issues: 2 }]) // biome-ignore format: one line
  })
})

test('a private collection of another user stays behind, since collections belong to all', () => {
  const collection = { id: 'c', name: 'Best', kind: 'collection' as const, user_id: 'bob', shared: false, ordered: true, items: ['s'] } // biome-ignore format: one line
  const { of, omitted } = move([join('ann', 'owner'), add('bob')], { lists: [collection] })
  expect([of.collections, omitted]).toEqual([[0, 0, 1], ['c: The private collection of another person. Panelkeep shows collections to all users.']]) // biome-ignore format: one line
})
