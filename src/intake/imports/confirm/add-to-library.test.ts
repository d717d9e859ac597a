import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import type { SeriesRecord } from '../../../library/metadata/providers/provider'
import { fileAt } from '../../../library/series/file-store'
import { findSeries, issuesOf } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import { saveProposals } from '../proposals/store'
import type { GroupRow, ScannedFileRow } from '../store'
import { addToLibrary, type SeriesCorrection } from './add-to-library'
import type { MadeRow } from './made-store'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let made: MadeRow[]
let ids = 0
const random = { id: () => `id-${++ids}` }
beforeEach(() => {
  db = testDatabase()
  made = []
  ids = 0
})

const group = (more: Partial<GroupRow> = {}): GroupRow => ({
  group_id: 'g',
  scan_id: 's',
  comic_id: 'local-harbor',
  series_name: 'Harbor Lights',
  sort_name: 'harbor lights',
  year: 2015,
  publisher: 'Northgate',
  imprint: 'Pier',
  volume: 2,
  content_type: 'comic',
  content_type_chosen: false,
  reading_direction: 'ltr',
  bare_number_mode: 'auto',
  location: '/comics/Harbor Lights',
  description: 'Ships pass.',
  language: 'en',
  book_type: null,
  total_issues: null,
  provider_ids: {},
  file_count: 1,
  new_files: 1,
  issue_count: 1,
  size_bytes: 1,
  confidence: 90,
  found_confidence: 90,
  said: false,
  confidence_parts: [],
  evidence: [],
  existing_comic_id: null,
  proposal_id: null,
  proposal_said: false,
  errors: [],
  imported_at: null,
  ...more,
})

const file = (name: string, number: string, more: Partial<ScannedFileRow> = {}): ScannedFileRow => ({
  scan_id: 's',
  path: `/comics/${name}`,
  root_length: 8,
  group_id: 'g',
  size: 10,
  modified_ms: 1,
  format: 'cbz',
  page_count: 20,
  cover_page: 1,
  content_hash: `hash of ${name}`,
  duplicate_of: null,
  problem: null,
  remedy: null,
  in_library: false,
  moved_from: null,
  kind: 'issue',
  unit: 'issue',
  number,
  number_end: '',
  said: false,
  sort_key: '',
  title: null,
  year: null,
  release_date: null,
  writer: null,
  summary: null,
  evidence: [],
  ...more,
})

function take(of: GroupRow, files: ScannedFileRow[] = [], correction: SeriesCorrection = {}) {
  const wanted = { group: of, correction, at: AT, order: [], made: (row: MadeRow) => made.push(row) }
  return db.write((tx) => addToLibrary(tx, wanted, files, random))
}
const issues = (comicId = 'local-harbor') =>
  issuesOf(db.read, comicId).map(({ kind, unit, number, fulfillment }) => `${kind} ${unit} ${number} ${fulfillment}`)
const kinds = () => made.map(({ kind }) => kind)

