import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fileRow, issueRow, moveRows, seriesRow } from '../../../testing/migration/source-library'

/** Libraries that are moved in one after the other. */

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const rows = <T>(query: string) => db.read.all<T>(sql.raw(query))
const seriesNow = () =>
  rows<{ name: string; numbers: string }>(`select name, (select group_concat(number, ' ') from
    (select number from issues i where i.comic_id = s.comic_id order by sort_key)) as numbers
    from series s order by name, numbers`).map(({ name, numbers }) => `${name}: ${numbers}`)

/** Issues 1 to `count` of a series, with ids `<series>-<n>` and a file each. */
function books(series: string, numbers: string[], folder = `/data/${series}`) {
  return {
    issues: numbers.map((n) => issueRow(`${series}-${n}`, series, n, { label: `Robin ${n}` })),
    files: numbers.map((n) => fileRow(`f-${series}-${n}`, [`${series}-${n}`], { path: `${folder}/${n}.cbz` })),
  }
}
const source = (...of: { series: ReturnType<typeof seriesRow>; numbers: string[]; folder?: string }[]) => {
  const all = of.map(({ series, numbers, folder }) => books(series.id, numbers, folder))
  return {
    series: of.map(({ series }) => series),
    issues: all.flatMap(({ issues }) => issues),
    files: all.flatMap(({ files }) => files),
  }
}
const robin = (id: string, more: Parameters<typeof seriesRow>[1] = {}) =>
  seriesRow(id, { name: 'Robin', year: null, folder: null, facts: { name: 'Robin' }, ...more })
const again = (at: string) => ({ run_id: at, created_at: at })

describe('series of one source that have one name and no year', () => {
  test.each([
    ['no id', {}],
    ['one id at a service', { anilist: '7' }],
  ])('stay two with %s, also when they are moved again', (_name, ids) => {
    const two = source({ series: robin('a', { ids }), numbers: ['1', '2', '3'] }, { series: robin('b', { ids }), numbers: ['1', '2', '3'] }) // biome-ignore format: one line
    expect(moveRows(db, two).of).toMatchObject({ series: [2, 0, 0], issues: [6, 0, 0] })
    const before = rows('select comic_id, issue_id from issues order by 2')
    const ids2 = rows(`select source_id, own_id from moving_ids where run_id = 'run' order by kind, source_id`)
    expect(moveRows(db, two, again('2027')).of).toMatchObject({ series: [0, 2, 0], issues: [0, 6, 0] })
    expect(rows('select comic_id, issue_id from issues order by 2')).toEqual(before)
    expect(rows(`select source_id, own_id from moving_ids where run_id = '2027' order by kind, source_id`)).toEqual(ids2) // biome-ignore format: one line
  })

  test('stay two even when their issues have one id at a service', () => {
    const two = source({ series: robin('a'), numbers: ['1'] }, { series: robin('b'), numbers: ['1'] })
    for (const issue of two.issues) issue.ids = { comicvine: '71' }
    expect(moveRows(db, two).of.issues).toEqual([2, 0, 0])
    expect(seriesNow()).toEqual(['Robin: 1', 'Robin: 1'])
  })
})

