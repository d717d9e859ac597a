import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Limits } from '../../../base/auth/states'
import type { SeriesListPage } from '../../../library/series/schema'
import { type TestApp, testApp } from '../../../testing/app'
import { sampleDatabases, samplePath } from '../../../testing/migration/moved-databases'
import { PREVIEW, PROGRESS, START } from '../../../testing/migration/moving'
import { addKavitaUsers, addKomgaUsers, KOMGA_OWNER } from '../../../testing/migration/sample-users'
import { acceptInvitation, addUser, NO_LIMITS, type TestUser } from '../../../testing/users'
import type { MigrationPreview } from '../preview'
import type { MigrationProgress } from '../progress'
import type { UndoPreview } from '../undo/undo-preview'
import type { ChosenUser } from '../user-choices'

/** Users of Komga and Kavita in the real app, whose tables are moved in the thread. */

// Each move starts a thread of its own.
setDefaultTimeout(30_000)

let folder: string
let app: TestApp
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-users-'))
  app = await testApp({ folder, databasePath: join(folder, 'library.db') })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const NAMES = { komga: 'database.sqlite', kavita: 'kavita.db' } as const
const ADD = { komga: addKomgaUsers, kavita: addKavitaUsers } as const

function place(program: keyof typeof NAMES): string {
  const path = join(folder, program)
  mkdirSync(path, { recursive: true })
  cpSync(samplePath(program), join(path, NAMES[program]))
  ADD[program](join(path, NAMES[program]))
  return path
}

async function move(path: string, users?: ChosenUser[]): Promise<MigrationProgress> {
  await app.reader.json(200, app.reader.post(START, { path, ...(users && { users }) }))
  await app.idle()
  const progress = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
  expect([progress.status, progress.error]).toEqual(['complete', null])
  for (const table of progress.tables) expect(table.taken + table.merged + table.left, table.name).toBe(table.rows)
  return progress
}

const rowsOf = <T>(query: string): T[] => app.db.read.all<T>(sql.raw(query))
const countsOf = ({ tables }: MigrationProgress, name: string) => {
  const table = tables.find((each) => each.name === name)
  return [table?.taken, table?.merged, table?.left]
}
interface ListedUser {
  user_id: string
  name: string
  role: string
  limits: Limits | null
  invited: boolean
}
const users = async () => (await app.reader.json<{ users: ListedUser[] }>(200, app.reader.get('/api/users'))).users
const userNamed = async (name: string) => (await users()).find((user) => user.name === name)!

/** The user logged in with an invitation made on the Users page. */
async function login(name: string): Promise<TestUser> {
  const { user_id } = await userNamed(name)
  const invitation = await app.reader.json<{ url: string }>(200, app.reader.post(`/api/users/${user_id}/invitation`))
  return acceptInvitation(app, user_id, invitation.url)
}

const seriesSeenBy = async (user: Pick<TestUser, 'get' | 'json'>): Promise<string[]> => {
  const { comics } = await user.json<SeriesListPage>(200, user.get('/api/series?limit=100'))
  return comics.map((row) => row.ComicName)
}
const MANGA = ['Café Kumo', 'Mothlight Academy', 'Paper Tiger Letters']
/** Pages at which issues of the series are, for a user. */
async function pagesOf(user: Pick<TestUser, 'get' | 'json'>, series: string): Promise<number[]> {
  const [row] = rowsOf<{ id: string }>(`select comic_id as id from series where name = '${series}' order by year`)
  const { issues } = await user.json<{ issues: Record<string, { page: number }> }>(200, user.get(`/api/reading/series/${row!.id}`)) // biome-ignore format: one line
  return Object.values(issues).map(({ page }) => page).toSorted((a, b) => a - b) // biome-ignore format: one line
}
const ownerSees = (series: string) => pagesOf(app.reader, series)

const EVERYONE = [{ id: KOMGA_OWNER, user_id: 'owner' }, { id: 'kim' }, { id: 'lee' }, { id: 'max' }]

