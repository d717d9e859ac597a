import { beforeEach, describe, expect, test } from 'bun:test'
import { systemRandom } from '../../../base/platform/random'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeSeries as localSeries, makeFile, makeIssues } from '../../../testing/make'
import { findIssue, findSeries, issuesOf } from '../../series/store'
import type { IssueFacts, IssueRecord, SeriesFacts, SeriesRecord } from '../providers/provider'
import {
  dropSource,
  issueSourcesOf,
  markSeriesSource,
  putIssueSource,
  putSeriesSource,
  seriesSourceOf,
  seriesSourcesOf,
} from '../store'
import { changeFileIssueFacts } from './facts-from-files'
import { fileIssueFacts, type IssueSaving, linkIssueFacts, mergeAllIssueSources, saveIssueRecords } from './save-issues'
import {
  changeMark,
  fileSeriesFacts,
  knownIds,
  makeSeries,
  markIssuesSaved,
  mergeSeriesSources,
  saveSeriesRecord,
} from './save-series'

const AT = '2026-11-21T08:00:00.000Z'
const LATER = '2026-11-22T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const series = (facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}): SeriesRecord => ({
  provider: 'comicvine',
  provider_id: '18705',
  facts: { name: 'Harbor Lights', year: 2012, publisher: 'Northgate', content_type: 'comic', ...facts },
  ids: {},
  ...more,
})
const make = (record = series()) => db.write((tx) => makeSeries(tx, { record, at: AT }))
const keep = (comic_id: string, record: SeriesRecord) =>
  db.write((tx) => saveSeriesRecord(tx, { comic_id, record, at: LATER }))
const issue = (provider_id: string, number: string, facts: IssueFacts = {}): IssueRecord => ({
  provider_id,
  facts: { number, ...facts },
  detailed: false,
})
const list = (comic_id: string, records: IssueRecord[], more: Partial<IssueSaving> = {}) =>
  db.write((tx) =>
    saveIssueRecords(tx, {
      comic_id,
      provider: 'comicvine' as ProviderName,
      records,
      complete: true,
      at: LATER,
      random: systemRandom,
      intent: () => 'policy',
      ...more,
    }),
  )
const numbers = (comicId: string) => issuesOf(db.read, comicId).map(({ issue_id, number }) => `${number}:${issue_id}`)