describe('imported files', () => {
  test('become a series with all known fields', () => {
    const series = take(group({ book_type: 'HC', total_issues: 6 }), [file('1.cbz', '1')])
    expect(series).toMatchObject({
      comic_id: 'local-harbor',
      name: 'Harbor Lights',
      year: 2015,
      publisher: 'Northgate',
      imprint: 'Pier',
      volume: 2,
      content_type: 'comic',
      content_type_chosen: false,
      source: 'local',
      description: 'Ships pass.',
      language: 'en',
      book_type: 'HC',
      reading_direction: 'ltr',
      location: '/comics/Harbor Lights',
      bare_number_mode: 'auto',
    })
    expect(findSeries(db.read, 'local-harbor')).toMatchObject({ have: 1, total: 6 })
    expect(fileAt(db.read, '/comics/1.cbz')).toMatchObject({
      size: 10,
      modified_ms: 1,
      format: 'cbz',
      page_count: 20,
      cover_page: 1,
      content_hash: 'hash of 1.cbz',
      added_at: AT,
    })
    expect(kinds()).toEqual(['series', 'file', 'issue', 'link'])
    expect(issues()).toEqual(['issue issue 1 downloaded'])
  })

  test('change nothing when imported a second time', () => {
    const files = [file('1.cbz', '1'), file('1b.cbz', '01'), file('2.cbz', '2', { number_end: '3' })]
    take(group(), files)
    expect(issues()).toEqual([1, 2, 3].map((n) => `issue issue ${n} downloaded`))
    made = []
    take(group(), files)
    expect(issues()).toHaveLength(3)
    expect(made).toEqual([])
  })

  test('create no issue that exists, and do not count it as created', () => {
    makeSeries(db, { comic_id: 'harbor' })
    makeIssues(db, 'harbor', [1])
    take(group({ existing_comic_id: 'harbor', comic_id: 'harbor' }), [file('1.cbz', '1'), file('2.cbz', '2')])
    expect(kinds()).toEqual(['file', 'link', 'file', 'issue', 'link'])
    expect(issues('harbor')).toEqual(['issue issue 1 downloaded', 'issue issue 2 downloaded'])
  })

  test('give issues their metadata', () => {
    take(group(), [
      file('1.cbz', '1', { title: 'Dawn', release_date: '2015-05', year: 2014, writer: 'A. Quill', summary: 'Sun.' }),
      file('2.cbz', '2', { year: 2016 }),
      file('3.cbz', '3'),
    ])
    const storedIssues = issuesOf(db.read, 'local-harbor')
    expect(storedIssues[0]).toMatchObject({
      title: 'Dawn',
      release_date: '2015-05',
      issue_date: '2015-05',
      writer: 'A. Quill',
      summary: 'Sun.',
    })
    expect(storedIssues.slice(1).map(({ issue_date, release_date }) => [issue_date, release_date])).toEqual([
      ['2016', null],
      [null, null],
    ])
  })

  test('without pages or a format are still kept', () => {
    take(group(), [file('1.cbz', '1', { format: null, page_count: null, cover_page: null, content_hash: null })])
    expect(fileAt(db.read, '/comics/1.cbz')).toMatchObject({
      format: 'cbz',
      page_count: 0,
      cover_page: 0,
      content_hash: null,
    })
  })

  test('have the unit of their series', () => {
    const files = [file('1.cbz', '1', { unit: 'chapter' }), file('v1.cbz', '1', { unit: 'volume' })]
    take(group(), files)
    expect(issues().sort()).toEqual(['issue issue 1 downloaded', 'issue volume 1 downloaded'])
    take(group({ comic_id: 'local-m', series_name: 'Wolves', content_type: 'manga' }), [
      file('m.cbz', '1'),
      file('mv.cbz', '1', { unit: 'volume' }),
    ])
    expect(issues('local-m').sort()).toEqual(['issue chapter 1 downloaded', 'issue volume 1 downloaded'])
  })

  test("that are annuals stay annuals, except in a provider's series of annuals", () => {
    const annual = (name: string) => [file(name, '1', { kind: 'annual' })]
    take(group(), annual('1.cbz'))
    take(group({ comic_id: 'local-a', series_name: 'Tin Sea Annual' }), annual('2.cbz'))
    makeSeries(db, { comic_id: 'cv', name: 'Zinc Annual', source: 'comicvine' })
    makeSeries(db, { comic_id: 'cb', name: 'Zinc Biannually', source: 'comicvine' })
    for (const id of ['cv', 'cb']) take(group({ existing_comic_id: id, comic_id: id }), annual(`${id}.cbz`))
    const first = ['local-harbor', 'local-a', 'cv', 'cb'].map((id) => issues(id)[0]!.split(' ')[0])
    expect(first).toEqual(['annual', 'annual', 'issue', 'annual'])
  })
})

