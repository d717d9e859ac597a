import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { operations } from '../../base/work/tables'
import { files as libraryFiles } from '../../library/series/tables'
import { testDatabase } from '../../testing/database'
import { proposedRows } from '../../testing/imports/proposed-rows'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ProposeDetail } from './proposals/propose'
import { addProposal } from './proposals/store'
import { PROPOSE, SCAN } from './states'
import { currentScan, type GroupRow } from './store'
import { importFiles, importScans } from './tables'
import { progressView, resultOf, resultsWith, reviewView } from './wire'

/** How a scan and its proposals are shown. */

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let rows: ReturnType<typeof proposedRows>
beforeEach(() => {
  db = testDatabase()
  rows = proposedRows(db)
  rows.scan()
})
afterEach(() => db.close())

function propose(comic_id: string, provider_id: string, more: object = {}): string {
  const none = { publisher: null, issue_count: null, image_url: null, url: null, issues: null, cover: null, parts: [] }
  const about = { provider: 'comicvine', provider_id, series_id: provider_id, name: `Series ${provider_id}`, year: null } as const
  const record = { provider: 'comicvine', provider_id, facts: {}, ids: {} } as const
  return db.write((tx) => addProposal(tx, comic_id, { ...none, ...about, record, confidence: 50, said: false, ...more }, { id: () => `p${provider_id}` }))
} // biome-ignore format: one glance
const shown = (groupId: string) => resultOf(db.read, rows.row(groupId))
const progress = () => progressView(db.read, currentScan(db.read, 'comic'))

describe('a proposal', () => {
  test('is shown with its files, copies and corrections', () => {
    const a = rows.group('Harbor Lights', [
      1,
      { path: '/c/2.cbz', number: '2', number_end: '3', duplicate_of: '1.cbz' },
    ])
    expect(shown(a)).toMatchObject({ duplicates: 1, corrected: false, proposals: [], proposal_id: null, file_total: 2 })
    expect(shown(a).files.map(({ path, number_end }) => [path, number_end])).toEqual([
      ['Harbor Lights/1.cbz', null],
      ['2.cbz', '3'],
    ])
    expect(shown(a)).not.toHaveProperty('error')
  })

  test.each<[string, Partial<GroupRow>, boolean]>([
    ['itself', { said: true }, true],
    ['its provider', { proposal_said: true }, true],
    ['nothing', {}, false],
  ])('for which the user chose %s counts as corrected or not', (_, more, corrected) => {
    expect(shown(rows.group('Harbor Lights', [1], more)).corrected).toBe(corrected)
  })

  test('with a file that the user corrected counts as corrected', () => {
    expect(shown(rows.group('Harbor Lights', [{ path: '/c/1.cbz', said: true }])).corrected).toBe(true)
  })

  test('says in one sentence why it was not imported', () => {
    expect(shown(rows.group('Harbor Lights', [1], { errors: ['A.', 'B.'] })).error).toBe('A. B.')
  })

  test('has the lower of two confidences, unless the user chose', () => {
    const choice = { proposal_said: true, proposal_id: 'p7' }
    const [a, b, c] = [
      rows.group('A', [1], { confidence: 70 }),
      rows.group('B', [1], { confidence: 99 }),
      rows.group('C', [1], { confidence: 70, ...choice }),
    ]
    for (const comic of ['local-A', 'local-B', 'local-C']) propose(comic, comic === 'local-C' ? '7' : comic, { confidence: 96 })
    expect([a, b, c].map((id) => shown(id).match?.confidence)).toEqual([70, 96, 70])
    expect(shown(c).match).toMatchObject({ name: 'Series 7', source: 'comicvine', comicid: '7' })
  }) // biome-ignore format: one glance

  test('for a series of the library has none of a provider', () => {
    const a = rows.libraryGroup('Tide', [1])
    propose('Tide', '7', { confidence: 99 })
    expect(shown(a)).toMatchObject({ proposals: [], proposal_id: null, already_in_library: true, match: { source: 'local' } })
  }) // biome-ignore format: one glance

  test('is listed with a few of its candidates, and with the chosen one at any position', () => {
    const a = rows.group('Harbor Lights', [1], { proposal_said: true, proposal_id: 'p20' })
    for (let n = 1; n <= 20; n++) propose('local-Harbor Lights', `${n}`)
    const ids = shown(a).proposals.map(({ provider_id }) => provider_id)
    expect([ids[0], ids.at(-1), ids.length < 20]).toEqual(['1', '20', true])
  })
})