describe('a series', () => {
  test.each([
    [undefined, 'comic', false],
    ['comic', 'comic', false],
    ['manga', 'manga', true],
  ] as const)('with the user’s choice %p is %s, against its provider: %p', (content_type, kind, chosen) => {
    const id = db.write((tx) => makeSeries(tx, { record: series(), at: AT, content_type }))
    expect(findSeries(db.read, id)).toMatchObject({ content_type: kind, content_type_chosen: chosen })
  })

  test('is created once, with ComicVine’s number as its id', () => {
    expect(make()).toBe('18705')
    expect(make()).toBe('18705')
    expect(findSeries(db.read, '18705')).toMatchObject({
      name: 'Harbor Lights',
      year: 2012,
      publisher: 'Northgate',
      status: 'loading',
      source: 'comicvine',
    })
  })

  test('of another provider that names its id is the same', () => {
    make()
    const metron = series({ imprint: 'Pier' }, { provider: 'metron', provider_id: '55', ids: { comicvine: '18705' } })
    expect(make(metron)).toBe('18705')
    expect(seriesSourcesOf(db.read, '18705').map(({ source }) => source)).toEqual(['comicvine', 'metron'])
    expect(findSeries(db.read, '18705')).toMatchObject({ imprint: 'Pier', source: 'comicvine' })
  })

  test('of another provider that names one of its ids is the same, whatever its own id', () => {
    make(series({}, { provider: 'anilist', provider_id: '7' }))
    const mangadex = (provider_id: string, ids: SeriesRecord['ids']) =>
      make(series({}, { provider: 'mangadex', provider_id, ids }))
    expect(mangadex('a', { comicvine: '99', anilist: '7' })).toBe('al-7')
    expect(mangadex('b', { mangadex: 'a' })).toBe('md-b')
    expect(mangadex('c', { anilist: '8' })).toBe('md-c')
  })

  test('that names the id of one which already has such a source stays separate', () => {
    make()
    make(series({}, { provider: 'metron', provider_id: '55', ids: { comicvine: '18705' } }))
    expect(make(series({}, { provider: 'metron', provider_id: '56', ids: { comicvine: '18705' } }))).toBe('metron-56')
  })

  test('from files keeps their data where the provider has none', () => {
    localSeries(db, { comic_id: 'local-1', name: 'harbor lights', description: 'From a file.', publisher: 'NG' })
    keep('local-1', series())
    expect(findSeries(db.read, 'local-1')).toMatchObject({
      name: 'Harbor Lights',
      description: 'From a file.',
      publisher: 'Northgate',
      source: 'comicvine',
    })
    expect(seriesSourceOf(db.read, 'local-1', 'file')?.facts).toMatchObject({ name: 'harbor lights', publisher: 'NG' })
  })

  test("keeps the user's edits, and shows the preferred source’s data", () => {
    make()
    db.write((tx) =>
      putSeriesSource(tx, { comic_id: '18705', source: 'user', facts: { name: 'My Harbor' }, said_at: AT }),
    )
    keep('18705', series({ name: 'Harbor Lights II', year: 2013 }))
    keep('18705', series({ year: 1999, language: 'en' }, { provider: 'metron', provider_id: '55' }))
    expect(findSeries(db.read, '18705')).toMatchObject({ name: 'My Harbor', year: 2013, language: 'en' })
  })

  test('with the same data again changes nothing', () => {
    make()
    const before = findSeries(db.read, '18705')
    keep('18705', series())
    expect(findSeries(db.read, '18705')).toEqual(before)
  })
})

describe('a new series', () => {
  const made = (facts: SeriesFacts, more: Partial<Parameters<typeof makeSeries>[1]> = {}) =>
    findSeries(
      db.read,
      db.write((tx) => makeSeries(tx, { record: { ...series(), facts }, at: AT, ...more })),
    )

  test.each<[SeriesFacts, Partial<Parameters<typeof makeSeries>[1]>, object]>([
    [{}, {}, { name: '18705', content_type: 'comic', reading_direction: 'ltr', book_type: 'Print' }],
    [{ content_type: 'manga' }, {}, { content_type: 'manga', reading_direction: 'rtl', content_type_chosen: false }],
    [{ content_type: 'manga', reading_direction: 'ltr' }, {}, { content_type: 'manga', reading_direction: 'ltr' }],
    [{ content_type: 'comic' }, { content_type: 'manga' }, { content_type: 'manga', reading_direction: 'rtl' }],
    [{}, {}, { want_new: false, allow_packs: false, location: null }],
    [
      {},
      { want_new: true, allow_packs: true, location: '/library/a' },
      { want_new: true, allow_packs: true, location: '/library/a' },
    ],
    [{}, { comic_id: 'local-7' }, { comic_id: 'local-7' }],
  ])('of %j with the choices %j is %j', (facts, choices, row) => expect(made(facts, choices)).toMatchObject(row))

  test('under the id of an existing one becomes that one', () => {
    localSeries(db, { comic_id: 'local-1', name: 'harbor lights', location: '/library/a' })
    expect(made({ name: 'Harbor Lights' }, { comic_id: 'local-1', location: '/library/b' })).toMatchObject({
      comic_id: 'local-1',
      name: 'Harbor Lights',
      location: '/library/a',
    })
    expect(findSeries(db.read, '18705')).toBeUndefined()
  })

  test('is the one that its provider is linked to, before the requested one', () => {
    make()
    localSeries(db, { comic_id: 'local-1' })
    expect(made({ name: 'Harbor Lights' }, { comic_id: 'local-1' })?.comic_id).toBe('18705')
  })
})

