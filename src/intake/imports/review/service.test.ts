import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { confirmImport, progressOf, putComic, scanLibrary } from '../../../testing/imports/imports'
import { makeSeries } from '../../../testing/make'
import type { GroupResult, ProgressView, ReviewReply } from '../schema'

/** Corrections before a confirm. */

let folder: string
let app: TestApp
let view: ProgressView

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-review-'))
  for (const root of ['comics', 'manga']) mkdirSync(join(folder, root))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics'), manga_dirs: join(folder, 'manga') }
  app = await testApp({ settings, ports: { processes } })
  for (const n of [1, 2, 3]) put(`comics/Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  for (const n of [1, 2]) put(`comics/Harbour Lights/Harbour Lights ${n}.cbz`, n + 10)
  view = await scan()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, n: number) => putComic(join(folder, path), n)

const scan = (kind?: 'comic' | 'manga') => scanLibrary(app, kind)

const progress = (kind?: 'comic' | 'manga') => progressOf(app, kind)
const group = (name: string): GroupResult => view.results!.find(({ series_name }) => series_name === name)!
const change = (id: string, body: unknown) => app.reader.patch(`/api/import/groups/${id}`, body)
const changeFiles = (id: string, body: unknown) => app.reader.patch(`/api/import/groups/${id}/files`, body)
const merge = (into: string, ...group_ids: string[]) => app.reader.post('/api/import/groups/merge', { into, group_ids })
const done = async (reply: Promise<Response>) => (await app.reader.json<ReviewReply>(200, reply)).groups
const refused = async (status: number, reply: Promise<Response>) => (await app.reader.json(status, reply)).detail

async function confirm(...results: GroupResult[]): Promise<void> {
  expect(await confirmImport(app, view, ...results)).toMatchObject({ errors: [] })
}

describe('a proposal', () => {
  test('accepts a name, a year and a kind, and is certain from then on', async () => {
    const { group_id } = group('Harbor Lights')
    const [now] = await done(change(group_id, { name: ' Harbor Nights ', year: 2016, content_type: 'manga' }))
    expect(now).toMatchObject({
      series_name: 'Harbor Nights',
      match: { year: '2016', confidence: 100 },
      content_type: 'manga',
      reading_direction: 'rtl',
      confidence_parts: [{ reason: 'Chosen by you', points: 100 }],
      evidence: ['Chosen by you', 'Numbers 1 to 3 without a gap'],
    })
    expect(now!.files.map(({ unit }) => unit)).toEqual(['chapter', 'chapter', 'chapter'])
    expect((await progress()).results!.find((result) => result.group_id === group_id)).toEqual(now!)
    await confirm(now!)
    expect(seriesNamed(app.db.read, 'Harbor Nights')).toMatchObject([
      { year: 2016, content_type: 'manga', content_type_chosen: true },
    ])
  })

  test('becomes a series of the library, and back to a new one', async () => {
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard', year: 2012 })
    const { group_id } = group('Harbor Lights')
    const [now] = await done(change(group_id, { comic_id: 'orchard' }))
    expect(now).toMatchObject({
      series_name: 'Copper Orchard',
      existing_comic_id: 'orchard',
      match: { confidence: 100 },
    })
    expect(await refused(400, change(group_id, { name: 'x' }))).toContain('already in the library')
    expect(await refused(409, change(group('Harbour Lights').group_id, { comic_id: 'orchard' }))).toContain('Merge')
    expect(await refused(400, change(group_id, { proposal: null }))).toContain('link it to a metadata source there')
    const [again] = await done(change(group_id, { comic_id: null }))
    expect(again).toMatchObject({ existing_comic_id: null, already_in_library: false })
    await done(change(group_id, { comic_id: 'orchard' }))
    view = await progress()
    await confirm(group('Copper Orchard'))
    expect(issuesOf(app.db.read, 'orchard')).toHaveLength(3)
  })

  test('gets the unit of the series of the library', async () => {
    makeSeries(app.db, { comic_id: 'wolves', name: 'Quiet Wolves', content_type: 'manga' })
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard' })
    const units = async (name: string, comic_id: string) => {
      const [now] = await done(change(group(name).group_id, { comic_id }))
      return [now!.content_type, ...now!.files.map(({ unit }) => unit)]
    }
    expect(await units('Harbor Lights', 'wolves')).toEqual(['manga', 'chapter', 'chapter', 'chapter'])
    expect(await units('Harbour Lights', 'orchard')).toEqual(['comic', 'issue', 'issue'])
  })

  test('refuses impossible series', async () => {
    const { group_id } = group('Harbor Lights')
    expect(await refused(404, change('none', { name: 'x' }))).toContain('Proposal not found: none')
    expect(await refused(404, change(group_id, { comic_id: 'none' }))).toContain('no series none')
    expect(await refused(400, change(group_id, { comic_id: 'none', name: 'x' }))).toContain('comic_id alone')
    expect(await refused(400, change(group_id, {}))).toContain('at least one')
    expect(await refused(400, change(group_id, { comic_id: null }))).toContain('new series already')
    expect((await change(group_id, { name: ' ' })).status).toBe(400)
    await confirm(group('Harbor Lights'))
    expect(await refused(409, change(group_id, { name: 'x' }))).toContain('imported already')
  })
})

describe('files of a proposal', () => {
  const path = (n: number) => `Harbor Lights (2015)/Harbor Lights ${n}.cbz`

  test('are renumbered, and copies are detected again', async () => {
    const { group_id, match } = group('Harbor Lights')
    const [now] = await done(changeFiles(group_id, { [path(3)]: { number: '002' } }))
    expect(now!.files.map(({ number, duplicate_of }) => [number, duplicate_of])).toEqual([
      ['1', null],
      ['2', null],
      ['2', path(2)],
    ])
    expect(now).toMatchObject({ match: { issues: 2 }, file_count: 3 })
    expect(now!.evidence).toContain('1 file is a copy of an issue that another file holds')
    expect(now!.match!.confidence).toBe(Math.round((match!.confidence * 2 + 100) / 3))
    const [back] = await done(changeFiles(group_id, { [path(3)]: { kind: 'annual', number: '1' } }))
    expect(back!.files.map(({ kind, number, duplicate_of }) => [kind, number, duplicate_of])).toEqual([
      ['issue', '1', null],
      ['issue', '2', null],
      ['annual', '1', null],
    ])
  })

  test('are not copies any more once the other one has another number', async () => {
    const { group_id } = group('Harbor Lights')
    await done(changeFiles(group_id, { [path(3)]: { number: '2' } }))
    const [now] = await done(changeFiles(group_id, { [path(2)]: { number: '7' } }))
    expect(now!.files.map(({ number, duplicate_of }) => [number, duplicate_of])).toEqual([
      ['1', null],
      ['2', null],
      ['7', null],
    ])
    const [again] = await done(changeFiles(group_id, { [path(1)]: { number: '7' } }))
    expect(again!.files.map(({ number, duplicate_of }) => [number, duplicate_of])).toEqual([
      ['2', null],
      ['7', null],
      ['7', path(1)],
    ])
  })

  test('are split off, moved on, and remove an empty proposal', async () => {
    const { group_id } = group('Harbor Lights')
    const split = await done(
      changeFiles(group_id, { [path(2)]: { new_group: 'Beacon' }, [path(3)]: { new_group: 'Beacon' } }),
    )
    expect(split.map(({ series_name, file_count, match }) => [series_name, file_count, match!.confidence])).toEqual([
      ['Harbor Lights', 1, group('Harbor Lights').match!.confidence],
      ['Beacon', 2, 100],
    ])
    const whole = join(folder, 'comics', path(1))
    const moved = await done(changeFiles(group_id, { [whole]: { group_id: split[1]!.group_id } }))
    expect(moved.map(({ series_name, file_count }) => [series_name, file_count])).toEqual([['Beacon', 3]])
    view = await progress()
    expect(view.results!.map(({ series_name }) => series_name)).toEqual(['Beacon', 'Harbour Lights'])
    await confirm(group('Beacon'))
    expect(seriesNamed(app.db.read, 'Beacon')[0]).toMatchObject({ total: 3, have: 3 })
  })

  test('refuse files of other proposals', async () => {
    const { group_id } = group('Harbor Lights')
    expect(await refused(404, changeFiles(group_id, { 'nowhere.cbz': { number: '1' } }))).toContain('no file of')
    expect(await refused(400, changeFiles(group_id, {}))).toContain('at least one file')
    expect(await refused(404, changeFiles(group_id, { [path(1)]: { group_id: 'none' } }))).toContain(
      'Proposal not found',
    )
    const both = { group_id, new_group: 'x' }
    expect(await refused(400, changeFiles(group_id, { [path(1)]: both }))).toContain('not both')
    put('manga/Quiet Wolves/Quiet Wolves v01.cbz', 50)
    const [manga] = (await scan('manga')).results!
    const elsewhere = { [path(1)]: { group_id: manga!.group_id } }
    expect(await refused(409, changeFiles(group_id, elsewhere))).toContain('another scan')
    await confirm(group('Harbor Lights'))
    put('comics/Harbor Lights (2015)/Harbor Lights 4.cbz', 4)
    view = await scan()
    const known = changeFiles(group('Harbor Lights').group_id, { [path(1)]: { number: '9' } })
    expect(await refused(409, known)).toContain('already in the library')
  })
})

describe('proposals', () => {
  test('are merged into one', async () => {
    const [into, other] = [group('Harbor Lights'), group('Harbour Lights')]
    const groups = await done(merge(into.group_id, other.group_id))
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({
      series_name: 'Harbor Lights',
      file_count: 5,
      match: { issues: 3 },
      location: null,
    })
    expect(groups[0]!.evidence).toContain('2 files are copies of issues that other files hold')
    expect((await progress()).results).toHaveLength(1)
  })

  test('are not merged when one is in the library or does not exist', async () => {
    const [into, other] = [group('Harbor Lights'), group('Harbour Lights')]
    expect(await refused(404, merge(into.group_id, 'none'))).toContain('Proposal not found')
    expect(await refused(400, merge(into.group_id, into.group_id))).toContain('into itself')
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard' })
    await done(change(other.group_id, { comic_id: 'orchard' }))
    expect(await refused(409, merge(into.group_id, other.group_id))).toContain('Merge the other one into it')
    expect(await done(merge(other.group_id, into.group_id))).toMatchObject([{ existing_comic_id: 'orchard' }])
  })
})
