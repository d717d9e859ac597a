import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { changeScan, findGroup, insertGroup, insertScan } from '../store'
import { importFiles, importProposals, importQuestions } from '../tables'
import { resultOf } from '../wire'
import * as proposals from './store'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

function putScan(
  scan_id: string,
  kind: 'comic' | 'manga' = 'comic',
  at = AT,
  state: 'completed' | 'error' = 'completed',
): void {
  db.write((tx) => {
    insertScan(tx, { scan_id, kind, at })
    changeScan(tx, scan_id, 'scanning', { state, finished_at: at })
  })
}

function putGroup(scan_id: string, comic_id: string, more: object = {}): void {
  const counts = { file_count: 0, new_files: 1, issue_count: 0, size_bytes: 0, confidence: 60, found_confidence: 60 }
  const texts = { series_name: comic_id, sort_name: comic_id, content_type: 'comic', reading_direction: 'ltr' } as const
  const lists = { provider_ids: {}, confidence_parts: [], evidence: [], errors: [] }
  const row = { group_id: `${scan_id}-${comic_id}`, scan_id, comic_id, ...counts, ...texts, ...lists, ...more }
  db.write((tx) => insertGroup(tx, row))
}

describe('proposals', () => {
  let made = 0
  const random = { id: () => `p${++made}` }
  const weighted = (provider_id: string, more: Partial<proposals.ScoredProposal> = {}): proposals.ScoredProposal => ({
    provider: 'comicvine',
    provider_id,
    series_id: provider_id,
    name: provider_id,
    confidence: 50,
    parts: [],
    year: null,
    publisher: null,
    issue_count: null,
    image_url: null,
    url: null,
    record: { provider: 'comicvine', provider_id, facts: {}, ids: {} },
    issues: null,
    cover: null,
    said: false,
    ...more,
  })
  const keep = (comicId: string, ...rows: proposals.ScoredProposal[]) => {
    const question = { asked: 'a', weighed: 'w', asked_at: AT }
    db.write((tx) => proposals.saveProposals(tx, comicId, { proposals: rows, question, random }))
  }
  const shown = (comicId: string) => proposals.shownFor(db.read, comicId).map(({ proposal_id, provider_id, rank }) => `${proposal_id} ${provider_id} ${rank}`) // biome-ignore format: one row
  beforeEach(() => {
    made = 0
  })

  test('replace earlier ones, and those that stay keep their id', () => {
    keep('a', weighted('1'), weighted('2'))
    keep('b', weighted('1'))
    keep('a', weighted('2'), weighted('1', { provider: 'metron' }), weighted('3'))
    expect(shown('a')).toEqual(['p2 2 0', 'p4 1 1', 'p5 3 2'])
    expect(shown('b')).toEqual(['p3 1 0'])
    expect(proposals.proposalsOf(db.read, 'a').map(({ proposal_id }) => proposal_id)).toEqual(['p2', 'p4', 'p5'])
    expect(proposals.findProposal(db.read, 'p3')?.comic_id).toBe('b')
  })

  test('that the user searched for come after the others, once, and survive other results', () => {
    const add = (id: string) => db.write((tx) => proposals.addProposal(tx, 'a', weighted(id, { said: true }), random))
    keep('a', weighted('1'), weighted('2'))
    keep('b', weighted('1'))
    expect([add('9'), add('9'), add('1')]).toEqual(['p4', 'p4', 'p1'])
    expect(shown('a')).toEqual(['p1 1 0', 'p2 2 1', 'p4 9 2'])
    db.write((tx) => proposals.forgetAnswers(tx, 'a'))
    expect(shown('a')).toEqual(['p1 1 0', 'p4 9 2'])
    expect(shown('b')).toEqual(['p3 1 0'])
    expect(
      db.read
        .select()
        .from(importQuestions)
        .all()
        .map(({ comic_id }) => comic_id),
    ).toEqual(['b'])
  })

  test('of a group in a list are the best, the searched and the chosen one', () => {
    putScan('scan')
    keep('a', weighted('1'), weighted('2'), weighted('3'), weighted('4', { said: true }))
    keep('b', weighted('1'), weighted('2'))
    putGroup('scan', 'a', { proposal_id: 'p3' })
    putGroup('scan', 'b')
    putGroup('scan', 'c')
    const foremost = (...ids: string[]) =>
      Object.fromEntries([...proposals.foremostByGroup(db.read, ids)].map(([id, rows]) => [id, rows.map(({ provider_id }) => provider_id)])) // biome-ignore format: one row
    expect(foremost('scan-a', 'scan-c')).toEqual({ a: ['1', '3', '4'] })
    expect(foremost('scan-a', 'scan-b')).toEqual({ a: ['1', '3', '4'], b: ['1'] })
  })

  test("that are certain are shown for the files, with the files' data where the provider has none", () => {
    putScan('scan')
    const facts = { year: 2015, publisher: 'Northgate', issue_count: 4, confidence: 97 }
    putGroup('scan', 'a', facts)
    const match = () => resultOf(db.read, findGroup(db.read, 'scan-a')!).match
    keep('a', weighted('1', { confidence: 94 }))
    expect(match()).toMatchObject({ comicid: 'a', source: 'local', confidence: 97 })
    keep('a', weighted('1', { confidence: 99 }))
    expect(match()).toEqual({
      comicid: '1',
      name: '1',
      year: '2015',
      publisher: 'Northgate',
      issues: 4,
      image: '/api/import/groups/scan-a/cover',
      confidence: 97,
      source: 'comicvine',
    })
    const full = { year: 2011, publisher: 'Rook', issue_count: 9, image_url: 'https://pictures.example/1.jpg' }
    keep('a', weighted('1', { confidence: 95, ...full }))
    expect(match()).toMatchObject({ year: '2011', publisher: 'Rook', issues: 9, confidence: 95 })
    expect(match()!.image).toContain('pictures.example')
  })

  test('are deleted with the last scan that has their group', () => {
    putScan('scan')
    putGroup('scan', 'a')
    keep('a', weighted('1'))
    keep('b', weighted('1'))
    db.write(proposals.pruneProposals)
    expect(
      db.read
        .select()
        .from(importProposals)
        .all()
        .map(({ comic_id }) => comic_id),
    ).toEqual(['a'])
    expect(
      db.read
        .select()
        .from(importQuestions)
        .all()
        .map(({ comic_id }) => comic_id),
    ).toEqual(['a'])
  })

  test('are requested for new series with files that the library lacks', () => {
    putScan('scan')
    putScan('other')
    putGroup('scan', 'b')
    putGroup('scan', 'a')
    putGroup('scan', 'imported', { imported_at: AT })
    putGroup('scan', 'held', { existing_comic_id: 'x' })
    putGroup('scan', 'known', { new_files: 0 })
    putGroup('other', 'a')
    keep('a')
    expect(proposals.openQuestions(db.read, 'scan').map(({ comic_id, asked }) => [comic_id, asked])).toEqual([
      ['a', 'a'],
      ['b', null],
    ])
  })

  test('are weighed by each number once, with its date if a file has one', () => {
    putScan('scan')
    putGroup('scan', 'a')
    putGroup('scan', 'b')
    const row = { scan_id: 'scan', root_length: 1, size: 1, modified_ms: 1, evidence: [] }
    const put = (path: string, more: object, group_id = 'scan-a') =>
      db.write((tx) =>
        tx
          .insert(importFiles)
          .values({ ...row, path, group_id, ...more })
          .run(),
      )
    put('/1', { number: '1' })
    put('/1b', { number: '1', release_date: '2015-05', year: 2015 })
    put('/2', { number: '2', number_end: '4' })
    put('/n', { number: '1', kind: 'annual' })
    put('/v', { number: '1', unit: 'volume' })
    put('/x', { number: '7' }, 'scan-b')
    const inLibrary = proposals
      .heldIssuesOf(db.read, 'scan-a')
      .map(({ kind, unit, number, date }) => `${kind} ${unit} ${number} ${date}`)
    expect(inLibrary.sort()).toEqual([
      'annual issue 1 undefined',
      'issue issue 1 2015-05',
      'issue issue 2 undefined',
      'issue issue 4 undefined',
      'issue volume 1 undefined',
    ])
  })
})
