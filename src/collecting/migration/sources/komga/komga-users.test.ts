import { afterEach, describe, expect, test } from 'bun:test'
import { ForeignFixture } from '../../../../testing/migration/moved-databases'
import { komgaUsers } from './komga-users'

let fixture: ForeignFixture
afterEach(() => fixture?.close())

const USER = `CREATE TABLE "USER" (ID varchar, EMAIL varchar, PASSWORD varchar, SHARED_ALL_LIBRARIES boolean, AGE_RESTRICTION int, AGE_RESTRICTION_ALLOW_ONLY boolean)`
const TABLES = [
  USER,
  'CREATE TABLE USER_ROLE (USER_ID varchar, ROLE varchar)',
  'CREATE TABLE USER_LIBRARY_SHARING (USER_ID varchar, LIBRARY_ID varchar)',
  'CREATE TABLE USER_SHARING (LABEL varchar, ALLOW boolean, USER_ID varchar)',
  'CREATE TABLE LIBRARY (ID varchar, NAME varchar)',
  `INSERT INTO LIBRARY VALUES ('a', 'Comics'), ('b', 'Manga')`,
]
const user = (shared: number, age: number | 'null' = 'null', only: number | 'null' = 'null') =>
  `INSERT INTO "USER" VALUES ('u', 'kim@example.org', 'secret', ${shared}, ${age}, ${only})`
function read(...statements: string[]) {
  fixture = ForeignFixture.of(...TABLES, ...statements)
  return [...komgaUsers(fixture.database)][0]!
}

describe('limits of a user of Komga', () => {
  test.each([
    ['up to an age', [12, 1], { max_age: 12, unrated: 'deny', collections: null }],
    ['up to the age 0', [0, 1], { max_age: 0, unrated: 'deny', collections: null }],
    ['from an age on nothing', [18, 0], { max_age: 17, unrated: 'allow', collections: null }],
    ['from the age 1 on nothing', [1, 0], { max_age: 0, unrated: 'allow', collections: null }],
    ['up to an age beyond all', [120, 1], { max_age: 99, unrated: 'deny', collections: null }],
  ] as const)('are kept: %s', (_name, [age, only], limits) => {
    expect(read(user(1, age, only))).toMatchObject({ limits, hidden_by: null })
  })

  test('are none without a restriction', () => {
    expect(read(user(1))).toEqual({ id: 'u', name: 'kim@example.org', is_admin: false, limits: null, hidden_by: null })
  })

  test.each([
    ['some libraries', user(0), [`INSERT INTO USER_LIBRARY_SHARING VALUES ('u', 'a')`], 'only some of its libraries'],
    ['no library', user(0), [], 'only some of its libraries'],
    ['labels', user(1), [`INSERT INTO USER_SHARING VALUES ('kids', 1, 'u')`], 'labels'],
    ['nothing that is rated', user(1, 0, 0), [], 'everything with an age rating'],
  ])('that have no counterpart hide everything: %s', (_name, row, more, reason) => {
    const { limits, hidden_by } = read(row, ...more)
    expect([limits?.collections, hidden_by]).toEqual([[], expect.stringContaining(reason)])
  })

  test('keep the age beside what hides everything', () => {
    expect(read(user(0, 12, 1)).limits).toMatchObject({ max_age: 12, unrated: 'deny', collections: [] })
  })

  test.each([
    ['of one who has every library', `INSERT INTO USER_LIBRARY_SHARING VALUES ('u', 'a'), ('u', 'b')`, false],
    ['of an administrator', `INSERT INTO USER_ROLE VALUES ('u', 'ADMIN')`, true],
  ])('by library are none %s', (_name, row, is_admin) => {
    expect(read(user(0), row)).toMatchObject({ limits: null, hidden_by: null, is_admin })
  })
})

test('older versions have fewer columns, and roles in them', () => {
  fixture = ForeignFixture.of(
    'CREATE TABLE "USER" (ID varchar, EMAIL varchar, ROLE_ADMIN boolean)',
    `INSERT INTO "USER" VALUES ('u', 'kim@example.org', 1), ('v', NULL, 0)`,
  )
  expect([...komgaUsers(fixture.database)]).toEqual([
    { id: 'u', name: 'kim@example.org', is_admin: true, limits: null, hidden_by: null },
    { id: 'v', name: 'v', is_admin: false, limits: null, hidden_by: null },
  ])
})
