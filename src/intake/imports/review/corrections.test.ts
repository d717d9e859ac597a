import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { proposedRows } from '../../../testing/imports/proposed-rows'
import { makeSeries } from '../../../testing/make'
import { addProposal, proposalsOf } from '../proposals/store'
import type { FileChange, GroupChange } from '../schema'
import { findGroup, type GroupRow } from '../store'
import { importFiles, importGroups, importScans } from '../tables'
import { ImportReview } from './service'
import { filesOfGroup } from './store'

/** The user's corrections of proposals, row by row. */

const clock = fakeClock()
let db: Database
let review: ImportReview
let corrected: number
let ids: number
let scan: Rows['scan']
let group: Rows['group']
let libraryGroup: Rows['libraryGroup']
let row: Rows['row']
type Rows = ReturnType<typeof proposedRows>
beforeEach(() => {
  db = testDatabase()
  ;({ scan, group, libraryGroup, row } = proposedRows(db))
  ;[corrected, ids] = [0, 0]
  review = new ImportReview({ db, random, corrected: () => void corrected++ })
})
afterEach(() => db.close())

const random = { id: () => `id-${++ids}` }

const files = (groupId: string) => filesOfGroup(db.read, groupId)
const numbers = (groupId: string) => files(groupId).map(({ number, unit }) => `${unit} ${number}`)
const change = (groupId: string, body: GroupChange) => review.change(groupId, body)
const changeFiles = (groupId: string, body: Record<string, FileChange>) => review.changeFiles(groupId, body)

function propose(comic_id: string, provider_id: string, more: object = {}): string {
  const facts = { publisher: null, issue_count: null, image_url: null, url: null, issues: null, cover: null, parts: [] }
  const about = { provider: 'comicvine', provider_id, series_id: provider_id, name: 'Harbor Lights', year: 2015 } as const
  const record = { provider: 'comicvine', provider_id, facts: {}, ids: {} } as const
  return db.write((tx) => addProposal(tx, comic_id, { ...facts, ...about, record, confidence: 50, said: false, ...more }, random))
} // biome-ignore format: one glance
const proposed = (groupId: string) => proposalsOf(db.read, row(groupId).comic_id).length