describe('the state of a scan', () => {
  const change = (more: object) => db.write((tx) => tx.update(importScans).set(more).run())

  test('is empty before the first one', async () => {
    const { status, results } = await progressView(db.read, undefined)
    expect([status, results]).toEqual([null, null])
  })

  test('lists importable proposals, with more files if there are few series', async () => {
    const [first] = [rows.group('A', Array.from({ length: 30 }, (_, n) => n + 1)), rows.group('B', [1], { imported_at: AT })]
    const { results, progress: counts } = await progress()
    expect(results!.map(({ group_id, file_total }) => [group_id, file_total])).toEqual([[first, 30]])
    expect(results![0]!.files.length).toBeGreaterThan(5)
    expect(counts).toMatchObject({ series_matched: 2, series_imported: 1, series_reconciled: 0 })
  }) // biome-ignore format: one glance

  test('names moved and missing files, if the scan counted some', async () => {
    makeSeries(db)
    makeIssues(db, 'harbor', ['1'])
    makeFile(db, { path: '/c/gone.cbz', issues: ['harbor-1'] })
    db.write((tx) => tx.update(libraryFiles).set({ gone_at: '2026-11-22' }).run())
    rows.group('A', [{ path: '/c/1.cbz', moved_from: '/c/0.cbz' }])
    const few = await progress()
    expect([few.moved, few.missing]).toEqual([[], []])
    change({ moved_files: 1, missing_files: 1 })
    const { moved, missing } = await progress()
    expect([moved, missing]).toEqual([[{ path: '/c/1.cbz', was: '/c/0.cbz' }], ['/c/gone.cbz']])
  })

  test('says when the scan ended', async () => {
    change({ finished_at: null })
    expect(await progress()).toMatchObject({ scanned_at: null })
    change({ finished_at: AT })
    expect(await progress()).toMatchObject({ scanned_at: AT })
  })

  test('names unreadable places', async () => {
    rows.group('A', [{ path: '/c/a/1.cbz', problem: 'It is cut off.' }, 2])
    const { problems, problem_total } = await progress()
    expect([problems, problem_total]).toEqual([[{ path: 'a/1.cbz', problem: 'It is cut off.', full_path: '/c/a/1.cbz', remedy: null }], 1])
  }) // biome-ignore format: one glance

  test('shows no proposals while it is running, and tells whether it was resumed', async () => {
    rows.group('A', [1])
    change({ state: 'scanning' })
    const row = { operation_id: 'o', kind: SCAN, subject: 'comic', payload: {}, state: 'running', created_at: AT } as const
    db.write((tx) => tx.insert(operations).values({ ...row, attempt: 2 }).run())
    expect(await progress()).toMatchObject({ results: null, scan_id: null, proposing: null, last_step: null, resumed: true })
    db.write((tx) => tx.update(operations).set({ attempt: 1 }).run())
    expect(await progress()).toMatchObject({ resumed: false })
  }) // biome-ignore format: one glance

  test.each<[string, object, Partial<ProposeDetail> | null, object | null]>([
    ['is running', { state: 'running' }, { provider: 'ComicVine', asked: 1, total: 2, waiting_until: null, trouble: null }, { running: true, provider: 'ComicVine', asked: 1, total: 2, trouble: null }],
    ['has not begun', { state: 'queued' }, null, { running: true, provider: '', asked: 0, total: 0, waiting_until: null, trouble: null }],
    ['is done', { state: 'succeeded' }, { trouble: null }, null],
    ['ended with a failure', { state: 'succeeded' }, { trouble: 'The key was refused.' }, { running: false, trouble: 'The key was refused.' }],
    ['failed', { state: 'failed', error: 'A fault.' }, null, { running: false, trouble: 'A fault.' }],
    ['failed before the scan', { state: 'failed', error: 'A fault.', created_at: '2026-11-20' }, null, null],
  ])('says that the provider queries %s', async (_, more, detail, is) => {
    const row = { operation_id: 'o', kind: PROPOSE, subject: 'comic', payload: {}, created_at: AT, detail }
    db.write((tx) => tx.insert(operations).values({ ...row, ...more } as never).run())
    const { proposing } = await progress()
    if (is) expect(proposing).toMatchObject(is)
    else expect(proposing).toBeNull()
  }) // biome-ignore format: a table

  test('knows which files are in which proposal', async () => {
    rows.group('A', [1])
    rows.group('B', [1, 2])
    db.write((tx) => tx.update(importFiles).set({ duplicate_of: 'x' }).run())
    expect((await progress()).results!.map(({ duplicates }) => duplicates)).toEqual([1, 2])
  })
})