describe.skipIf(!sampleDatabases)('moving in from Komga', () => {
  test('offers all users with their limits, and reads no password', async () => {
    const preview = await app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, { path: place('komga') }))
    expect(preview.readers.map(({ id, progress, is_admin, user_id }) => [id, progress, is_admin, user_id])).toEqual([
      [KOMGA_OWNER, 13, true, null],
      ['kim', 2, false, null],
      ['lee', 1, true, null],
      ['max', 1, false, 'owner'],
    ])
    expect(preview.readers.map(({ limits, hidden_by }) => [limits?.max_age, limits?.unrated, hidden_by])).toEqual([
      [undefined, undefined, null],
      [12, 'deny', null],
      [9, 'allow', null],
      [null, 'deny', 'Komga shares only some of its libraries with this user.'],
    ])
    expect(JSON.stringify(preview)).not.toContain('$2a$')
  })

  test('gives each user the own progress and limits', async () => {
    const progress = await move(place('komga'), EVERYONE)
    expect(countsOf(progress, 'user')).toEqual([3, 1, 0])
    expect(countsOf(progress, 'read_progress')).toEqual([17, 0, 0])
    expect(progress.users_added.map(({ name, notes }) => [name, ...notes])).toEqual([
      ['kim@example.org'],
      ['Lee_ the second', 'Named “Lee: the second” in Komga, which is no name for a login here.'],
      [
        'READER 2',
        'Named “READER” in Komga. That name is taken here.',
        'Sees nothing until you choose. Komga shares only some of its libraries with this user.',
      ],
    ])
    const [kim, lee, max] = [await login('kim@example.org'), await login('Lee_ the second'), await login('READER 2')]
    expect(await seriesSeenBy(kim)).toEqual(MANGA)
    expect(await pagesOf(kim, 'Mothlight Academy')).toEqual([2])
    const all = await seriesSeenBy(app.reader)
    expect(await seriesSeenBy(lee)).toEqual(all.filter((name) => !MANGA.includes(name)))
    expect(await pagesOf(lee, 'Harbor Lights')).toEqual([8])
    expect([await seriesSeenBy(max), rowsOf(`select page from reading_progress where user_id = '${max.user_id}'`)]).toEqual([[], [{ page: 11 }]]) // biome-ignore format: one line
    expect(rowsOf(`select 1 from reading_progress where user_id = 'owner'`)).toHaveLength(13)
    expect((await userNamed('Lee_ the second')).role).toBe('reader')
  })

  test('shows progress in series that are allowed later', async () => {
    await move(place('komga'), EVERYONE)
    const { user_id } = await userNamed('READER 2')
    const refused = await app.reader.patch(`/api/users/${user_id}`, { limits: { ...NO_LIMITS, collections: [] } })
    expect(refused.status).toBe(400)
    await app.reader.json(200, app.reader.patch(`/api/users/${user_id}`, { name: 'Max' }))
    const max = await login('Max')
    expect(await seriesSeenBy(max)).toEqual([])
    await app.reader.json(200, app.reader.patch(`/api/users/${user_id}`, { limits: null }))
    expect(await pagesOf(max, 'Harbor Lights')).toEqual([11])
  })

  test('makes managers of those who were chosen as such, without their limits', async () => {
    const progress = await move(place('komga'), [{ id: 'lee', role: 'manager' }])
    expect(await userNamed('Lee_ the second')).toMatchObject({ role: 'manager', limits: null })
    expect(progress.users_added[0]!.notes).toContain('A manager sees the whole library, so the limits were left out.')
    expect(countsOf(progress, 'user')).toEqual([1, 0, 3])
    expect(countsOf(progress, 'read_progress')).toEqual([1, 0, 16])
    expect(await ownerSees('Harbor Lights')).toEqual([])
  })

  test('moves only the reading of the owner unless users are chosen', async () => {
    const progress = await move(place('komga'))
    expect(countsOf(progress, 'user')).toEqual([0, 1, 3])
    expect(countsOf(progress, 'read_progress')).toEqual([13, 0, 4])
    expect(await users()).toHaveLength(1)
  })

  test('adds the reading to users who exist, whose limits stay', async () => {
    const kim = await addUser(app, 'Kim', { limits: { max_age: 99, unrated: 'allow' } })
    const progress = await move(place('komga'), [{ id: 'kim', user_id: kim.user_id }, { id: 'lee', user_id: 'owner' }]) // biome-ignore format: one line
    expect([countsOf(progress, 'user'), progress.users_added]).toEqual([[0, 2, 2], []])
    expect([await pagesOf(kim, 'Harbor Lights'), await ownerSees('Harbor Lights')]).toEqual([[3], [8]])
    expect((await userNamed('Kim')).limits?.max_age).toBe(99)
  })

  test('knows the users of an earlier move, also under another name', async () => {
    const path = place('komga')
    await move(path, EVERYONE)
    const { user_id } = await userNamed('kim@example.org')
    await app.reader.json(200, app.reader.patch(`/api/users/${user_id}`, { name: 'Kim' }))
    const preview = await app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, { path }))
    expect(preview.readers.find(({ id }) => id === 'kim')?.user_id).toBe(user_id)
    const again = await move(path, EVERYONE)
    expect([countsOf(again, 'user'), (await users()).length]).toEqual([[0, 4, 0], 4])
  })

  test.each<[string, ChosenUser[], string]>([
    ['an unknown person', [{ id: 'nobody' }], 'Komga has no person nobody.'],
    ['one person twice', [{ id: 'kim' }, { id: 'kim', user_id: 'owner' }], 'The person kim was chosen twice.'],
    ['a user who does not exist', [{ id: 'kim', user_id: 'gone' }], 'no longer exists'],
  ])('refuses %s', async (_name, chosen, detail) => {
    const path = place('komga')
    const refused = await app.reader.post(START, { path, users: chosen })
    expect([refused.status, (await refused.json()).detail]).toEqual([400, expect.stringContaining(detail)])
  })
})

