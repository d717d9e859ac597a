import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import type { FileInspection } from '../../library/recognition/inspection'
import { findIssue, findSeries } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { identify } from './identify'
import type { Placement } from './store'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', ['1', '2', '3', '4', { number: '1', kind: 'annual' }])
  makeSeries(db, { comic_id: 'old', year: 1987 })
  makeIssues(db, 'old', [{ number: '3', release_date: '1987-05-01' }])
  makeSeries(db, { comic_id: 'copper', name: 'Copper Orchard', year: 2020 })
  makeIssues(db, 'copper', ['1', '2'])
  makeSeries(db, { comic_id: 'coin', name: 'Copper', year: 1994 })
  makeIssues(db, 'coin', ['1'])
  makeSeries(db, { comic_id: 'kumo', name: 'Kumo Garden', content_type: 'manga', year: 2021 })
  const chapter = (number: string) => ({ number, unit: 'chapter' as const, volume_number: '2' })
  makeIssues(db, 'kumo', [chapter('11'), chapter('12'), { number: '2', unit: 'volume', issue_id: 'kumo-v2' }])
  makeIssues(db, 'kumo', [{ number: '21', unit: 'chapter', volume_number: '3' }])
  makeSeries(db, { comic_id: 'paper', name: 'Paper Wolves', aliases: ['Wolves of Paper', 'Les Loups'], year: 2003 })
  makeIssues(db, 'paper', ['1', '2'])
  makeSeries(db, { comic_id: 'divers', name: 'Glass Divers', year: 2018 })
  makeIssues(db, 'divers', ['1'])
})
afterEach(() => db.close())

interface Asked {
  comic_id?: string
  issues?: string[]
  title?: string
  certain?: boolean
  info?: Record<string, unknown>
}

/** The issues of each file, or why none was identified. */
async function issuesOf(
  names: string[],
  { comic_id = 'harbor', issues = [], title = '', certain = false, info }: Asked = {},
) {
  const rows = names.map((name, position) => {
    const where = { source_path: `/done/${name}`, inner: '', size: 1, modified_ms: 1 }
    return { ...where, placement_id: String(position), position } as Placement
  })
  const inspection = { format: 'cbz', mislabelled: false, pages: 24, coverPage: 0, info } as unknown as FileInspection
  const expected = {
    series: findSeries(db.read, comic_id),
    issues: issues.map((id) => findIssue(db.read, id)!),
    title,
    grabbed: true,
    certain,
  }
  const seen = rows.map((row) => ({ row, inspection }))
  const library = { db: db.read, today: '2026-11-21', limits: {}, usual: 'comic' } as const
  const found = await identify(seen, names.length, expected, library)
  return [...found.values()].map((identity) => ('problem' in identity ? identity.problem : identity.issue_ids.join()))
}