describe('the record of a series', () => {
  const source = () => seriesSourceOf(db.read, '18705', 'comicvine')!
  const record = series({}, { changed: 'a' })
  beforeEach(() => {
    make(record)
    db.write((tx) => markIssuesSaved(tx, '18705', record))
  })

  test.each([
    ['the same', {}, {}, AT, 'a'],
    ['the same with another mark', {}, { changed: 'b' }, AT, null],
    ['something else with the same mark', { year: 2013 }, {}, LATER, null],
    ['something else', { year: 2013 }, { changed: 'b' }, LATER, null],
    ['another id elsewhere', {}, { ids: { metron: '55' } }, LATER, null],
  ])('that says %s', (_says, facts, more, said_at, changed) => {
    keep('18705', series(facts, { changed: 'a', ...more }))
    expect(source()).toMatchObject({ said_at, changed, checked_at: LATER })
    expect(source().facts.year).toBe({ year: 2012, ...facts }.year)
  })

  test('changes nothing for a series that does not exist', () => {
    keep('nobody', record)
    expect(seriesSourcesOf(db.read, 'nobody')).toEqual([])
  })

  test('is different when its provider’s mark differs, or else its counts', () => {
    const marks = [
      series({}, { changed: 'a' }),
      series({ issue_count: 3 }, { changed: 'a' }),
      series({ issue_count: 3 }),
      series({ issue_count: 4 }),
      series({ issue_count: 3 }, { last_issue_id: '9' }),
      series({ issue_count: 3, last_chapter: '9' }),
      series({ issue_count: 3, last_volume: '9' }),
      series({ issue_count: 3, publisher: 'Pier' }),
    ].map(changeMark)
    expect(marks[0]).toBe('a')
    expect(marks.map((mark) => marks.indexOf(mark))).toEqual([0, 0, 2, 3, 4, 5, 6, 2])
  })

  test('without a name changes nothing the second time', () => {
    const nameless = { ...series(), provider_id: '7', facts: { publisher: 'Northgate' } }
    expect(make(nameless)).toBe('7')
    const before = findSeries(db.read, '7')
    expect(before?.name).toBe('7')
    keep('7', nameless)
    expect(findSeries(db.read, '7')).toEqual(before)
  })

  test('without a form belongs to a printed series again', () => {
    keep('18705', series({ book_type: 'TPB' }))
    expect(findSeries(db.read, '18705')!.book_type).toBe('TPB')
    keep('18705', series())
    expect(findSeries(db.read, '18705')!.book_type).toBe('Print')
  })
})