describe.skipIf(!sampleDatabases)('moving in from Kavita', () => {
  test('gives each user progress, bookmarks, ratings, lists and limits', async () => {
    const progress = await move(place('kavita'), [{ id: '1', user_id: 'owner' }, { id: '2' }, { id: '3' }])
    expect(countsOf(progress, 'AspNetUsers')).toEqual([2, 1, 0])
    const [kim, lee] = [await userNamed('Kim'), await userNamed('Lee')]
    expect(kim.limits).toMatchObject({ max_age: 13, unrated: 'allow', collections: null })
    expect(lee.limits).toMatchObject({ max_age: null, collections: [] })
    const of = (table: string, columns: string) =>
      rowsOf(`select ${columns} from ${table} where user_id = '${kim.user_id}'`)
    expect(of('reading_progress', 'page')).toEqual([{ page: 7 }])
    expect(of('bookmarks', 'page')).toEqual([{ page: 5 }])
    expect(of('series_marks', 'rating')).toEqual([{ rating: 2 }])
    const client = await login('Kim')
    expect(await pagesOf(client, 'Harbor Lights')).toEqual([7])
    const seen = await client.json<{ lists: { name: string }[] }>(200, client.get('/api/readlists'))
    const lists = rowsOf<{ name: string; user: string; shared: number }>(`select l.name, u.name as user, l.shared from reading_lists l join users u using (user_id) where l.list_id not like 'default%' order by 1, 2`) // biome-ignore format: one line
    expect(lists).toEqual([
      { name: 'For all', user: 'Kim', shared: 1 },
      { name: 'For all', user: 'Lee', shared: 1 },
      { name: 'Kim reads', user: 'Kim', shared: 0 },
      { name: 'Rainy evenings', user: '', shared: 0 },
      { name: 'The Tide War', user: '', shared: 1 },
    ])
    expect(seen.lists.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kim reads', 'The Tide War']))
    expect(seen.lists.map(({ name }) => name)).not.toContain('Rainy evenings')
  })

  test('gives the owner lists that all could see, of those who were not chosen', async () => {
    await move(place('kavita'), [{ id: '1', user_id: 'owner' }])
    const lists = rowsOf<{ name: string }>(`select name from reading_lists where list_id <> 'default' order by 1`)
    expect(lists.map(({ name }) => name)).toEqual(['For all', 'For all (Lee)', 'Rainy evenings', 'The Tide War'])
    expect(rowsOf('select 1 from reading_lists where shared')).toEqual([])
  })
})

describe.skipIf(!sampleDatabases)('undoing a move', () => {
  const undoAt = (runId: string | null) => `/api/system/migration/${runId}/undo`
  const preview = (runId: string | null) => app.reader.json<UndoPreview>(200, app.reader.get(undoAt(runId)))
  async function undo(runId: string | null): Promise<void> {
    await app.reader.json(202, app.reader.post(undoAt(runId)))
    await app.idle()
    expect(rowsOf(`select state, error from moving_runs where run_id = '${runId}'`)).toEqual([{ state: 'undone', error: null }]) // biome-ignore format: one line
  }

  test('removes its users with all that is theirs, also when they are invited', async () => {
    const { run_id } = await move(place('komga'), EVERYONE)
    const { user_id, invited } = await userNamed('kim@example.org')
    expect(invited).toBe(false)
    await app.reader.json(200, app.reader.post(`/api/users/${user_id}/invitation`))
    expect((await userNamed('kim@example.org')).invited).toBe(true)
    const { rows, kept_users } = await preview(run_id)
    expect([rows.users, kept_users]).toEqual([3, []])
    await undo(run_id)
    expect((await users()).map(({ name }) => name)).toEqual(['reader'])
    for (const table of ['reading_progress', 'invitations', 'reading_days']) expect(rowsOf(`select 1 from ${table}`), table).toEqual([]) // biome-ignore format: one line
  })

  test('keeps users who logged in, whom the owner changed, or who read since', async () => {
    const { run_id } = await move(place('komga'), EVERYONE)
    await login('kim@example.org')
    const [lee, max] = [await userNamed('Lee_ the second'), await userNamed('READER 2')]
    await app.reader.json(200, app.reader.patch(`/api/users/${max.user_id}`, { limits: null }))
    app.db.write((tx) => tx.run(sql`update reading_progress set page = 15 where user_id = ${lee.user_id}`))
    const { rows, kept_users } = await preview(run_id)
    expect(rows.users).toBe(0)
    expect(kept_users.map(({ name, reason }) => [name, reason])).toEqual([
      ['kim@example.org', 'This user logged in since.'],
      ['Lee_ the second', 'This user has newer reading.'],
      ['READER 2', 'You changed this user since.'],
    ])
    await undo(run_id)
    expect(await users()).toHaveLength(4)
  })

  test('keeps users of two moves until the second is undone', async () => {
    const path = place('komga')
    const first = await move(path, EVERYONE)
    const second = await move(path, EVERYONE)
    expect((await preview(first.run_id)).kept_users.map(({ reason }) => reason)).toEqual(Array(3).fill('Another move has reading of this user too.')) // biome-ignore format: one line
    await undo(second.run_id)
    expect(await users()).toHaveLength(4)
    expect((await preview(first.run_id)).kept_users).toEqual([])
  })
})