describe('a second program', () => {
  const BOOKS = ['1', '2', '3']
  test.each<[string, object, object, boolean]>([
    ['the same files', { name: 'Robin', folder: '/data/a' }, { name: 'Volume 01 (1993)', year: 1993, folder: '/data/a' }, true],
    ['one name and year', { year: 1993 }, { year: 1993 }, true],
    ['one name, when one of them has no year', {}, { year: 1993 }, true],
    ['one name and other years', { year: 1991 }, { year: 1993 }, false],
  ])('with %s finds the series in both orders', (_name, first, second, isSame) => {
    const of = [
      source({ series: robin('a', first), numbers: BOOKS, ...('folder' in first ? { folder: '/data/a' } : {}) }),
      source({ series: robin('9', second), numbers: BOOKS, folder: 'folder' in second ? '/data/a' : '/other' }),
    ]
    for (const order of [of, of.toReversed()]) {
      db.close()
      db = testDatabase()
      for (const [at, each] of order.entries())
        moveRows(db, each, { ...again(String(2026 + at)), source: at === 0 ? 'komga' : 'kavita' })
      expect(rows('select 1 from series')).toHaveLength(isSame ? 1 : 2)
      expect(rows('select 1 from issues')).toHaveLength(isSame ? 3 : 6)
    }
  }) // biome-ignore format: a table

  test('with the name but without common numbers, or with two series of the name, creates its own', () => {
    moveRows(db, source({ series: robin('a'), numbers: BOOKS }))
    moveRows(db, source({ series: robin('x', { year: 1993 }), numbers: ['41', '42'] }), { ...again('2027'), source: 'kavita' }) // biome-ignore format: one line
    expect(seriesNow()).toEqual(['Robin: 1 2 3', 'Robin: 41 42'])
    const two = source({ series: robin('y', { year: 1991 }), numbers: BOOKS, folder: '/y' }, { series: robin('z', { year: 2021 }), numbers: BOOKS, folder: '/z' }) // biome-ignore format: one line
    moveRows(db, two, { ...again('2028'), source: 'kapowarr' })
    expect(rows('select 1 from series')).toHaveLength(4)
  })

  test.each([
    ['in another library folder is another one', ['/comics'], 2],
    ['in a folder that does not exist on this machine is the same', [], 1],
  ])('with the name alone, and %s', (_name, roots, count) => {
    moveRows(db, source({ series: robin('a', { folder: '/comics/Robin' }), numbers: BOOKS }), {}, roots)
    const other = source({ series: robin('9', { year: 1993, folder: '/comics/Robin (1993)' }), numbers: BOOKS, folder: '/other' }) // biome-ignore format: one line
    moveRows(db, other, { ...again('2027'), source: 'kavita' }, roots)
    expect(rows('select 1 from series')).toHaveLength(count)
  })

  test('adds its id, monitoring, folder, dates and states where they are missing', () => {
    moveRows(db, source({ series: robin('a'), numbers: BOOKS }))
    const other = source({
      series: robin('9', { year: 1993, folder: '/comics/Robin', ids: { comicvine: '901' }, monitored: false, facts: { name: 'Robin', year: 1993, publisher: 'Kestrel' } }),
      numbers: BOOKS,
    }) // biome-ignore format: one line
    for (const [at, issue] of other.issues.entries())
      Object.assign(issue, { ids: { comicvine: `7${at}` }, intent: at === 0 ? 'wanted' : 'skipped', facts: { release_date: `1993-0${at + 1}-01` } }) // biome-ignore format: one line
    const { omitted } = moveRows(db, { ...other, describedByService: true }, { ...again('2027'), source: 'kapowarr' })
    expect(rows('select source, status, location, year, publisher, listed from series')).toEqual([
      { source: 'comicvine', status: 'paused', location: '/comics/Robin', year: 1993, publisher: 'Kestrel', listed: 1 },
    ])
    // Lists and counts include the issue.
    expect(rows('select wanted from series')).toEqual([{ wanted: 0 }])
    expect(rows(`select count(*) as n from moving_files where run_id = '2027'`)).toEqual([{ n: 3 }])
    expect(rows('select number, intent, release_date from issues order by number')).toEqual([
      { number: '1', intent: 'wanted', release_date: '1993-01-01' },
      { number: '2', intent: 'skipped', release_date: '1993-02-01' },
      { number: '3', intent: 'skipped', release_date: '1993-03-01' },
    ])
    expect(omitted).toContain('9: The library already has this series. Taken: monitoring, folder, year, publisher, ComicVine id.') // biome-ignore format: one line
    expect(omitted).toContain('9-1: The library already has this issue. Taken: status, id, release date.')
  })
})

describe('a series that a service has once', () => {
  test('and the source twice keeps the files of both folders, and the monitored one counts', () => {
    const of = { ids: { comicvine: '901' }, year: 1993 }
    const two = source(
      { series: robin('a', { ...of, folder: '/data/a', monitored: false }), numbers: ['1', '2'], folder: '/data/a' },
      { series: robin('b', { ...of, folder: '/data/b', monitored: true, want_new: true }), numbers: ['1'], folder: '/data/b' },
    ) // biome-ignore format: one line
    two.issues.push(issueRow('b-2', 'b', '2', { intent: 'wanted', label: 'Robin 2' }))
    const { of: counts } = moveRows(db, { ...two, describedByService: true })
    expect(counts.series).toEqual([1, 1, 0])
    expect(rows('select comic_id, status, want_new, location from series')).toEqual([
      { comic_id: '901', status: 'active', want_new: 1, location: '/data/b' },
    ])
    expect(rows('select paths from moving_folders')).toEqual([{ paths: '["/data/b","/data/a"]' }])
    expect(rows('select path from moving_files order by path')).toHaveLength(3)
    expect(rows('select number, intent, fulfillment from issues order by number')).toEqual([
      { number: '1', intent: 'policy', fulfillment: 'unknown' },
      { number: '2', intent: 'wanted', fulfillment: 'unknown' },
    ])
  })
})

describe('the folder of a series', () => {
  test.each([
    ['is updated once the folders are known', [{ from: 'D:\\Comics', to: '/comics' }], '/comics/Robin'],
    ['stays while they are unknown', [], 'D:\\Comics\\Robin'],
  ])('that was moved before %s', (_name, path_mappings, location) => {
    const of = source({ series: robin('a', { folder: 'D:\\Comics\\Robin' }), numbers: ['1'] })
    moveRows(db, of)
    const { omitted } = moveRows(db, of, { ...again('2027'), path_mappings })
    expect(rows('select location from series')).toEqual([{ location }])
    expect(omitted.filter((line) => line.includes('Taken: folder'))).toHaveLength(path_mappings.length)
  })

  test('that the user chose in Panelkeep stays', () => {
    const of = source({ series: robin('a', { folder: '/data/Robin' }), numbers: ['1'] })
    moveRows(db, of)
    db.write((tx) => tx.run(sql`update series set location = '/mine/Robin'`))
    moveRows(db, of, again('2027'))
    expect(rows('select location from series')).toEqual([{ location: '/mine/Robin' }])
  })
})