const NOT_THREE = 'The file does not match Harbor Lights #3.'
const THREE = { issues: ['harbor-3'] }
const FOLDER = { comic_id: '', title: 'Harbor Lights 003 (2015)' }
const CASES: [name: string, files: string[], expected: Asked, are: string[]][] = [
  ['a meaningless name is the grabbed issue', ['0a1b2c.cbz'], THREE, ['harbor-3']],
  ['a name of words only is the grabbed issue', ['hl.final.cbz'], THREE, ['harbor-3']],
  ['the right name', ['Harbor Lights 003 (2015).cbz'], THREE, ['harbor-3']],
  ['another number of the series', ['Harbor Lights 004 (2015).cbz'], THREE, [`${NOT_THREE} Its name: wrong number: 4 (wanted: 3). It can be imported as Harbor Lights (2015) #4 instead.`]],
  ['another number, but confirmed by the user', ['Harbor Lights 004 (2015).cbz'], { ...THREE, certain: true }, ['harbor-3']],
  ['a number that the series lacks', ['Harbor Lights 044 (2015).cbz'], THREE, [`${NOT_THREE} Its name: wrong number: 44 (wanted: 3).`]],
  ['a double issue', ['Harbor Lights 003-004 (2015).cbz'], THREE, ['harbor-3,harbor-4']],
  ['an annual', ['Harbor Lights Annual 001 (2016).cbz'], { issues: ['harbor-a1'] }, ['harbor-a1']],
  ['an annual when the issue with its number was expected', ['Harbor Lights Annual 001 (2016).cbz'], { issues: ['harbor-1'] }, ['The file does not match Harbor Lights #1. Its name: annual; a regular issue is wanted. It can be imported as Harbor Lights (2015) Annual #1 instead.']],
  ['a pack of numbers', ['001.cbz', '002.cbz', 'HL 003.cbz'], { issues: ['harbor-1', 'harbor-2', 'harbor-3'] }, ['harbor-1', 'harbor-2', 'harbor-3']],
  ['one file of an expected pack', ['Harbor Lights 002.cbz'], { issues: ['harbor-1', 'harbor-2', 'harbor-3'] }, ['harbor-2']],
  ['another series in a pack', ['Harbor Lights 001.cbz', 'Copper Orchard 002 (2020).cbz'], { issues: ['harbor-1', 'harbor-2'] }, ['harbor-1', 'copper-2']],
  ['an annual that the series lacks', ['Harbor Lights Annual 004 (2015).cbz'], FOLDER, ['Harbor Lights has no annual 4.']],
  ['another series alone, when only the series was expected', ['Copper Orchard 002 (2020).cbz'], {}, ['The file is of Copper Orchard; Harbor Lights was wanted. It can be imported as Copper Orchard (2020) #2 instead.']],
  ['an unknown file in a pack', ['Harbor Lights 001.cbz', 'Quiet Signal 002.cbz'], { issues: ['harbor-1', 'harbor-2'] }, ['harbor-1', 'No series in the library matches Quiet Signal.']],
  ['a volume with the chapter in it', ['Kumo Garden v02 (2022).cbz'], { comic_id: 'kumo', issues: ['kumo-11'] }, ['kumo-11,kumo-v2']],
  ['a volume with both chapters in it', ['Kumo Garden v02 (2022).cbz'], { comic_id: 'kumo', issues: ['kumo-11', 'kumo-12'] }, ['kumo-11,kumo-12,kumo-v2']],
  ['the older run, by its year, without an expected issue', ['Harbor Lights 003 (1987).cbz', 'x.cbz'], { comic_id: '' }, ['old-3', 'No series in the library matches x.']],
  ['a meaningless name in a folder with a name', ['x.cbz'], FOLDER, ['harbor-3']],
  ['a name that contradicts its folder', ['Harbor Lights 002.cbz'], FOLDER, ['harbor-2']],
  ['a name of no series that contradicts its folder', ['Quiet Signal 002.cbz'], FOLDER, ['No series in the library matches Quiet Signal.']],
  ['one letter and a number in a pack', ['q 001.cbz', 'q 002.cbz'], { issues: ['harbor-1', 'harbor-2'] }, ['harbor-1', 'harbor-2']],
  ['the beginning of the name in a pack', ['Harbor 001.cbz', 'Harbor 002.cbz'], { issues: ['harbor-1', 'harbor-2'] }, ['harbor-1', 'harbor-2']],
  ['other letters in a pack', ['qz 001.cbz', 'qz 002.cbz'], { issues: ['harbor-1', 'harbor-2'] }, ['No series in the library matches qz.', 'No series in the library matches qz.']],
  ['a double issue without an expected one', ['Harbor Lights 001-002 (2015).cbz'], THREE, [`${NOT_THREE} Its name: the pack does not contain 3. It can be imported as Harbor Lights (2015) #1 and Harbor Lights (2015) #2 instead.`]],
  ['a meaningless name in a folder with another number than expected', ['x.cbz'], { ...THREE, title: 'Harbor Lights 003-004 (2015)' }, ['harbor-3']],
  ['the name of the series alone', ['Harbor Lights (2015).cbz'], THREE, ['harbor-3']],
  ['a number of another series', ['Quiet Signal 044.cbz'], THREE, [`${NOT_THREE} Its name: wrong series: Quiet Signal; wrong number: 44 (wanted: 3).`]],
  ['several numbers of another series', ['Quiet Signal 003-004.cbz'], THREE, [`${NOT_THREE} Its name: wrong series: Quiet Signal.`]],
  ['a number when only the series was expected', ['Harbor Lights 002.cbz'], {}, ['harbor-2']],
  ['a meaningless name when only the series was expected', ['x.cbz'], {}, ['The file name has no issue number of Harbor Lights.']],
  ['a meaningless name when the series has a single issue', ['x.cbz'], { comic_id: 'divers' }, ['divers-1']],
  ['two of them when the series has a single issue', ['x.cbz', 'y.cbz'], { comic_id: 'divers' }, ['The file name has no issue number of Glass Divers.', 'The file name has no issue number of Glass Divers.']],
  ['another number than that of the single issue of the series', ['Glass Divers 007.cbz'], { comic_id: 'divers' }, ['Glass Divers has no issue 7.']],
  ['a volume with one of the expected chapters', ['Kumo Garden v03 (2023).cbz'], { comic_id: 'kumo', issues: ['kumo-11', 'kumo-21'] }, ['kumo-21']],
  ['a separate volume with one of the expected chapters', ['Kumo Garden v02 (2022).cbz'], { comic_id: 'kumo', issues: ['kumo-11', 'kumo-21'] }, ['kumo-11,kumo-v2']],
  ['a chapter with the number of the volume of the expected one', ['Kumo Garden c002.cbz'], { comic_id: 'kumo', issues: ['kumo-11'] }, ['The file does not match Kumo Garden ch. 11. Its name: wrong number: 2 (wanted: 11).']],
  ['another name of the series', ['Les Loups 001.cbz', 'Wolves of Paper 002.cbz'], { comic_id: 'paper', issues: ['paper-1', 'paper-2'] }, ['paper-1', 'paper-2']],
  ['another name of the series with another number', ['Les Loups 002.cbz'], { comic_id: 'paper', issues: ['paper-1'] }, ['The file does not match Paper Wolves #1. Its name: wrong number: 2 (wanted: 1). It can be imported as Paper Wolves (2003) #2 instead.']],
  ['the beginning of the name, which is another series', ['Copper 001.cbz', 'Copper Orchard 002.cbz'], { comic_id: 'copper' }, ['coin-1', 'copper-2']],
  ['two meaningless names in a folder with a name', ['x.cbz', 'y.cbz'], FOLDER, ['No series in the library matches x.', 'No series in the library matches y.']],
] // biome-ignore format: a table