describe('a proposal is corrected to', () => {
  let a: string
  beforeEach(() => {
    scan()
    a = group('Harbor Lights', [1, 2], { year: 2011 })
    propose('local-Harbor Lights', '7')
  })

  test.each<[string, GroupChange, Partial<GroupRow>, keeps: number, sentence: string]>([
    ['of another name', { name: ' The Port Lamps ' }, { series_name: 'The Port Lamps', sort_name: 'port lamps', year: 2011 }, 0, 'Harbor Lights renamed to The Port Lamps'],
    ['of its own name', { name: 'Harbor Lights' }, { series_name: 'Harbor Lights' }, 0, 'Harbor Lights corrected'],
    ['of another year', { year: 2016 }, { series_name: 'Harbor Lights', year: 2016 }, 0, 'Harbor Lights corrected'],
    ['of no year', { year: null }, { year: null }, 0, 'Harbor Lights corrected'],
    ['manga', { content_type: 'manga' }, { content_type: 'manga', content_type_chosen: true, reading_direction: 'rtl', year: 2011 }, 1, 'Harbor Lights corrected'],
    ['comics, which it already is', { content_type: 'comic' }, { content_type: 'comic', content_type_chosen: true, reading_direction: 'ltr' }, 1, 'Harbor Lights corrected'],
  ])('%s', (_, body, is, keeps, sentence) => {
    expect(change(a, body)).toMatchObject({ success: true, gone: [], said: sentence, last_step: sentence })
    expect(row(a)).toMatchObject({ ...is, said: true, confidence: 100, confidence_parts: [{ reason: 'Chosen by you', points: 100 }] })
    expect([proposed(a), corrected]).toEqual([keeps, 1])
    expect(numbers(a)).toEqual(body.content_type === 'manga' ? ['chapter 1', 'chapter 2'] : ['issue 1', 'issue 2'])
  }) // biome-ignore format: a table

  test('manga, and back to comics, and keeps the matching direction', () => {
    change(a, { content_type: 'manga' })
    db.write((tx) => tx.update(importGroups).set({ reading_direction: 'ltr' }).run())
    change(a, { content_type: 'manga' })
    expect(row(a).reading_direction).toBe('ltr')
    db.write((tx) => tx.update(importGroups).set({ reading_direction: 'rtl' }).run())
    change(a, { content_type: 'comic' })
    expect([row(a).reading_direction, ...numbers(a)]).toEqual(['ltr', 'issue 1', 'issue 2'])
  })

  test('a series of a provider, or to none', () => {
    const mine = propose('local-Harbor Lights', '8')
    const nameless = propose('local-Harbor Lights', '9', { year: null })
    expect(change(a, { proposal: mine }).said).toBe('Harbor Lights matched to Harbor Lights (2015) of ComicVine')
    expect(row(a)).toMatchObject({ proposal_id: mine, proposal_said: true, said: false })
    expect(change(a, { proposal: nameless }).said).toBe('Harbor Lights matched to Harbor Lights of ComicVine')
    expect(change(a, { proposal: null }).said).toBe('Harbor Lights kept as a local series')
    expect(row(a)).toMatchObject({ proposal_id: null, proposal_said: true })
  })

  test('a series of the library, and back to a new one', () => {
    makeSeries(db, {
      comic_id: 'kumo',
      name: 'Kumo Garden',
      content_type: 'manga',
      reading_direction: 'rtl',
      year: 2021,
    })
    expect(change(a, { comic_id: 'kumo' }).said).toBe('Harbor Lights filed under Kumo Garden of the library')
    const is = {
      comic_id: 'kumo',
      existing_comic_id: 'kumo',
      series_name: 'Kumo Garden',
      year: 2021,
      content_type: 'manga',
    }
    expect(row(a)).toMatchObject({ ...is, reading_direction: 'rtl', said: true } as never)
    expect(numbers(a)).toEqual(['chapter 1', 'chapter 2'])
    expect(change(a, { comic_id: 'kumo' }).said).toContain('filed under')
    expect(change(a, { comic_id: null }).said).toBe('Kumo Garden made a new series')
    expect(row(a)).toMatchObject({ existing_comic_id: null, comic_id: expect.stringMatching(/^local-id-/) as never })
  })

  test('a series of the library of its own kind, and its numbers keep their unit', () => {
    makeSeries(db, { comic_id: 'tide', name: 'Tide' })
    db.write((tx) => tx.update(importFiles).set({ unit: 'chapter' }).run())
    change(a, { comic_id: 'tide' })
    expect(numbers(a)).toEqual(['chapter 1', 'chapter 2'])
  })

  test('a series whose own proposal was imported, which is set aside', () => {
    const done = libraryGroup('Tide', [5], { imported_at: clock.now() })
    change(a, { comic_id: 'Tide' })
    expect([row(a).comic_id, row(done).comic_id]).toEqual(['Tide', `local-${done.slice(0, 16)}`])
  })

  test.each<[string, GroupChange, string]>([
    ['nothing', {}, 'Name at least one of'],
    ['a new series, which it already is', { comic_id: null }, 'is a new series already'],
    ['a series of the library with another name', { comic_id: 'Tide', name: 'x' }, 'give comic_id alone'],
    ['a series of the library that another proposal is', { comic_id: 'Tide' }, 'Another proposal is Tide already'],
    ['a series that does not exist', { comic_id: 'none' }, 'none'],
    ['a series of a provider with another name', { proposal: null, name: 'x' }, 'send proposal without them'],
    ['a series that is not a proposal', { proposal: 'none' }, 'There is no proposal none for Harbor Lights'],
  ])('%s, and that is refused', (_, body, sentence) => {
    libraryGroup('Tide', [5])
    const before = row(a)
    expect(() => change(a, body)).toThrow(sentence)
    expect([row(a), corrected]).toEqual([before, 0])
  })

  test.each<[string, GroupChange, string]>([
    ['another name', { name: 'x' }, 'is already in the library; change it there'],
    ['another kind', { content_type: 'manga' }, 'is already in the library; change it there'],
    ['a series of a provider', { proposal: null }, 'link it to a metadata source there'],
  ])('%s, which is refused of a series of the library', (_, body, sentence) => {
    expect(() => change(libraryGroup('Tide', [5]), body)).toThrow(sentence)
  })

  test('a proposal for another series, which is refused', () => {
    group('Copper Orchard', [1])
    const other = propose('local-Copper Orchard', '8')
    expect(() => change(a, { proposal: other })).toThrow('There is no proposal')
  })

  test('another series, which is refused while its files are in the library', () => {
    makeSeries(db, { comic_id: 'other', name: 'Other' })
    const tide = libraryGroup('Tide', [{ path: '/c/Tide/1.cbz', in_library: true }, 2])
    for (const comic_id of [null, 'other'])
      expect(() => change(tide, { comic_id })).toThrow('Move the new ones out of it')
    expect(change(tide, { comic_id: 'Tide' }).success).toBe(true)
  })
})

