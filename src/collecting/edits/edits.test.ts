import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import { putIssueSource, putSeriesSource } from '../../library/metadata/store'
import { findIssue, findSeries, issuesOf } from '../../library/series/store'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { addUser } from '../../testing/users'
import type { EditBody, EditReply, TableReply } from './schema'
import { EditTables } from './service'
import { countRows, findEdit, setEditState } from './store'

/** Tables of edits as a page uses them. */

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2012, publisher: 'Northgate' })
  makeSeries(app.db, { comic_id: 'copper', name: 'The Copper Orchard', reading_direction: 'ltr' })
  makeIssues(app.db, 'harbor', ['1', '2', '3', '4'])
})
afterEach(() => app.close())

const table = (body: object, client: Client = app.reader) =>
  client.json<TableReply>(200, client.post('/api/series/edits/rows', body))
const save = (body: EditBody, status = 200) =>
  app.reader.json<EditReply>(status, app.reader.post('/api/series/edits', body))
const undo = ({ edit_id }: EditReply) =>
  app.reader.json<EditReply>(200, app.reader.post(`/api/series/edits/${edit_id}/undo`))
const series = (id: string) => findSeries(app.db.read, id)!
const numbers = () => issuesOf(app.db.read, 'harbor').map(({ issue_id, number }) => `${issue_id} ${number}`)
const rename = (id: string, from: string, to: string) => ({ id, set: { number: to }, seen: { number: from } })

describe('a table of series', () => {
  test('has the values, the edited fields, and the values of the sources', async () => {
    const said_at = '2026-01-01T00:00:00.000Z'
    app.db.write((tx) => putSeriesSource(tx, { comic_id: 'harbor', source: 'metron', provider_id: '7', facts: { name: 'Harbor', genres: ['Crime'] }, said_at })) // biome-ignore format: one line
    await save({ series: [{ id: 'harbor', set: { name: 'Mine' }, seen: { name: 'Harbor' } }] }).catch(() => undefined)
    const { rows } = await table({ of: 'series', ids: ['copper', 'harbor', 'none'] })
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      ['copper', 'The Copper Orchard'],
      ['harbor', 'Mine'],
    ])
    expect(rows[1]).toMatchObject({ locked: ['name'], under: { name: 'Harbor' }, values: { genres: ['Crime'] } })
    expect(rows[0]).toMatchObject({ locked: [], values: { reading_direction: 'ltr', book_type: 'Print' } })
  })

  test('is saved and undone as one edit', async () => {
    const before = [series('harbor'), series('copper')]
    const saved = await save({
      series: [
        {
          id: 'harbor',
          set: { publisher: 'Kestrel', tags: ['noir'], reading_direction: 'rtl', age_rating: 'Teen' },
          seen: { publisher: 'Northgate', tags: [], reading_direction: 'ltr', age_rating: null },
        },
        { id: 'copper', set: { sort_title: 'Zebra' }, seen: {} },
      ],
    })
    expect(saved).toMatchObject({ of: 'series', state: 'done', total: 2, saved: 2, undone: 0, left: [] })
    expect(series('harbor')).toMatchObject({ publisher: 'Kestrel', reading_direction: 'rtl', age_years: 13 })
    expect(series('copper')).toMatchObject({ name: 'The Copper Orchard', sort_title: 'Zebra', sort_name: 'zebra' })
    expect(await undo(saved)).toMatchObject({ state: 'undone', saved: 0, undone: 2, left: [] })
    const ignored = { updated_at: '' }
    expect([series('harbor'), series('copper')].map((row) => ({ ...row, ...ignored }))).toEqual(
      before.map((row) => ({ ...row, ...ignored })),
    )
    expect((await table({ of: 'series', ids: ['harbor', 'copper'] })).rows.map(({ locked }) => locked)).toEqual([
      [],
      [],
    ])
  })

  test('skips rows that changed since the table was opened, and lists them', async () => {
    const changes = ['harbor', 'copper'].map((id) => ({ id, set: { publisher: 'Kestrel' }, seen: { publisher: null } }))
    const saved = await save({ series: changes })
    expect(saved).toMatchObject({
      saved: 1,
      left: [
        { id: 'harbor', name: 'Harbor Lights', state: 'conflict', sentence: 'Changed since the table was opened.' },
      ],
    })
    expect([series('harbor').publisher, series('copper').publisher]).toEqual(['Northgate', 'Kestrel'])
  })

  test('undo keeps a value that was changed after the edit', async () => {
    const saved = await save({
      series: ['harbor', 'copper'].map((id) => ({ id, set: { imprint: 'Dusk' }, seen: {} })),
    })
    await app.reader.json(200, app.reader.patch('/api/series/harbor/metadata', { imprint: 'Dawn' }))
    const undone = await undo(saved)
    expect(undone).toMatchObject({ undone: 1, saved: 1, left: [{ id: 'harbor', state: 'kept', sentence: 'Changed since the edit.' }] }) // biome-ignore format: one line
    expect([series('harbor').imprint, series('copper').imprint]).toEqual(['Dawn', null])
    await app.reader.json(200, app.reader.patch('/api/series/harbor/metadata', { imprint: 'Dusk' }))
    expect(await undo(saved)).toMatchObject({ undone: 2, saved: 0, left: [] })
    expect(series('harbor').imprint).toBeNull()
  })

  test('null returns a field to its sources, and undo restores the edit', async () => {
    await save({ series: [{ id: 'harbor', set: { publisher: 'Kestrel' }, seen: { publisher: 'Northgate' } }] })
    const saved = await save({ series: [{ id: 'harbor', set: { publisher: null }, seen: { publisher: 'Kestrel' } }] })
    expect(series('harbor').publisher).toBe('Northgate')
    await undo(saved)
    expect(series('harbor').publisher).toBe('Kestrel')
  })

  test('sorts by the sort title, also after a new name', async () => {
    await save({ series: [{ id: 'copper', set: { sort_title: 'Orchard 2' }, seen: {} }] })
    expect(series('copper').sort_name).toBe(series('copper').sort_name.toLowerCase())
    const sorted = series('copper').sort_name
    await app.reader.json(200, app.reader.patch('/api/series/copper/metadata', { name: 'Something' }))
    expect(series('copper')).toMatchObject({ name: 'Something', sort_name: sorted })
  })
})