describe('the row of a series', () => {
  const settle = (comic_id: string) => db.write((tx) => mergeSeriesSources(tx, comic_id, LATER))
  const remove = (comic_id: string, provider: ProviderName, removed_at = AT) =>
    db.write((tx) => markSeriesSource(tx, comic_id, provider, { removed_at }))
  const row = (id = '18705') => {
    const { source, removed_upstream_at } = findSeries(db.read, id)!
    return [source, removed_upstream_at]
  }

  test('names the provider that it came from, or else a linked one', () => {
    make(series({}, { provider: 'metron', provider_id: '55', ids: { comicvine: '18705' } }))
    make()
    expect(seriesSourcesOf(db.read, '18705').map(({ source }) => source)).toEqual(['comicvine', 'metron'])
    expect(row()).toEqual(['metron', null])
    db.write((tx) => dropSource(tx, '18705', 'metron'))
    settle('18705')
    expect(row()).toEqual(['comicvine', null])
    db.write((tx) => dropSource(tx, '18705', 'comicvine'))
    settle('18705')
    expect(row()).toEqual(['local', null])
  })

  test('from files and the user only is local, and never removed', () => {
    localSeries(db, { comic_id: 'local-1' })
    for (const source of ['file', 'user'] as const)
      db.write((tx) => putSeriesSource(tx, { comic_id: 'local-1', source, facts: { year: 2012 }, said_at: AT }))
    settle('local-1')
    expect(row('local-1')).toEqual(['local', null])
  })

  test('is removed once all providers have removed it, with the time', () => {
    localSeries(db, { comic_id: '18705' })
    keep('18705', series())
    keep('18705', series({}, { provider: 'metron', provider_id: '55' }))
    remove('18705', 'comicvine')
    settle('18705')
    expect(row()).toEqual(['comicvine', null])
    remove('18705', 'metron')
    settle('18705')
    expect(row()).toEqual(['comicvine', LATER])
    db.write((tx) => mergeSeriesSources(tx, '18705', '2026-11-23T08:00:00.000Z'))
    expect(row()).toEqual(['comicvine', LATER])
    db.write((tx) => markSeriesSource(tx, '18705', 'metron', { removed_at: null }))
    settle('18705')
    expect(row()).toEqual(['comicvine', null])
  })

  test('is saved as the data of its files, its form only when it is not printed', () => {
    const word = (comic_id: string, book_type: string) => {
      localSeries(db, { comic_id, name: 'Harbor Lights', year: 2012, aliases: [], book_type })
      return fileSeriesFacts(findSeries(db.read, comic_id)!)
    }
    expect(word('local-1', 'Print')).toEqual({ name: 'Harbor Lights', year: 2012 })
    expect(word('18705', 'TPB')).toEqual({
      name: 'Harbor Lights',
      year: 2012,
      book_type: 'TPB',
      ids: { comicvine: '18705' },
    })
  })

  test('has the ids of all its sources', () => {
    localSeries(db, { comic_id: 'local-1' })
    expect(knownIds(db.read, 'local-1')).toEqual({})
    keep('local-1', series({}, { ids: { metron: '55' } }))
    expect(knownIds(db.read, 'local-1')).toEqual({ comicvine: '18705', metron: '55' })
  })
})