describe('a correction is refused', () => {
  test('for something that does not exist, was imported, or is being scanned or imported', () => {
    scan()
    const [a, done] = [group('Harbor Lights', [1]), group('Tide', [1], { imported_at: clock.now() })]
    expect(() => change('none', { year: 1 })).toThrow('Proposal not found: none')
    expect(() => review.group('none')).toThrow('Proposal not found: none')
    expect(() => change(done, { year: 1 })).toThrow('Tide was imported already')
    for (const state of ['importing', 'scanning', 'cancelled'] as const) {
      db.write((tx) => tx.update(importScans).set({ state }).run())
      expect(() => change(a, { year: 1 })).toThrow('is running')
    }
  })
})

describe('files', () => {
  let a: string
  let b: string
  beforeEach(() => {
    scan()
    a = group('Harbor Lights', [1, 2, 3])
    b = group('Copper Orchard', [1])
  })

  test.each<[string, FileChange, object]>([
    ['a number', { number: ' 007 ' }, { number: '7', number_end: '', kind: 'issue', unit: 'issue' }],
    ['no number', { number: '' }, { number: '', number_end: '' }],
    ['a last number', { number_end: '04' }, { number: '2', number_end: '4' }],
    ['both', { number: '4', number_end: '5' }, { number: '4', number_end: '5' }],
    ['a kind', { kind: 'annual' }, { number: '2', number_end: '3', kind: 'annual' }],
    ['a unit', { unit: 'volume' }, { number: '2', number_end: '3', unit: 'volume' }],
  ])('get %s, alone', (_, body, is) => {
    db.write((tx) => tx.update(importFiles).set({ number_end: '3' }).run())
    expect(changeFiles(a, { 'Harbor Lights/2.cbz': body }).said).toBe('1 file of Harbor Lights corrected')
    const [mine] = files(a).filter((file) => file.said)
    expect(mine).toMatchObject({ path: '/c/Harbor Lights/2.cbz', ...is })
    expect(files(a).filter((file) => !file.said)).toHaveLength(2)
    expect(row(a).confidence).toBe(73)
  })

  test('are named by their path relative to the library folder, or by the full path if several share that', () => {
    changeFiles(a, { '/c/Harbor Lights/1.cbz': { number: '9' } })
    db.write((tx) => {
      const facts = { scan_id: 'scan', group_id: a, root_length: 4, size: 1, modified_ms: 1, evidence: [] }
      tx.insert(importFiles).values({ ...facts, path: '/cc/Harbor Lights/1.cbz', number: '1' }).run()
    }) // biome-ignore format: one glance
    expect(() => changeFiles(a, { 'Harbor Lights/1.cbz': { number: '8' } })).toThrow('Give its whole path')
    expect(() => changeFiles(a, { 'Harbor Lights/9.cbz': { number: '8' } })).toThrow('is no file of Harbor Lights')
    expect(() => changeFiles(a, {})).toThrow('Name at least one file')
    db.write((tx) => tx.update(importFiles).set({ in_library: true }).run())
    expect(() => changeFiles(a, { 'Harbor Lights/2.cbz': { number: '8' } })).toThrow('is already in the library')
  })

  test('move to another proposal, and take an empty one with them', () => {
    const moved = changeFiles(b, { 'Copper Orchard/1.cbz': { group_id: a } })
    expect(moved).toMatchObject({ gone: [b], said: '1 file of Copper Orchard moved to Harbor Lights' })
    expect([findGroup(db.read, b), row(a).file_count]).toEqual([undefined, 4])
  })

  test('with one new name go to one new proposal, which inherits only the position of the old one', () => {
    const about = { year: 2011, volume: 2, description: 'x', book_type: 'TPB', total_issues: 9, proposal_said: true, publisher: 'Northgate' }
    db.write((tx) => tx.update(importGroups).set(about).run())
    const reply = changeFiles(a, {
      'Harbor Lights/1.cbz': { new_group: 'The Annuals' },
      'Harbor Lights/2.cbz': { new_group: ' The Annuals ', number: '7' },
      'Harbor Lights/3.cbz': { new_group: 'Specials' },
    })
    expect(reply.said).toBe('3 files of Harbor Lights moved to The Annuals and Specials')
    expect(reply.gone).toEqual([a])
    const [one, two] = reply.groups
    expect([one!.series_name, numbers(one!.group_id), numbers(two!.group_id)]).toEqual(['The Annuals', ['issue 1', 'issue 7'], ['issue 3']])
    const none = { year: null, volume: null, description: null, book_type: null, total_issues: null, proposal_said: false }
    const made = { series_name: 'The Annuals', sort_name: 'annuals', publisher: 'Northgate', found_confidence: null, confidence: 100, said: true }
    expect(row(one!.group_id)).toMatchObject({ ...none, ...made } as never)
  }) // biome-ignore format: one glance

  test('cannot go to two places, or to another scan', () => {
    scan('manga', 'manga')
    const other = group('Kumo Garden', [1], { scan_id: 'manga', content_type: 'manga' })
    const move = (body: FileChange) => () => changeFiles(a, { 'Harbor Lights/1.cbz': body })
    expect(move({ group_id: b, new_group: 'x' })).toThrow('not both')
    expect(move({ group_id: other })).toThrow('is of another scan')
    expect(move({ group_id: 'none' })).toThrow('Proposal not found: none')
    expect(() => review.merge(a, [other])).toThrow('is of another scan')
  })

  test('of several proposals are merged into one, each proposal once', () => {
    const c = group('Kumo Garden', [11], { content_type: 'manga' })
    expect(review.merge(a, [b, c, c])).toMatchObject({ gone: [b, c], said: '3 proposals merged into Harbor Lights' })
    expect(numbers(a).sort()).toEqual(['issue 1', 'issue 1', 'issue 11', 'issue 2', 'issue 3'])
    expect(files(a).filter(({ said }) => said)).toHaveLength(2)
    expect(() => review.merge(a, [a])).toThrow('into itself')
    const tide = libraryGroup('Tide', [9])
    expect(() => review.merge(a, [tide])).toThrow('Merge the other one into it')
    expect(review.merge(tide, [a]).said).toBe('2 proposals merged into Tide')
  })
})