test.each(CASES)('%s', async (_, files, expected, are) => {
  expect(await issuesOf(files, expected)).toEqual(are)
})

test('metadata outranks the name', async () => {
  const info = { series: 'Harbor Lights', number: '4', year: 2015, providerIds: {} }
  const said = `${NOT_THREE} Its ComicInfo: wrong number: 4 (wanted: 3).`
  expect(await issuesOf(['scan.cbz'], { ...THREE, info })).toEqual([
    `${said} It can be imported as Harbor Lights (2015) #4 instead.`,
  ])
})

test('metadata without a number is not completed by the name of its folder', async () => {
  const info = { series: 'Harbor Lights', year: 2015, providerIds: {} }
  expect(await issuesOf(['scan.cbz'], { ...FOLDER, info })).toEqual(['Harbor Lights has no issue without a number.'])
})

test('an issue without a number matches the file that was grabbed for it, under any number', async () => {
  makeSeries(db, { comic_id: 'ferry', name: 'The Last Ferry', year: 2019 })
  makeIssues(db, 'ferry', [{ number: '', issue_id: 'ferry-book' }, '1'])
  const expected = { comic_id: 'ferry', issues: ['ferry-book'] }
  expect(await issuesOf(['The Last Ferry 001 (2019).cbz'], expected)).toEqual(['ferry-book'])
})

test('with many files requests get through in between', async () => {
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  count()
  await issuesOf(Array.from({ length: 80 }, (_, at) => `Harbor Lights ${at}.cbz`))
  over = true
  // The file is read, compared with the library and decided about, a few files at a time.
  expect(turns).toBeGreaterThan(35)
})