describe('issues', () => {
  test('get no number that another one keeps because it cannot move', () => {
    make()
    list('18705', [issue('301', '3')])
    makeIssues(db, '18705', ['4'])
    expect(list('18705', [issue('301', '4'), issue('305', '3')])).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(numbers('18705')).toEqual(['3:301', '4:18705-4'])
  })

  test('keep their number when the provider has none, and when another one was not queried', () => {
    make()
    const metron = (id: string, number: string) =>
      db.write((tx) => linkIssueFacts(tx, id, 'metron', issue(`m${id}`, number), LATER))
    list('18705', [issue('301', '1'), issue('302', '2')])
    metron('301', '7')
    metron('302', '8')
    const silent = { ...issue('301', ''), facts: { title: 'Low Tide' } }
    list('18705', [silent, issue('302', '2')], { order: ['metron', 'comicvine'] })
    expect(numbers('18705')).toEqual(['1:301', '2:302'])
    expect(findIssue(db.read, '301')!.title).toBe('Low Tide')
  })

  test('have data of files only when files came first', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', ['1', { number: '2', announced_by: 'idx.test' }])
    const said = (id: string) => issueSourcesOf(db.read, id).map(({ source }) => source)
    list('local-1', [issue('301', '1'), issue('302', '2'), issue('303', '3')])
    list('local-1', [issue('55', '1'), issue('56', '2'), issue('57', '3')], { provider: 'metron' })
    expect(said('local-1-1')).toEqual(['comicvine', 'file', 'metron'])
    expect(said('local-1-2')).toEqual(['comicvine', 'metron'])
    expect(said('303')).toEqual(['comicvine', 'metron'])
    expect(findIssue(db.read, 'local-1-2')!.announced_by).toBeNull()
  })

  test('save their rows as the data of their files', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', [{ number: '1', title: 'Low Tide', writer: 'Ada Quill, Cy Dune' }, '2'])
    const word = (id: string) => fileIssueFacts(findIssue(db.read, id)!)
    const credits = ['Ada Quill', 'Cy Dune'].map((name) => ({ name, roles: ['Writer'] }))
    const place = { kind: 'issue', unit: 'issue' } as const
    expect(word('local-1-1')).toEqual({ ...place, number: '1', title: 'Low Tide', credits })
    expect(word('local-1-2')).toEqual({ ...place, number: '2' })
  })

  test('show what is left after a source was removed, and those without a source stay', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', [
      { number: '1', title: 'low tide' },
      { number: '2', title: 'high tide' },
    ])
    list('local-1', [issue('301', '1', { title: 'Low Tide' })])
    expect(findIssue(db.read, 'local-1-1')!.title).toBe('Low Tide')
    db.write((tx) => {
      dropSource(tx, 'local-1', 'comicvine')
      mergeAllIssueSources(tx, 'local-1', LATER)
    })
    expect(issuesOf(db.read, 'local-1').map(({ title }) => title)).toEqual(['low tide', 'high tide'])
  })

  test('that are unchanged are not reported', () => {
    const said: string[] = []
    db = testDatabase(({ type }) => void said.push(type))
    make()
    list('18705', [issue('301', '1')])
    expect(said).toContain('series.changed')
    said.length = 0
    list('18705', [issue('301', '1')])
    expect(said).toEqual([])
  })

  test('become rows with the provider’s ids, once', () => {
    make()
    const records = [issue('301', '1', { title: 'Low Tide', release_date: '2012-05-02' }), issue('302', '2')]
    expect(list('18705', records)).toEqual({ added: 2, changed: 0, removed: 0 })
    expect(list('18705', records)).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(numbers('18705')).toEqual(['1:301', '2:302'])
    expect(findIssue(db.read, '301')).toMatchObject({ title: 'Low Tide', release_date: '2012-05-02' })
    expect(findSeries(db.read, '18705')).toMatchObject({ total: 2, latest_number: '2' })
  })

  test('that are in the library with files keep their ids and get data', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', [{ number: '1', title: 'low tide', summary: 'By a file.' }])
    makeFile(db, { issues: ['local-1-1'] })
    list('local-1', [issue('301', '001', { title: 'Low Tide' }), issue('302', '2')])
    expect(numbers('local-1')).toEqual(['1:local-1-1', '2:302'])
    expect(findIssue(db.read, 'local-1-1')).toMatchObject({
      title: 'Low Tide',
      summary: 'By a file.',
      fulfillment: 'downloaded',
    })
  })

  test('that disappear at the provider stay and are marked, until they return', () => {
    make()
    const [first, second] = [issue('301', '1'), issue('302', '2')]
    list('18705', [first, second])
    expect(list('18705', [first])).toEqual({ added: 0, changed: 0, removed: 1 })
    expect(list('18705', [first])).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(issueSourcesOf(db.read, '302')[0]?.removed_at).toBe(LATER)
    expect(numbers('18705')).toEqual(['1:301', '2:302'])
    expect(list('18705', [first, second])).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(issueSourcesOf(db.read, '302')[0]?.removed_at).toBeNull()
  })

  test('move to their new numbers, swap them, and stay when the number is taken', () => {
    make()
    list('18705', [issue('301', '1'), issue('302', '2'), issue('303', '3')])
    list('18705', [issue('301', '2'), issue('302', '1'), issue('303', '3')])
    expect(numbers('18705')).toEqual(['1:302', '2:301', '3:303'])
    makeIssues(db, '18705', ['9'])
    list('18705', [issue('301', '2'), issue('302', '1'), issue('303', '9')])
    expect(numbers('18705')).toEqual(['1:302', '2:301', '3:303', '9:18705-9'])
  })

  test('whose number the user chose keep it', () => {
    make()
    list('18705', [issue('301', '1')])
    db.write((tx) =>
      putIssueSource(tx, { issue_id: '301', source: 'user', facts: { number: '1', title: 'Mine' }, said_at: AT }),
    )
    list('18705', [issue('301', '5', { title: 'Theirs' })])
    expect(findIssue(db.read, '301')).toMatchObject({ number: '1', title: 'Mine' })
  })

  test('get another id where theirs is taken', () => {
    localSeries(db, { comic_id: 'other' })
    makeIssues(db, 'other', [{ number: '1', issue_id: '301' }])
    make()
    list('18705', [issue('301', '1')])
    expect(issuesOf(db.read, '18705')[0]?.issue_id).toMatch(/^[0-9a-f]{32}$/)
    expect(issueSourcesOf(db.read, issuesOf(db.read, '18705')[0]!.issue_id)[0]?.provider_id).toBe('301')
  })

  test('count as changed with the first data of a provider, and with each change of it', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', ['1'])
    const changed = (record: IssueRecord) => list('local-1', [record]).changed
    expect(changed(issue('301', '1'))).toBe(1)
    expect(changed(issue('301', '1'))).toBe(0)
    expect(changed(issue('301', '1', { title: 'Low Tide' }))).toBe(1)
    expect(changed(issue('301', '1', { title: 'Low Tide' }))).toBe(0)
  })

  test("are written again only when the provider's data differs, its id and details included", () => {
    make()
    const source = () => issueSourcesOf(db.read, '301')[0]!
    let hour = 10
    const again = (record: IssueRecord) => list('18705', [record], { at: `2026-11-22T${hour++}:00:00.000Z` })
    again(issue('301', '1'))
    again(issue('301', '1'))
    expect(source()).toMatchObject({ said_at: '2026-11-22T10:00:00.000Z', detailed: false, changed: null })
    again({ ...issue('301', '1'), detailed: true })
    expect(source()).toMatchObject({ said_at: '2026-11-22T12:00:00.000Z', detailed: true })
    again(issue('301', '1'))
    again({ ...issue('301', '1'), detailed: true })
    expect(source()).toMatchObject({ said_at: '2026-11-22T12:00:00.000Z', detailed: true })
    again({ ...issue('301', '1'), changed: 'b' })
    expect(source()).toMatchObject({ said_at: '2026-11-22T15:00:00.000Z', detailed: false, changed: 'b' })
    again({ ...issue('305', '1'), changed: 'b' })
    expect(source()).toMatchObject({ said_at: '2026-11-22T16:00:00.000Z', provider_id: '305' })
  })

  test('lose a detail that the provider removed', () => {
    make()
    const detailed = (facts: IssueFacts) => list('18705', [{ ...issue('301', '1', facts), detailed: true }])
    detailed({ credits: [{ name: 'Ada Quill', roles: ['Writer'] }] })
    detailed({})
    expect(findIssue(db.read, '301')!.writer).toBeNull()
  })

  test('that are details of the same change stay details', () => {
    make()
    list('18705', [{ ...issue('301', '1'), detailed: true, changed: 'b' }])
    list('18705', [{ ...issue('301', '1', { title: 'Low Tide' }), changed: 'b' }])
    expect(issueSourcesOf(db.read, '301')[0]).toMatchObject({ detailed: true, facts: { title: 'Low Tide' } })
  })

  test('that the library does not add stay out, and existing ones are kept', () => {
    make()
    list('18705', [issue('301', '1')])
    const accepts = () => false
    expect(list('18705', [issue('301', '1', { title: 'Low Tide' }), issue('302', '2')], { accepts })).toEqual({
      added: 0,
      changed: 1,
      removed: 0,
    })
    expect(numbers('18705')).toEqual(['1:301'])
  })

  test('of no series are none, and an incomplete list marks nothing', () => {
    expect(list('nobody', [issue('301', '1')])).toEqual({ added: 0, changed: 0, removed: 0 })
    make()
    list('18705', [issue('301', '1')], { complete: false })
    expect(findSeries(db.read, '18705')).toMatchObject({ listed: false, total: 1 })
    list('18705', [])
    expect(findSeries(db.read, '18705')!.listed).toBe(false)
    list('18705', [issue('302', '2')], { complete: false })
    expect(issueSourcesOf(db.read, '301')[0]).toMatchObject({ removed_at: LATER })
    expect(issueSourcesOf(db.read, '302')[0]).toMatchObject({ removed_at: null })
    list('18705', [issue('302', '2')])
    expect(findSeries(db.read, '18705')!.listed).toBe(true)
  })

  test('keep their details when the list is read again', () => {
    make()
    const credits = [{ name: 'Ada Quill', roles: ['Writer'] }]
    list('18705', [{ ...issue('301', '1', { credits }), detailed: true }])
    list('18705', [{ ...issue('301', '1', { title: 'Low Tide' }), changed: 'b' }])
    list('18705', [{ ...issue('301', '1', { title: 'Low Tide!' }), changed: 'c' }])
    expect(findIssue(db.read, '301')).toMatchObject({ title: 'Low Tide!', writer: 'Ada Quill' })
    expect(issueSourcesOf(db.read, '301')[0]).toMatchObject({ detailed: false, facts: { credits } })
  })

  test('in slices give the same result as at once', () => {
    make()
    const records = Array.from({ length: 450 }, (_, at) => issue(String(1000 + at), String(at + 1)))
    const slices = [records.slice(0, 200), records.slice(200, 400), records.slice(400)]
    const counts = slices.map((slice) => {
      const { added } = list('18705', slice, { all: records, complete: slice === slices[2] })
      return [added, issuesOf(db.read, '18705').length]
    })
    expect(counts).toEqual([
      [200, 200],
      [200, 400],
      [50, 450],
    ])
    expect(list('18705', records)).toEqual({ added: 0, changed: 0, removed: 0 })
  })
})