describe('the counts of a proposal', () => {
  beforeEach(() => scan())
  const correctKind = (groupId: string, path: string) => changeFiles(groupId, { [path]: { kind: 'issue' } })

  test.each<[string, string[], string | null]>([
    ['the common one of all', ['x/1.cbz', 'x/2.cbz'], '/c/x'],
    ['the nearest common parent', ['x/a/1.cbz', 'x/b/c/2.cbz'], '/c/x'],
    ['none if that is the library folder', ['x/1.cbz', 'y/2.cbz'], null],
    ['none if one is directly in the library folder', ['x/1.cbz', '2.cbz'], null],
    ['no folder that only has a similar name', ['x/1.cbz', 'xy/2.cbz'], null],
  ])('name as its folder %s', (_, paths, folder) => {
    const a = group('Harbor Lights', paths.map((path, n) => ({ path: `/c/${path}`, number: `${n}` })))
    correctKind(a, paths[0]!)
    expect(row(a).location).toBe(folder)
  }) // biome-ignore format: one glance

  test('cover files, new ones, issues and bytes', () => {
    const a = group('Harbor Lights', [1, 2, { path: '/c/3.cbz', number: '2', size: 5 }, { path: '/c/4.cbz', number: '4', in_library: true }])
    correctKind(a, 'Harbor Lights/1.cbz')
    expect(row(a)).toMatchObject({ file_count: 4, new_files: 3, issue_count: 3, size_bytes: 35 })
    expect(row(a).evidence.join()).toContain('1 ')
  }) // biome-ignore format: one glance

  test("count corrections as certain, and the rest with the scan's confidence", () => {
    const a = group('Harbor Lights', [1, 2, 3, 4])
    correctKind(a, 'Harbor Lights/1.cbz')
    expect(row(a)).toMatchObject({ confidence: 70, confidence_parts: [
      { reason: 'As the scan found it: 3 of 4 files', points: 45 },
      { reason: 'Chosen by you: 1 of 4 files', points: 25 },
    ] })
    for (const n of [2, 3, 4]) correctKind(a, `Harbor Lights/${n}.cbz`)
    expect(row(a).confidence_parts).toEqual([{ reason: 'Chosen by you', points: 100 }])
    const b = group('Copper Orchard', [1])
    const c = group('Tide', [1, 2])
    changeFiles(c, { 'Tide/1.cbz': { group_id: b } })
    expect(row(c).confidence_parts).toEqual([{ reason: 'Found', points: 60 }])
  }) // biome-ignore format: one glance

  test('name the original of a copy: library files first, then the same content before the same number', () => {
    const a = group('Harbor Lights', [
      { path: '/c/a.cbz', number: '1' },
      { path: '/c/b.cbz', number: '1', in_library: true },
      { path: '/c/c.cbz', number: '2', content_hash: 'same', duplicate_of: 'odd' },
      { path: '/c/d.cbz', number: '3', content_hash: 'own' },
      { path: '/c/e.cbz', number: '5', duplicate_of: 'odd' },
    ])
    group('Copper Orchard', [{ path: '/c/0.cbz', content_hash: 'same' }])
    correctKind(a, 'd.cbz')
    expect(files(a).map(({ path, duplicate_of }) => [path, duplicate_of])).toEqual([
      ['/c/a.cbz', 'b.cbz'],
      ['/c/b.cbz', null],
      ['/c/c.cbz', '0.cbz'],
      ['/c/d.cbz', null],
      ['/c/e.cbz', null],
    ])
  })
})