describe('the year of a file, without an expected issue,', () => {
  const OTHER_YEAR = (year: number) => `The file does not match Solo Signal #1. Its name: wrong year: ${year}`

  test.each([
    ['that run began in the same year', { year: 2019 }, '2022-03-01', 2019, true],
    ['the issue is of the same year', { year: 2019 }, '2022-03-01', 2022, true],
    ['the issue is of the year before', { year: 2019 }, '2022-03-01', 2021, true],
    ['the issue is of the year after', { year: 2019 }, '2022-03-01', 2023, true],
    ['the issue is of two years before', { year: 2019 }, '2022-03-01', 2020, false],
    ['the issue is of two years after', { year: 2019 }, '2022-03-01', 2024, false],
    ['the year of the issue is unknown, and it is later than the run', { year: 2019 }, null, 2024, true],
    ['the year of the issue is unknown, and it is a year before the run', { year: 2019 }, null, 2018, true],
    ['the year of the issue is unknown, and it is two years before the run', { year: 2019 }, null, 2017, false],
    ['no year is known', { year: null }, null, 2017, true],
    ['only the year of the issue is known, and it is another', { year: null }, '2022-03-01', 2017, false],
  ] as const)('if %s', async (_, { year }, release_date, namedYear, isTaken) => {
    makeSeries(db, { comic_id: 'solo', name: 'Solo Signal', year })
    makeIssues(db, 'solo', [{ number: '1', release_date }])
    const [first] = await issuesOf([`Solo Signal 001 (${namedYear}).cbz`, 'Harbor Lights 001.cbz'], {
      comic_id: '',
    })
    const missed = [OTHER_YEAR(namedYear), 'No series in the library matches Solo Signal.']
    if (isTaken) expect(first).toBe('solo-1')
    else expect(missed.some((sentence) => first?.startsWith(sentence))).toBe(true)
  })

  test.each([
    ['2022', true],
    ['2020', false],
  ] as const)(
    'is compared with the year that the library has for an issue, without a day: %s',
    async (namedYear, isTaken) => {
      makeSeries(db, { comic_id: 'solo', name: 'Solo Signal', year: null })
      makeIssues(db, 'solo', [{ number: '1', issue_date: '2022' }])
      const [first] = await issuesOf([`Solo Signal 001 (${namedYear}).cbz`, 'Harbor Lights 001.cbz'], {
        comic_id: '',
      })
      expect(first === 'solo-1').toBe(isTaken)
    },
  )

  test('is read from its name, if the metadata names no series', async () => {
    makeSeries(db, { comic_id: 'solo', name: 'Solo Signal', year: 2019 })
    makeIssues(db, 'solo', [{ number: '1', release_date: '2022-03-01' }])
    const expected = { comic_id: '', info: { year: 2015, month: 6, providerIds: {} } }
    expect((await issuesOf(['Solo Signal 001 (2022).cbz', 'y.cbz'], expected))[0]).toBe('solo-1')
  })

  test.each<[string, object, string]>([
    ['by its date', { year: 2015, month: 6 }, 'scan 001.cbz'],
    ['by its date before the year in its name', { year: 2015, month: 6 }, 'scan 001 (2015).cbz'],
    ['by its year alone', { year: 2015 }, 'scan 001.cbz'],
  ])('is read from its metadata, %s', async (_, more, name) => {
    makeSeries(db, { comic_id: 'solo', name: 'Solo Signal', year: 2019 })
    makeIssues(db, 'solo', [{ number: '1', release_date: '2022-03-01' }])
    const info = { series: 'Solo Signal', number: '1', providerIds: {} }
    const comic_id = ''
    const first = async (about: object) =>
      (await issuesOf([name, 'y.cbz'], { comic_id, info: { ...info, ...about } }))[0]
    expect(await first({ year: 2022, month: 3 })).toBe('solo-1')
    expect(await first(more)).not.toBe('solo-1')
  })
})
