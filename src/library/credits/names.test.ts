import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { asCaller } from '../../base/platform/caller'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { namesRead } from '../../testing/names'
import { addUser, NO_LIMITS, type TestUser } from '../../testing/users'
import type { IssueFacts } from '../metadata/providers/provider'
import { putIssueSource, putSeriesSource } from '../metadata/store'
import { deleteSeries } from '../series/store'
import { issues } from '../series/tables'
import { issuesNamingArc, namedArc, namedArcs } from './arc-names-store'
import type { FoundNames, NameDetail, NameIssueList, NameList, NameSeriesList, SpellingsReply } from './schema'

const AT = '2026-11-21T08:00:00.000Z'
let app: TestApp
let child: TestUser
let folder: string

const credit = (name: string, ...roles: string[]) => ({ name, roles })
const say = (issue_id: string, facts: IssueFacts) =>
  app.db.write((tx) => putIssueSource(tx, { issue_id, source: 'file', facts, said_at: AT }))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-names-'))
  // Users with limits read through connections of their own.
  app = await testApp({ databasePath: join(folder, 'panelkeep.db') })
  makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights', publisher: 'Northgate', imprint: 'Low Tide', year: 2018 }) // biome-ignore format: one row
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Road', publisher: 'Northgate', year: 2020 })
  makeSeries(app.db, { comic_id: 'dark', name: 'Dark Water', publisher: 'Rookery', year: 2021, content_type: 'manga' })
  makeIssues(app.db, 'harbor', [
    { number: '1', release_date: '2018-03-01', writer: 'Ann Lee' },
    { number: '2', release_date: '2018-04-01' },
    { number: '3', release_date: '2019-05-01' },
    { number: '4', release_date: '2099-05-01' },
  ])
  makeIssues(app.db, 'fern', [{ number: '1', release_date: '2020-01-01' }])
  makeIssues(app.db, 'dark', [{ number: '1', issue_date: '2021-01-01' }])
  makeFile(app.db, { issues: ['harbor-1'], page_count: 0 })
  makeFile(app.db, { issues: ['harbor-2'] })
  say('harbor-2', {
    credits: [credit('Ann Lee', 'Writer'), credit('Cy Vale', 'CoverArtist', 'penciler')],
    characters: ['The Keeper'],
    teams: ['Night Watch'],
    locations: ['Old Port'],
    arcs: [{ name: 'Rising Tide', number: '1' }],
    genres: ['Noir'],
    tags: ['boats'],
  })
  say('harbor-3', { credits: [credit('ANN LEE', 'Story'), credit('Cy Vale', 'Inker')], characters: ['Keeper'] })
  say('harbor-4', { credits: [credit('Cy Vale', 'Inker')] })
  say('fern-1', { credits: [credit('Anne Lee', 'Writer')], genres: ['Noir', 'Crime'] })
  say('dark-1', { credits: [credit('Mo Rin', 'Writer'), credit('Cy Vale', 'Letterer')] })
  app.db.write(
    (tx) =>
    putSeriesSource(tx, { comic_id: 'fern', source: 'mangadex', facts: { authors: ['Bo Ek'], tags: ['Road'] }, said_at: AT }), // biome-ignore format: one row
  )
  child = await addUser(app, 'child', { limits: { kinds: ['comic'] } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async <T>(path: string, client = app.reader) => {
  await namesRead(app)
  return client.json<T>(200, client.get(`/api/names${path}`))
}
/** Names with equal counts come in no particular order. */
const counts = ({ names }: NameList) => names.map(({ name, issues, series }) => [name, issues, series])
const list = async (query: string, client = app.reader) => {
  const rows = counts(await get<NameList>(`?${query}`, client))
  if (query.includes('sort=')) return rows
  expect(rows).toEqual(rows.toSorted((a, b) => Number(b[1]) - Number(a[1])))
  return rows.toSorted((a, b) => Number(b[1]) - Number(a[1]) || (String(a[0]) < String(b[0]) ? -1 : 1))
}
const one = (kind: string, name: string, client = app.reader) =>
  get<NameDetail>(`/one?kind=${kind}&name=${encodeURIComponent(name)}`, client)

describe('lists', () => {
  test('names with most issues come first, in every kind', async () => {
    expect(await list('kind=person')).toEqual([['Cy Vale', 4, 2], ['Ann Lee', 3, 1], ['Anne Lee', 1, 1], ['Bo Ek', 1, 1], ['Mo Rin', 1, 1]]) // biome-ignore format: one list
    expect(await list('kind=character')).toEqual([['Keeper', 2, 1]])
    expect(await list('kind=team')).toEqual([['Night Watch', 1, 1]])
    expect(await list('kind=location')).toEqual([['Old Port', 1, 1]])
    expect(await list('kind=arc')).toEqual([['Rising Tide', 1, 1]])
    expect(await list('kind=genre')).toEqual([
      ['Noir', 2, 2],
      ['Crime', 1, 1],
    ])
    expect(await list('kind=tag&sort=name')).toEqual([
      ['boats', 1, 1],
      ['Road', 1, 1],
    ])
    expect(await list('kind=publisher')).toEqual([
      ['Northgate', 5, 2],
      ['Rookery', 1, 1],
    ])
    expect(await list('kind=imprint')).toEqual([['Low Tide', 4, 1]])
  })

  test('are sorted by name, filtered by role and word, and paged', async () => {
    const names = (rows: unknown[][]) => rows.map(([name]) => name)
    expect(names(await list('kind=person&sort=name'))).toEqual(['Ann Lee', 'Anne Lee', 'Bo Ek', 'Cy Vale', 'Mo Rin'])
    expect(await list('kind=person&role=Inker')).toEqual([['Cy Vale', 2, 1]])
    expect(await list('kind=person&role=Nothing')).toEqual([])
    expect(names(await list('kind=person&q=LEE&sort=name'))).toEqual(['Ann Lee', 'Anne Lee'])
    expect(names(await list('kind=person&sort=name&limit=2&offset=3'))).toEqual(['Cy Vale', 'Mo Rin'])
    const { roles, pagination } = await get<NameList>('?kind=person&limit=1')
    expect(pagination).toEqual({ total: 5, limit: 1, offset: 0, has_more: true })
    expect(roles).toContainEqual({ role: 'Writer', names: 4 })
    expect(roles).toContainEqual({ role: 'CoverArtist', names: 1 })
  })
})

describe('the page of a name', () => {
  test('says who made what, by role and year, and what is missing and unread', async () => {
    const page = await one('person', 'cy vale')
    expect(page).toMatchObject({ name: 'Cy Vale', issues: 4, series: 2, owned: 1, missing: 2, announced: 1, unread: 1 })
    expect(page.roles).toEqual([
      { role: 'Inker', issues: 2, series: 1 },
      { role: 'CoverArtist', issues: 1, series: 1 },
      { role: 'Penciller', issues: 1, series: 1 },
      { role: 'Letterer', issues: 1, series: 1 },
    ].toSorted((a, b) => b.issues - a.issues)) // biome-ignore format: one list
    expect(page.years).toEqual([
      { year: 2018, issues: 1, owned: 1 },
      { year: 2019, issues: 1, owned: 0 },
      { year: 2021, issues: 1, owned: 0 },
      { year: 2099, issues: 1, owned: 0 },
    ])
    expect(page.next.map(({ issue_id }) => issue_id)).toEqual(['harbor-2'])
  })

  test('counts an issue as missing whose file was never found, and no ignored one', async () => {
    const set = (change: object) =>
      app.db.write((tx) => {
        tx.update(issues).set(change).where(eq(issues.issue_id, 'harbor-3')).run()
        tx.emit({ type: 'series.changed', comic_id: 'harbor' })
      })
    set({ fulfillment: 'unknown' })
    expect((await one('person', 'cy vale')).missing).toBe(2)
    set({ fulfillment: 'missing', intent: 'ignored' })
    expect((await one('person', 'cy vale')).missing).toBe(1)
    set({ intent: 'policy' })
  })

  test('lists series with counts and roles', async () => {
    const { series } = await get<NameSeriesList>('/series?kind=person&name=Cy%20Vale')
    expect(series.map(({ item, issues, roles }) => [item.ComicName, issues, roles.map(({ role }) => role)])).toEqual([
      ['Harbor Lights', 3, ['Inker', 'CoverArtist', 'Penciller']],
      ['Dark Water', 1, ['Letterer']],
    ])
    const publisher = await get<NameSeriesList>('/series?kind=publisher&name=Northgate&sort=year')
    expect(publisher.series.map(({ item, issues }) => [item.ComicName, issues])).toEqual([['Fern Road', 1], ['Harbor Lights', 4]]) // biome-ignore format: one list
  })

  test('lists its issues: all, missing, unread, of a year', async () => {
    const ids = async (query: string) =>
      (await get<NameIssueList>(`/issues?${query}`)).issues.map(({ issue_id, roles }) => [issue_id, ...roles])
    expect(await ids('kind=person&name=Cy%20Vale')).toEqual([['harbor-4', 'Inker'], ['dark-1', 'Letterer'], ['harbor-3', 'Inker'], ['harbor-2', 'CoverArtist', 'Penciller']]) // biome-ignore format: one list
    expect(await ids('kind=person&name=Cy%20Vale&which=missing')).toEqual([['dark-1', 'Letterer'], ['harbor-3', 'Inker']]) // biome-ignore format: one list
    expect(await ids('kind=publisher&name=Northgate&which=unread')).toEqual([['harbor-2'], ['harbor-1']])
    expect(await ids('kind=person&name=Cy%20Vale&year=2019')).toEqual([['harbor-3', 'Inker']])
    expect(await ids('kind=person&name=Cy%20Vale&role=Letterer')).toEqual([['dark-1', 'Letterer']])
  })

  test('lists when issues appeared, and which are owned and can be read: not those whose file has no page', async () => {
    const { issues } = await get<NameIssueList>('/issues?kind=publisher&name=Northgate')
    const ofPerson = await get<NameIssueList>('/issues?kind=person&name=Cy%20Vale')
    expect(ofPerson.issues.map(({ date }) => date)).toEqual(['2099-05-01', '2021-01-01', '2019-05-01', '2018-04-01'])
    const flags = issues.map(({ issue_id, owned, readable, read }) => [issue_id, owned, readable, read])
    expect(flags.slice(-3)).toEqual([['harbor-3', false, false, false], ['harbor-2', true, true, false], ['harbor-1', true, false, false]]) // biome-ignore format: one list
  })

  test('a series says who and what is in it', async () => {
    const { names } = await get<{ names: { kind: string; name: string; roles: string[] }[] }>(
      '/of-series?comic_id=harbor',
    )
    expect(names.filter(({ kind }) => kind === 'person')).toEqual([
      { kind: 'person', name: 'Ann Lee', issues: 3, roles: ['Writer'] },
      { kind: 'person', name: 'Cy Vale', issues: 3, roles: ['Inker', 'CoverArtist', 'Penciller'] },
    ] as never)
    expect(names.map(({ kind }) => kind)).toContain('imprint')
    expect((await child.get('/api/names/of-series?comic_id=dark')).status).toBe(404)
  })

  test('an unknown name, kind or year is refused with a sentence', async () => {
    const refused = async (path: string, status: number) =>
      (await app.reader.json<{ detail: string }>(status, app.reader.get(`/api/names${path}`))).detail
    expect(await refused('/one?kind=person&name=Nobody', 404)).toBe('The library has no person called Nobody.')
    expect(await refused('/one?kind=nothing&name=Nobody', 422)).toBeString()
    expect(await refused('/issues?kind=person&name=Cy&year=-1', 422)).toBeString()
    expect(await refused('/one?kind=person&name=', 422)).toBeString()
  })
})

test('the library is filtered by name and role', async () => {
  const ids = async (query: string, client = app.reader) =>
    (await client.json<{ ComicID: string }[]>(200, client.get(`/api/series?${query}`))).map(({ ComicID }) => ComicID)
  expect(await ids('person=cy+vale')).toEqual(['dark', 'harbor'])
  expect(await ids('person=Cy+Vale&role=Letterer')).toEqual(['dark'])
  expect(await ids('person=Cy+Vale&role=Translator')).toEqual([])
  expect(await ids('character=The+Keeper')).toEqual(['harbor'])
  expect(await ids('person=Cy+Vale&arc=Rising+Tide&imprint=Low+Tide')).toEqual(['harbor'])
  expect(await ids('person=Nobody')).toEqual([])
  expect(await ids('person=Cy+Vale', child)).toEqual(['harbor'])
  expect(await ids('person=Mo+Rin', child)).toEqual([])
})

test('the search lists names by kind, the whole name first', async () => {
  const { sections } = await get<FoundNames>('/find?q=lee')
  expect(sections.map(({ kind, total, names }) => [kind, total, names.map(({ name }) => name)])).toEqual([
    ['person', 2, ['Ann Lee', 'Anne Lee']],
  ])
  const found = await get<FoundNames>('/find?q=no')
  expect(found.sections.map(({ kind }) => kind)).toEqual(['publisher', 'genre'])
  expect(await get<FoundNames>('/find?q=x')).toEqual({ sections: [] })
})

describe('a user with limits', () => {
  test('finds no name of hidden series, and no number that counts them', async () => {
    expect(await list('kind=person', child)).toEqual([['Ann Lee', 3, 1], ['Cy Vale', 3, 1], ['Anne Lee', 1, 1], ['Bo Ek', 1, 1]]) // biome-ignore format: one list
    expect(await list('kind=publisher', child)).toEqual([['Northgate', 5, 2]])
    expect((await get<NameList>('?kind=person', child)).roles.map(({ role }) => role)).not.toContain('Letterer')
    expect((await one('person', 'Cy Vale', child)).issues).toBe(3)
    expect((await one('person', 'Cy Vale', child)).roles.map(({ role }) => role)).not.toContain('Letterer')
    expect((await one('person', 'Cy Vale', child)).years.map(({ year }) => year)).toEqual([2018, 2019, 2099])
    expect((await child.get('/api/names/one?kind=person&name=Mo%20Rin')).status).toBe(404)
    expect(await get<FoundNames>('/find?q=mo%20rin', child)).toEqual({ sections: [] })
    const { series } = await get<NameSeriesList>('/series?kind=person&name=Cy%20Vale', child)
    expect(series.map(({ item }) => item.ComicName)).toEqual(['Harbor Lights'])
    const { issues } = await get<NameIssueList>('/issues?kind=person&name=Cy%20Vale', child)
    expect(issues.map(({ comic_id }) => comic_id)).not.toContain('dark')
  })

  test('sorts and filters names like the others', async () => {
    const names = (rows: unknown[][]) => rows.map(([name]) => name)
    expect(names(await list('kind=person&sort=name', child))).toEqual(['Ann Lee', 'Anne Lee', 'Bo Ek', 'Cy Vale'])
    expect(names(await list('kind=person&sort=name&q=LEE', child))).toEqual(['Ann Lee', 'Anne Lee'])
    expect(names(await list('kind=person&sort=name&limit=1&offset=2', child))).toEqual(['Bo Ek'])
    expect(await list('kind=person&role=Inker', child)).toEqual([['Cy Vale', 2, 1]])
    expect(await list('kind=person&role=Letterer', child)).toEqual([])
    const { roles, pagination } = await get<NameList>('?kind=person&limit=1&q=lee', child)
    expect([roles[0], pagination.total]).toEqual([{ role: 'Writer', names: 3 }, 2])
    expect((await get<NameList>('?kind=genre', child)).roles).toEqual([])
  })

  test('reads no sum of the whole library, whatever asks for it', () => {
    const limited = { user_id: child.user_id, role: 'reader', limits: { ...NO_LIMITS, kinds: ['comic'] } } as const
    const count = () => app.db.read.all<{ n: number }>(sql`select count(*) as n from name_totals`)[0]?.n
    expect(count()).toBeGreaterThan(0)
    expect(asCaller(limited as never, count)).toBe(0)
  })

  test('does not join spellings', async () => {
    const body = { kind: 'person', spellings: [{ name: 'Anne Lee', of: 'Ann Lee' }] }
    expect((await child.put('/api/names/spellings', body)).status).toBe(403)
  })
})

test('story arcs are listed once enough issues name them, with these issues', async () => {
  await namesRead(app)
  const arcs = (least: number) => namedArcs(app.db.read, least, 9).map(({ name, issues }) => [name, issues])
  expect([arcs(1), arcs(2)]).toEqual([[['Rising Tide', 1]], []])
  const arc = namedArc(app.db.read, 'risingtide')!
  expect(arc).toMatchObject({ name: 'Rising Tide', issues: 1, series: 1 })
  expect(issuesNamingArc(app.db.read, arc.name_id)).toEqual([{ issue_id: 'harbor-2', released: '2018-04-01' }])
  expect(namedArc(app.db.read, 'annlee')).toBeUndefined()
})

describe('spellings', () => {
  const set = async (...spellings: { name: string; of: string | null }[]) =>
    app.reader.json<SpellingsReply>(200, app.reader.put('/api/names/spellings', { kind: 'person', spellings }))

  test('are joined, remembered when their issues go and come back, and taken apart again', async () => {
    const { before } = await set({ name: 'Anne Lee', of: 'Ann Lee' })
    expect(before).toEqual([{ name: 'Anne Lee', of: null }])
    const joined = await one('person', 'anne lee')
    expect(joined).toMatchObject({ name: 'Ann Lee', spellings: ['Anne Lee'], issues: 4, series: 2 })
    expect((await list('kind=person')).map(([name]) => name)).not.toContain('Anne Lee')
    say('fern-1', { credits: [] })
    expect((await one('person', 'Ann Lee')).issues).toBe(3)
    say('fern-1', { credits: [credit('Anne Lee', 'Writer')] })
    expect((await one('person', 'Ann Lee')).issues).toBe(4)
    await set(...before)
    expect(await one('person', 'Ann Lee')).toMatchObject({ spellings: [], issues: 3, series: 1 })
    expect(await one('person', 'Anne Lee')).toMatchObject({ name: 'Anne Lee', issues: 1, series: 1 })
  })

  test('move with a name that is joined, and an undo gives them back', async () => {
    await set({ name: 'Anne Lee', of: 'Ann Lee' })
    const { before } = await set({ name: 'Ann Lee', of: 'Bo Ek' })
    expect((await one('person', 'Bo Ek')).spellings.toSorted()).toEqual(['Ann Lee', 'Anne Lee'])
    await set(...before)
    expect((await one('person', 'Ann Lee')).spellings).toEqual(['Anne Lee'])
    expect((await one('person', 'Bo Ek')).spellings).toEqual([])
    await set({ name: 'Anne Lee', of: null })
  })

  test('a name is not joined with itself, with its spelling or with an unknown one', async () => {
    const refused = async (status: number, name: string, of: string) =>
      (await app.reader.json<{ detail: string }>(status, app.reader.put('/api/names/spellings', { kind: 'person', spellings: [{ name, of }] }))).detail // biome-ignore format: one call
    expect(await refused(400, 'Ann Lee', 'ann lee')).toBe('Ann Lee and ann lee are the same name already.')
    expect(await refused(404, 'Ann Lee', 'Nobody')).toBe('The library has no name Nobody.')
    await set({ name: 'Anne Lee', of: 'Ann Lee' })
    expect(await refused(400, 'Ann Lee', 'Anne Lee')).toBe('Ann Lee and Anne Lee are the same name already.')
    await set({ name: 'Anne Lee', of: null })
  })
})

test.each([
  ['the list', '?kind=person&sort=name', 'NAME'],
  ['its page', '/one?kind=person&name=NAME', 'NAME'],
  ['the list of its series', '/series?kind=person&name=NAME', 'Quick Road'],
  ['the list of its issues', '/issues?kind=person&name=NAME', 'quick-1'],
  ['the search', '/find?q=NAME', 'NAME'],
  ['the names of a series', '/of-series?comic_id=quick', 'NAME'],
])('a new name is at once in %s', async (says, path, text) => {
  const name = `Ed ${says}`
  makeSeries(app.db, { comic_id: 'quick', name: 'Quick Road' })
  makeIssues(app.db, 'quick', ['1'])
  say('quick-1', { credits: [credit(name, 'Writer')] })
  const reply = await app.reader.get(`/api/names${path.replace('NAME', encodeURIComponent(name))}`)
  expect(await reply.text()).toContain(text.replace('NAME', name))
  app.db.write((tx) => {
    deleteSeries(tx, 'quick')
    tx.emit({ type: 'library.changed' })
  })
})

test('the page of a name offers an unread issue of each series', async () => {
  for (const comic_id of ['one', 'two']) {
    makeSeries(app.db, { comic_id, name: `Series ${comic_id}`, publisher: 'Lumen' })
    for (const issue of makeIssues(app.db, comic_id, ['2', '1'])) makeFile(app.db, { issues: [issue] })
  }
  expect((await one('publisher', 'Lumen')).next.map(({ issue_id }) => issue_id)).toEqual(['one-1', 'two-1'])
  app.db.write((tx) => {
    for (const comicId of ['one', 'two']) deleteSeries(tx, comicId)
    tx.emit({ type: 'library.changed' })
  })
})

test('names follow edits and deletions', async () => {
  makeSeries(app.db, { comic_id: 'gone', name: 'Gone', publisher: 'Passing' })
  makeIssues(app.db, 'gone', ['1'])
  say('gone-1', { credits: [credit('Zed Ox', 'Writer'), credit('Cy Vale', 'Editor')] })
  expect((await one('person', 'Zed Ox')).issues).toBe(1)
  expect((await one('person', 'Cy Vale')).issues).toBe(5)
  app.db.write((tx) => {
    deleteSeries(tx, 'gone')
    tx.emit({ type: 'library.changed' })
  })
  expect((await one('person', 'Cy Vale')).issues).toBe(4)
  for (const [kind, name] of [['person', 'Zed Ox'], ['publisher', 'Passing']] as const)
    expect((await app.reader.get(`/api/names/one?kind=${kind}&name=${name}`)).status).toBe(404) // biome-ignore format: one check
})

test('a name with very many spellings is joined and taken apart in one step', async () => {
  makeSeries(app.db, { comic_id: 'crowd', name: 'Crowd' })
  makeIssues(app.db, 'crowd', ['1'])
  const names = Array.from({ length: 120 }, (_, at) => `Pier ${at}`)
  say('crowd-1', { locations: [...names, 'Quay', 'Port'] })
  await namesRead(app)
  const set = (spellings: { name: string; of: string | null }[]) =>
    app.reader.json<SpellingsReply>(200, app.reader.put('/api/names/spellings', { kind: 'location', spellings }))
  await set(names.map((name) => ({ name, of: 'Quay' })))
  const { before } = await set([{ name: 'Quay', of: 'Port' }])
  expect(before).toHaveLength(121)
  await set(before)
  expect((await one('location', 'Quay')).spellings).toHaveLength(120)
  expect((await one('location', 'Port')).spellings).toEqual([])
})