describe('the series', () => {
  test('that the scan found is gone: nothing is created', () => {
    expect(take(group({ existing_comic_id: 'gone', comic_id: 'gone' }), [file('1.cbz', '1')])).toBeUndefined()
    expect([made, findSeries(db.read, 'gone'), fileAt(db.read, '/comics/1.cbz')]).toEqual([[], undefined, undefined])
  })

  test('is the one with the same name, year and kind that was added meanwhile', () => {
    makeSeries(db, { comic_id: 'manga', year: 2015, content_type: 'manga' })
    makeSeries(db, { comic_id: 'older', year: 2014 })
    expect(take(group())?.comic_id).toBe('local-harbor')
    makeSeries(db, { comic_id: 'tin', name: 'Tin Sea', year: 2001 })
    expect(take(group({ comic_id: 'local-2' }), [], { name: 'Tin Sea', year: 2001 })?.comic_id).toBe('tin')
    expect(take(group({ comic_id: 'local-3' }), [], { name: 'Tin Sea', year: null })?.comic_id).toBe('local-3')
    expect(findSeries(db.read, 'local-3')).toMatchObject({ name: 'Tin Sea', year: null })
  })

  test('has the corrected kind, and its direction', () => {
    const turned = (more: Partial<GroupRow>, correction: SeriesCorrection) => {
      const row = take(group({ comic_id: `local-${ids++}`, series_name: `n${ids}`, ...more }), [], correction)!
      return [row.content_type, row.content_type_chosen, row.reading_direction]
    }
    expect(turned({}, {})).toEqual(['comic', false, 'ltr'])
    expect(turned({ content_type_chosen: true }, {})).toEqual(['comic', true, 'ltr'])
    expect(turned({}, { content_type: 'manga' })).toEqual(['manga', true, 'rtl'])
    expect(turned({ content_type: 'manga', reading_direction: 'rtl' }, { content_type: 'comic' })).toEqual([
      'comic',
      true,
      'ltr',
    ])
    expect(turned({ content_type: 'manga', reading_direction: 'ltr' }, { content_type: 'manga' })).toEqual([
      'manga',
      true,
      'ltr',
    ])
  })
})

describe('a series of a provider', () => {
  const record: SeriesRecord = {
    provider: 'comicvine',
    provider_id: '77',
    facts: { name: 'Harbor Lights', year: 2015 },
    ids: {},
  }
  function propose(): void {
    const row = {
      provider: 'comicvine',
      provider_id: '77',
      series_id: '77',
      name: 'Harbor Lights',
      confidence: 99,
      parts: [],
      year: 2015,
      publisher: null,
      issue_count: null,
      image_url: null,
      url: null,
      record,
      issues: null,
      cover: null,
      said: false,
    } as const
    const question = { asked: '', weighed: '', asked_at: AT }
    db.write((tx) => saveProposals(tx, 'local-harbor', { proposals: [{ ...row, parts: [] }], question, random }))
  }
  beforeEach(propose)

  test('is created once under its id, with the direction and the numbers of the files', () => {
    const manga = group({ reading_direction: 'rtl', bare_number_mode: 'volumes' })
    expect(take(manga, [file('1.cbz', '1')])).toMatchObject({
      comic_id: '77',
      reading_direction: 'rtl',
      bare_number_mode: 'volumes',
      location: '/comics/Harbor Lights',
    })
    expect(made[0]).toEqual({ kind: 'series', id: '77' })
    expect(findSeries(db.read, '77')?.content_type).toBe('comic')
    made = []
    expect(take(group(), [file('1.cbz', '1')])).toMatchObject({ comic_id: '77', reading_direction: 'rtl' })
    expect(made).toEqual([])
  })

  test('is not used when the user set a name or year, or that there is none', () => {
    expect(take(group(), [], { name: 'Harbor Lights' })?.comic_id).toBe('local-harbor')
    expect(take(group(), [], { year: 2016 })?.comic_id).toBe('local-harbor')
    expect(take(group({ proposal_said: true }))?.comic_id).toBe('local-harbor')
    expect(take(group(), [], { content_type: 'manga' })).toMatchObject({ comic_id: '77', content_type: 'manga' })
  })
})
