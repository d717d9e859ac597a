import { beforeEach, describe, expect, test } from 'bun:test'
import { systemRandom } from '../../platform/random'
import { findIssue, findSeries, issuesOf } from '../../series/store'
import type { Database } from '../../storage/database'
import { testDatabase } from '../../testing/database'
import { makeSeries as localSeries, makeFile, makeIssues } from '../../testing/make'
import type { IssueFacts, IssueRecord, SeriesFacts, SeriesRecord } from '../providers/provider'
import type { ProviderName } from '../states'
import { issueSourcesOf, putIssueSource, putSeriesSource, sourceOf, sourcesOf } from '../store'
import { type IssueKeeping, keepIssues } from './keep-issues'
import { keepSeries, makeSeries } from './keep-series'

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
  db.write((tx) => keepSeries(tx, { comic_id, record, at: LATER }))
const issue = (provider_id: string, number: string, facts: IssueFacts = {}): IssueRecord => ({
  provider_id,
  facts: { number, ...facts },
  detailed: false,
})
const list = (comic_id: string, records: IssueRecord[], more: Partial<IssueKeeping> = {}) =>
  db.write((tx) =>
    keepIssues(tx, {
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
  ] as const)('with the user’s choice %p is %s, chosen against its provider: %p', (content_type, kind, chosen) => {
    const id = db.write((tx) => makeSeries(tx, { record: series(), at: AT, content_type }))
    expect(findSeries(db.read, id)).toMatchObject({ content_type: kind, content_type_chosen: chosen })
  })

  test('is made once, with ComicVine’s number for its id', () => {
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
    expect(sourcesOf(db.read, '18705').map(({ source }) => source)).toEqual(['comicvine', 'metron'])
    expect(findSeries(db.read, '18705')).toMatchObject({ imprint: 'Pier', source: 'comicvine' })
  })

  test('that names the id of one which has such a source already stays its own', () => {
    make()
    make(series({}, { provider: 'metron', provider_id: '55', ids: { comicvine: '18705' } }))
    expect(make(series({}, { provider: 'metron', provider_id: '56', ids: { comicvine: '18705' } }))).toBe('metron-56')
  })

  test('that came from files keeps their word where the provider is silent', () => {
    localSeries(db, { comic_id: 'local-1', name: 'harbor lights', description: 'From a file.', publisher: 'NG' })
    keep('local-1', series())
    expect(findSeries(db.read, 'local-1')).toMatchObject({
      name: 'Harbor Lights',
      description: 'From a file.',
      publisher: 'Northgate',
      source: 'comicvine',
    })
    expect(sourceOf(db.read, 'local-1', 'file')?.facts).toMatchObject({ name: 'harbor lights', publisher: 'NG' })
  })

  test('keeps what a person said, and says the better source’s word', () => {
    make()
    db.write((tx) =>
      putSeriesSource(tx, { comic_id: '18705', source: 'user', facts: { name: 'My Harbor' }, said_at: AT }),
    )
    keep('18705', series({ name: 'Harbor Lights II', year: 2013 }))
    keep('18705', series({ year: 1999, language: 'en' }, { provider: 'metron', provider_id: '55' }))
    expect(findSeries(db.read, '18705')).toMatchObject({ name: 'My Harbor', year: 2013, language: 'en' })
  })

  test('that says the same again changes nothing', () => {
    make()
    const before = findSeries(db.read, '18705')
    keep('18705', series())
    expect(findSeries(db.read, '18705')).toEqual(before)
  })
})

describe('issues', () => {
  test('become rows with the provider’s ids, once', () => {
    make()
    const records = [issue('301', '1', { title: 'Low Tide', release_date: '2012-05-02' }), issue('302', '2')]
    expect(list('18705', records)).toEqual({ added: 2, changed: 0, removed: 0 })
    expect(list('18705', records)).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(numbers('18705')).toEqual(['1:301', '2:302'])
    expect(findIssue(db.read, '301')).toMatchObject({ title: 'Low Tide', release_date: '2012-05-02' })
    expect(findSeries(db.read, '18705')).toMatchObject({ total: 2, latest_number: '2' })
  })

  test('that are in the library with files keep their ids and get facts', () => {
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

  test('that vanish at the provider stay and say so, until they come back', () => {
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

  test('move to their new numbers, trade them, and stay where the number is taken', () => {
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

  test('count as changed with the first word of a provider, and with each that says something new', () => {
    localSeries(db, { comic_id: 'local-1' })
    makeIssues(db, 'local-1', ['1'])
    const changed = (record: IssueRecord) => list('local-1', [record]).changed
    expect(changed(issue('301', '1'))).toBe(1)
    expect(changed(issue('301', '1'))).toBe(0)
    expect(changed(issue('301', '1', { title: 'Low Tide' }))).toBe(1)
    expect(changed(issue('301', '1', { title: 'Low Tide' }))).toBe(0)
  })

  test('are written anew only where the provider says something else, its id and details among it', () => {
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

  test('lose a detail that the provider took back', () => {
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

  test('that the library does not take stay away, and those that it has are kept', () => {
    make()
    list('18705', [issue('301', '1')])
    const takes = () => false
    expect(list('18705', [issue('301', '1', { title: 'Low Tide' }), issue('302', '2')], { takes })).toEqual({
      added: 0,
      changed: 1,
      removed: 0,
    })
    expect(numbers('18705')).toEqual(['1:301'])
  })

  test('of no series are none, and a list that is not complete marks nothing', () => {
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

  test('come in slices as they come at once', () => {
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