describe('the age rating of a series', () => {
  const rating = (id: string) => {
    const { age_rating, age_years, age_rating_chosen } = findSeries(db.read, id)!
    return [age_rating, age_years, age_rating_chosen]
  }
  const rated = (age_rating: string) => keep('18705', series({ age_rating }))

  test('is the strictest of its provider and its issues, and follows a refresh', () => {
    make(series({ age_rating: 'Teen' }))
    expect(rating('18705')).toEqual(['Teen', 13, false])
    list('18705', [issue('31', '1', { age_rating: 'Everyone' }), issue('32', '2', { age_rating: 'Mature' })])
    expect(rating('18705')).toEqual(['Mature', 17, false])
    rated('Explicit')
    expect(rating('18705')).toEqual(['Explicit', 18, false])
    rated('Suggestive')
    expect(rating('18705')).toEqual(['Mature', 17, false])
    list('18705', [issue('31', '1', { age_rating: 'Everyone' }), issue('32', '2', { age_rating: 'PG' })])
    expect(rating('18705')).toEqual(['Suggestive', 13, false])
  })

  test("is the user's through every refresh, until the edit is removed", () => {
    make(series({ age_rating: 'Mature 17+' }))
    const edit = { comic_id: '18705', source: 'user', facts: { age_rating: 'PG' }, said_at: AT } as const
    db.write((tx) => {
      putSeriesSource(tx, edit)
      mergeSeriesSources(tx, '18705', AT)
    })
    rated('Adult')
    list('18705', [issue('31', '1', { age_rating: 'Explicit' })])
    expect(rating('18705')).toEqual(['PG', 8, true])
    db.write((tx) => {
      dropSource(tx, '18705', 'user')
      mergeSeriesSources(tx, '18705', LATER)
    })
    expect(rating('18705')).toEqual(['Adult', 18, false])
  })

  test('of an issue does not become what the files state for the series', () => {
    localSeries(db, { comic_id: 'harbor' })
    makeIssues(db, 'harbor', ['1'])
    db.write((tx) =>
      changeFileIssueFacts(tx, findIssue(tx, 'harbor-1')!, { change: { age_rating: 'Teen' }, at: AT, order: [] }),
    )
    expect(rating('harbor')).toEqual(['Teen', 13, false])
    keep('harbor', series())
    expect(seriesSourceOf(db.read, 'harbor', 'file')?.facts).not.toHaveProperty('age_rating')
    expect(rating('harbor')).toEqual(['Teen', 13, false])
  })
})