describe('a page that shows a part at a time', () => {
  test('gets of each proposal what the whole list says of it', async () => {
    rows.group('Harbor Lights', [1, { path: '/c/2.cbz', number: '2', duplicate_of: '1.cbz' }], {
      publisher: 'Northgate', year: 2015, location: '/comics/Harbor Lights',
    })
    rows.group('Copper Winter', [1], { confidence: 97, errors: ['It failed.', 'Twice.'] })
    const comic_id = rows.row(rows.group('Fern Road', [1], { said: true, confidence: 97 })).comic_id
    propose(comic_id, '7', { confidence: 96, name: 'The Fern Road', year: 2011, publisher: 'Lantern', issue_count: 40 })
    const { results, ...progressed } = await progress()
    const { outline, ...reviewed } = await reviewView(db.read, currentScan(db.read, 'comic'))
    expect(reviewed).toEqual(progressed)
    expect(outline!.map(({ name, series_name }) => name ?? series_name)).toContain('The Fern Road')
    const given = <T extends object>(value: T) => JSON.parse(JSON.stringify(value))
    expect(given(outline!)).toEqual(
      results!.map((one) => {
        const chosen = one.proposals.find(({ proposal_id }) => proposal_id === one.proposal_id)
        const { name, year, publisher, issues, confidence, image } = one.match!
        return given({
          group_id: one.group_id, comic_id: one.comic_id, series_name: one.series_name, issues, confidence,
          name: name === one.series_name ? undefined : name, year: year ?? undefined, publisher: publisher ?? undefined,
          location: one.location ?? undefined, first: one.files[0]?.path, file_total: one.file_total, new_files: one.new_files,
          size_bytes: one.size_bytes, content_type: one.content_type, existing_comic_id: one.existing_comic_id ?? undefined,
          proposal_id: chosen?.proposal_id, label: chosen?.label, image: image?.startsWith('/api/import/') ? undefined : image,
          in_library: chosen?.in_library ?? undefined, duplicates: one.duplicates || undefined, corrected: one.corrected || undefined,
          error: one.error,
        })
      }),
    )
  }) // biome-ignore format: one glance

  test('gets the rest of some proposals, in the order of the request', async () => {
    const [a, b] = [rows.group('Harbor Lights', [1]), rows.group('Copper Winter', [1, 2])]
    const { results } = await progress()
    const inOrder = [b, a].map((id) => results!.find(({ group_id }) => group_id === id))
    expect(resultsWith(db.read, [b, 'gone', a], undefined)).toEqual(inOrder as never)
  })

  test('gets the units of all files of a proposal, though only the first files are listed', () => {
    const file = (unit: 'chapter' | 'volume', at: number, copy = '') => {
      return { path: `/c/${unit} ${at}${copy}.cbz`, unit, number: `${at}`, sort_key: `${unit} ${at}` }
    }
    const files = [1, 2, 3, 4, 5, 6].map((at) => file('volume', at))
    const a = rows.group('Rookery', [...files, file('volume', 2, ' copy'), file('chapter', 31), file('chapter', 32)])
    const [group] = resultsWith(db.read, [a], undefined)
    expect([group?.files.length, group?.units]).toEqual([
      5,
      [
        { unit: 'volume', issues: 6 },
        { unit: 'chapter', issues: 2 },
      ],
    ])
    expect(shown(a).units).toEqual(group!.units)
  })

  test('gets no proposals while they are imported', async () => {
    rows.group('Harbor Lights', [1])
    expect((await reviewView(db.read, { ...currentScan(db.read, 'comic')!, state: 'importing' })).outline).toBeNull()
    expect(await reviewView(db.read, undefined)).toMatchObject({ status: null, outline: null })
  })
})
