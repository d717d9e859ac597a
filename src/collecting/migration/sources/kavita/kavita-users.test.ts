import { afterEach, describe, expect, test } from 'bun:test'
import { ForeignFixture } from '../../../../testing/migration/moved-databases'
import { kavitaUsers } from './kavita-users'

let fixture: ForeignFixture
afterEach(() => fixture?.close())

const TABLES = [
  'CREATE TABLE AspNetUsers (Id INTEGER, UserName TEXT, PasswordHash TEXT, AgeRestriction INTEGER, AgeRestrictionIncludeUnknowns INTEGER)',
  'CREATE TABLE AspNetRoles (Id INTEGER, Name TEXT)',
  'CREATE TABLE AspNetUserRoles (UserId INTEGER, RoleId INTEGER)',
  'CREATE TABLE AppUserLibrary (AppUsersId INTEGER, LibrariesId INTEGER)',
  'CREATE TABLE Library (Id INTEGER, Name TEXT)',
  `INSERT INTO Library VALUES (1, 'Comics'), (2, 'Manga')`,
  `INSERT INTO AspNetRoles VALUES (1, 'Admin'), (2, 'Pleb')`,
]
const ALL = 'INSERT INTO AppUserLibrary VALUES (7, 1), (7, 2)'
function read(age: number, unknowns: number, ...more: string[]) {
  const user = `INSERT INTO AspNetUsers VALUES (7, 'kim', 'secret', ${age}, ${unknowns})`
  fixture = ForeignFixture.of(...TABLES, user, ...more)
  return [...kavitaUsers(fixture.database)][0]!
}

describe('limits of a user of Kavita', () => {
  test.each([
    [2, 3],
    [3, 0],
    [4, 0],
    [5, 10],
    [6, 8],
    [7, 6],
    [8, 13],
    [9, 15],
    [10, 17],
    [11, 17],
    [12, 18],
    [13, 18],
    [14, 18],
  ])('up to the rating %i are those of %i years', (rating, max_age) => {
    expect(read(rating, 0, ALL)).toMatchObject({ limits: { max_age, unrated: 'deny', collections: null }, hidden_by: null }) // biome-ignore format: one line
  })

  test('may allow what has no rating', () => {
    expect(read(8, 1, ALL).limits).toMatchObject({ max_age: 13, unrated: 'allow' })
  })

  test('are none without a restriction', () => {
    expect(read(-1, 0, ALL)).toEqual({ id: '7', name: 'kim', is_admin: false, limits: null, hidden_by: null })
  })

  test('are none for an administrator', () => {
    expect(read(0, 0, 'INSERT INTO AspNetUserRoles VALUES (7, 1)')).toMatchObject({ is_admin: true, limits: null })
  })

  test.each([
    ['some libraries', -1, 'INSERT INTO AppUserLibrary VALUES (7, 1)', 'only some of its libraries'],
    ['no library', -1, 'INSERT INTO AspNetUserRoles VALUES (7, 2)', 'only some of its libraries'],
    ['only what has no rating', 0, ALL, 'everything with an age rating'],
    ['a rating of a newer version', 99, ALL, 'everything with an age rating'],
  ])('that have no counterpart hide everything: %s', (_name, age, row, reason) => {
    const { limits, hidden_by } = read(age, 0, row)
    expect([limits?.collections, hidden_by]).toEqual([[], expect.stringContaining(reason)])
  })
})

test('older versions have no roles, libraries or ages of users', () => {
  fixture = ForeignFixture.of('CREATE TABLE AspNetUsers (Id INTEGER, UserName TEXT)', `INSERT INTO AspNetUsers VALUES (1, 'kim')`) // biome-ignore format: one line
  expect([...kavitaUsers(fixture.database)]).toEqual([{ id: '1', name: 'kim', is_admin: false, limits: null, hidden_by: null }]) // biome-ignore format: one line
})