describe('undo', () => {
  beforeEach(() => scan())

  test('reverts the newest correction, then the one before', () => {
    const [a, b] = [group('Harbor Lights', [1, 2]), group('Copper Orchard', [1])]
    const before = { a: row(a), b: row(b), files: [...files(a), ...files(b)] }
    change(a, { name: 'Port Lamps' })
    changeFiles(a, { 'Harbor Lights/1.cbz': { new_group: 'Specials' } })
    review.merge(a, [b])
    expect(review.undoStep('scan')).toMatchObject({ said: '2 proposals merged into Port Lamps', last_step: '1 file of Port Lamps moved to Specials' })
    expect(review.undoStep('scan').gone).toHaveLength(1)
    expect(review.undoStep('scan')).toMatchObject({ last_step: null })
    expect({ a: row(a), b: row(b), files: [...files(a), ...files(b)] }).toEqual(before)
    expect(corrected).toBe(6)
    expect(() => review.undoStep('scan')).toThrow('no correction to undo')
  }) // biome-ignore format: one glance

  test('is refused once one of its proposals was imported, or during an import', () => {
    const a = group('Harbor Lights', [1])
    change(a, { year: 2011 })
    db.write((tx) => tx.update(importGroups).set({ imported_at: clock.now() }).run())
    expect(() => review.undoStep('scan')).toThrow('Harbor Lights was imported since')
    db.write((tx) => {
      tx.update(importGroups).set({ imported_at: null }).run()
      tx.update(importScans).set({ state: 'importing' }).run()
    })
    expect(() => review.undoStep('scan')).toThrow('is running')
    db.write((tx) => {
      tx.update(importScans).set({ state: 'completed' }).run()
      tx.delete(importGroups).run()
    })
    expect(review.undoStep('scan').gone).toEqual([])
  })
})