describe('a table of issues', () => {
  test('is opened for a series, or for some issues', async () => {
    const all = await table({ of: 'issues', comic_id: 'harbor' })
    expect(all.rows.map(({ name, values }) => [name, values.number])).toEqual(
      ['1', '2', '3', '4'].map((number) => [`Harbor Lights ${number}`, number]),
    )
    const [some] = (await table({ of: 'issues', ids: ['harbor-3'] })).rows
    expect(some).toMatchObject({ id: 'harbor-3', comic_id: 'harbor', has_files: false })
  })

  test('numbers that follow each other move together', async () => {
    const saved = await save({
      issues: ['1', '2', '3', '4'].map((n) => rename(`harbor-${n}`, n, String(Number(n) + 1))),
    })
    expect(saved).toMatchObject({ saved: 4, left: [] })
    expect(numbers()).toEqual(['harbor-1 2', 'harbor-2 3', 'harbor-3 4', 'harbor-4 5'])
    await undo(saved)
    expect(numbers()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-3 3', 'harbor-4 4'])
    expect((await table({ of: 'issues', comic_id: 'harbor' })).rows.flatMap(({ locked }) => locked)).toEqual([])
  })

  test('issues can swap their numbers', async () => {
    const numbered = [['1', '2'], ['2', '1'], ['3', '4'], ['4', '3']] as const // biome-ignore format: one line
    const saved = await save({ issues: numbered.map(([from, to]) => rename(`harbor-${from}`, from, to)) })
    expect(saved).toMatchObject({ saved: 4, left: [] })
    expect(numbers()).toEqual(['harbor-2 1', 'harbor-1 2', 'harbor-4 3', 'harbor-3 4'])
    await undo(saved)
    expect(numbers()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-3 3', 'harbor-4 4'])
  })

  test('the number of a row that cannot move is refused for the next row', async () => {
    const rows = [rename('harbor-1', '1', '2'), rename('harbor-2', '9', '3'), rename('harbor-3', '3', '5')]
    const saved = await save({ issues: rows })
    expect(saved.left.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(['harbor-1 failed', 'harbor-2 conflict'])
    expect(numbers()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-4 4', 'harbor-3 5'])
  })

  test('a swap with a row that cannot move changes nothing', async () => {
    const saved = await save({ issues: [rename('harbor-1', '9', '2'), rename('harbor-2', '2', '1')] })
    expect(saved.left.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(['harbor-1 conflict', 'harbor-2 failed'])
    expect(numbers()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-3 3', 'harbor-4 4'])
    expect((await table({ of: 'issues', comic_id: 'harbor' })).rows.flatMap(({ locked }) => locked)).toEqual([])
  })

  test('a number in use is refused for its row only', async () => {
    const saved = await save({
      issues: [
        rename('harbor-1', '1', '3'),
        { id: 'harbor-2', set: { title: 'Dusk' }, seen: {} },
        rename('harbor-4', '4', '4.5'),
      ],
    })
    expect(saved.left).toEqual([
      { id: 'harbor-1', name: 'Harbor Lights 1', state: 'failed', sentence: 'Another issue of the series has the number 3.' },
    ]) // biome-ignore format: one glance
    expect(numbers()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-3 3', 'harbor-4 4.5'])
    expect(findIssue(app.db.read, 'harbor-2')?.title).toBe('Dusk')
  })

  test('keeps the edit after a refresh from the provider', async () => {
    await save({ issues: [{ id: 'harbor-1', set: { title: 'Mine', credits: [{ name: 'Ann', roles: ['Writer'] }] }, seen: {} }] }) // biome-ignore format: one line
    const said_at = '2026-01-01T00:00:00.000Z'
    app.db.write((tx) => putIssueSource(tx, { issue_id: 'harbor-1', source: 'metron', facts: { title: 'Theirs' }, said_at })) // biome-ignore format: one line
    const [row] = (await table({ of: 'issues', ids: ['harbor-1'] })).rows
    expect(row).toMatchObject({ values: { title: 'Mine' }, locked: ['title', 'credits'], under: { title: 'Theirs' } })
    expect(findIssue(app.db.read, 'harbor-1')?.writer).toBe('Ann')
  })
})

test.each<[says: string, body: object, status: number, detail: RegExp]>([
  ['nothing', {}, 400, /changes of series or of issues/],
  ['both kinds', { series: [{ id: 'harbor', set: { name: 'x' }, seen: {} }], issues: [rename('harbor-1', '1', '9')] }, 400, /changes of series or of issues/],
  ['no field', { series: [{ id: 'harbor', set: {}, seen: {} }] }, 400, /at least one field/],
  ['a direction without a source', { series: [{ id: 'harbor', set: { reading_direction: null }, seen: {} }] }, 400, /at least one field/],
  ['a row twice', { issues: [rename('harbor-1', '1', '8'), rename('harbor-1', '1', '9')] }, 400, /listed twice/],
  ['a wrong year', { series: [{ id: 'harbor', set: { year: 99_999 }, seen: {} }] }, 400, /year/],
  ['a wrong day', { issues: [{ id: 'harbor-1', set: { release_date: '6 May' }, seen: {} }] }, 400, /release_date/],
  ['a day that no month has', { issues: [{ id: 'harbor-1', set: { release_date: '2015-02-31' }, seen: {} }] }, 400, /release_date/],
  ['a blank name', { series: [{ id: 'harbor', set: { name: ' ' }, seen: {} }] }, 400, /name/],
  ['a blank number', { issues: [rename('harbor-1', '1', ' ')] }, 400, /number/],
  ['a blank person', { issues: [{ id: 'harbor-1', set: { credits: [{ name: ' ', roles: [] }] }, seen: {} }] }, 400, /credits/],
  ['too many rows', { issues: Array.from({ length: 1001 }, (_, at) => rename(`x${at}`, '1', '2')) }, 400, /1000/],
])('%s is refused', async (_says, body, status, detail) => {
  const reply = await app.reader.json<{ detail: string }>(status, app.reader.post('/api/series/edits', body))
  expect(reply.detail).toMatch(detail)
  expect((await app.reader.json<{ edit: unknown }>(200, app.reader.get('/api/series/edits'))).edit).toBeNull()
}) // biome-ignore format: a table

test('a table is of series or issues that exist, and of a thousand rows at most', async () => {
  await app.reader.json(400, app.reader.post('/api/series/edits/rows', { of: 'series' }))
  await app.reader.json(404, app.reader.post('/api/series/edits/rows', { of: 'issues', comic_id: 'none' }))
  expect((await table({ of: 'series', comic_id: 'copper' })).rows.map(({ id }) => id)).toEqual(['copper'])
  expect((await table({ of: 'issues', ids: ['harbor-2', 'harbor-2'] })).rows).toHaveLength(1)
  makeIssues(
    app.db,
    'copper',
    Array.from({ length: 1003 }, (_, at) => at + 1),
  )
  const long = await table({ of: 'issues', comic_id: 'copper' })
  expect([long.rows.length, long.rows.at(-1)!.id, long.left]).toEqual([1000, 'copper-1000', 3])
})

test('a row says which files its values can be written to, and an annual is called one', async () => {
  makeIssues(app.db, 'harbor', [{ number: '1', kind: 'annual' }])
  makeFile(app.db, { issues: ['harbor-2'], format: 'cbr' })
  const { rows } = await table({ of: 'issues', ids: ['harbor-a1', 'harbor-2'] })
  expect(rows.map(({ name, has_files, format }) => [name, has_files, format])).toEqual([
    ['Harbor Lights Annual 1', false, null],
    ['Harbor Lights 2', true, 'cbr'],
  ])
  const all = await table({ of: 'series', ids: ['harbor', 'copper'] })
  expect(all.rows.map(({ has_files }) => has_files)).toEqual([true, false])
})

test('an annual and an issue may take the same number in one edit', async () => {
  makeIssues(app.db, 'harbor', [{ number: '1', kind: 'annual' }])
  const saved = await save({ issues: [rename('harbor-a1', '1', '7'), rename('harbor-1', '1', '7')] })
  expect(saved).toMatchObject({ saved: 2, left: [] })
})

test('an edit that is being saved cannot be undone yet', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => makeSeries(app.db, { comic_id: `s${at}`, name: `Series ${at}` }))
  const saving = save({ series: ids.map((id) => ({ id, set: { imprint: 'Dusk' }, seen: {} })) })
  const editId = () => app.db.read.all<{ edit_id: string }>('select edit_id from edits')[0]?.edit_id
  while (editId() === undefined) await nextTurn()
  const refused = app.reader.post(`/api/series/edits/${editId()}/undo`)
  expect(await app.reader.json(409, refused)).toEqual({ detail: 'This edit is still being saved.' })
  expect(await saving).toMatchObject({ state: 'done', saved: 100 })
})

test('the last edit is the newest one, and edits are kept for 90 days', async () => {
  const ids: string[] = []
  for (const id of ['harbor', 'copper']) {
    ids.push((await save({ series: [{ id, set: { imprint: 'Dusk' }, seen: {} }] })).edit_id)
    const { edit } = await app.reader.json<{ edit: EditReply }>(200, app.reader.get('/api/series/edits'))
    expect(edit.edit_id).toBe(ids.at(-1)!)
    app.clock.jump('1 h')
  }
  const kept = () => {
    new EditTables({ db: app.db, clock: app.clock } as never).prune()
    return ids.filter((id) => findEdit(app.db.read, id))
  }
  app.clock.jump('2158 h')
  expect(kept()).toEqual(ids)
  app.clock.jump('1 h')
  expect(kept()).toEqual([ids[1]!])
  app.db.write((tx) => setEditState(tx, ids[1]!, 'running'))
  app.clock.jump('1 d')
  expect(kept()).toEqual([ids[1]!])
})

test('an edit that fails ends, with the reason for each row that was not saved', async () => {
  app.db.write((tx) => tx.run(`create trigger faulty before update of imprint on series when new.comic_id = 'harbor'
    begin select raise(abort, 'faulty'); end`)) // biome-ignore format: one statement
  const saved = await save({
    series: ['harbor', 'copper'].map((id) => ({ id, set: { imprint: 'Dusk' }, seen: {} })),
  })
  const sentence = 'Stopped by an internal error. See the log.'
  expect(saved).toMatchObject({
    state: 'done',
    saved: 0,
    left: ['harbor', 'copper'].map((id) => ({ id, state: 'failed', sentence })),
  })
  expect(series('copper')).toMatchObject({ imprint: null })
})

test('a row of a deleted series is not saved, and the others are', async () => {
  const saved = await save({
    series: ['none', 'copper'].map((id) => ({ id, set: { imprint: 'Dusk' }, seen: {} })),
  })
  expect(saved).toMatchObject({ saved: 1, left: [{ id: 'none', state: 'failed', sentence: 'No longer in the library.' }] }) // biome-ignore format: one line
  await app.reader.json(404, app.reader.get('/api/series/edits/none'))
  await undo(saved)
  await app.reader.json(409, app.reader.post(`/api/series/edits/${saved.edit_id}/undo`))
})

test('readers neither see nor make edits', async () => {
  const reader = await addUser(app, 'Noa')
  const body = { series: [{ id: 'harbor', set: { publisher: 'Kestrel' }, seen: { publisher: 'Northgate' } }] }
  await reader.json(403, reader.get('/api/series/edits'))
  await reader.json(403, reader.post('/api/series/edits', body))
  await reader.json(403, reader.post('/api/series/edits/rows', { of: 'series', ids: ['harbor'] }))
  const manager = await addUser(app, 'Lena', { role: 'manager' })
  await manager.json(200, manager.post('/api/series/edits', body))
  expect((await app.reader.json<{ edit: unknown }>(200, app.reader.get('/api/series/edits'))).edit).toBeNull()
})

test('an edit that a restart interrupts continues, and its undo is still there', async () => {
  const path = join(app.folder, 'edits.db')
  const first = await testApp({ folder: app.folder, databasePath: path })
  const ids = Array.from({ length: 100 }, (_, at) => makeSeries(first.db, { comic_id: `s${at}`, name: `Series ${at}` }))
  const body = { series: ids.map((id) => ({ id, set: { imprint: 'Dusk' }, seen: {} })) }
  const answer = first.reader.post('/api/series/edits', body)
  const editOf = (of: TestApp) => of.db.read.all<{ edit_id: string }>('select edit_id from edits')[0]?.edit_id ?? ''
  const done = (of: TestApp) => countRows(of.db.read, editOf(of)).get('done') ?? 0
  while (done(first) === 0) await nextTurn()
  await first.app.stop()
  await answer
  expect(done(first)).toBeLessThan(100)
  const edit_id = editOf(first)
  first.db.close()
  const second = await testApp({ folder: app.folder, databasePath: path })
  await second.idle()
  expect(done(second)).toBe(100)
  const undone = second.reader.post(`/api/series/edits/${edit_id}/undo`)
  expect(await second.reader.json<EditReply>(200, undone)).toMatchObject({ undone: 100, state: 'undone' })
  await second.close()
})
