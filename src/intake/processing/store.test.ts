import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import type { IssueRow } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { itemAt } from '../../testing/downloads/clients'
import { fakeClock } from '../../testing/fakes/clock'
import { findBlocked } from '../downloads/blocklist/store'
import type { Stage } from '../downloads/states'
import { addItem, type NewDownloadItem } from '../downloads/store'
import { journal } from '../downloads/tables'
import { blockReleaseOf } from './block-release'
import { isKnown, isStillWanted, openCalled, openFor } from './journal-store'
import {
  addPlacements,
  findPlacement,
  lastPlacementOf,
  type Placement,
  placementsOf,
  replacePlacedIssues,
  setPlacement,
} from './store'

/** Queries return the right row among similar ones. */

const clock = fakeClock()
let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

function place(placement_id: string, change: Partial<Placement> = {}): void {
  const facts = { item_id: 'one', position: 0, source_path: '/a', size: 1, modified_ms: 1, updated_at: '2026' }
  db.write((tx) => addPlacements(tx, [{ placement_id, state: 'placed', ...facts, ...change }]))
}
function item(item_id: string, { stage, ...change }: Partial<NewDownloadItem> & { stage?: Stage } = {}): void {
  const row = {
    ...itemAt('A', clock.now()),
    item_id,
    digest: item_id,
    release_key: item_id,
    ...change,
  } as NewDownloadItem
  db.write((tx) => {
    addItem(tx, row, [])
    if (stage) tx.update(journal).set({ stage }).run()
  })
}

test('the files of a download are listed in order, without those of another', () => {
  place('b', { position: 1 })
  place('a')
  place('other', { item_id: 'two' })
  expect(placementsOf(db.read, 'one').map(({ placement_id }) => placement_id)).toEqual(['a', 'b'])
})

test('a change is saved in its own row only', () => {
  place('a')
  place('b', { position: 1 })
  expect(db.write((tx) => setPlacement(tx, 'b', { detail: 'changed' }))).toMatchObject({ placement_id: 'b' })
  expect([findPlacement(db.read, 'a')?.detail, findPlacement(db.read, 'b')?.detail]).toEqual([null, 'changed'])
})

test('an issue is replaced in files that have it, beside their other issues, and in no other file', () => {
  place('both', { issue_ids: ['harbor-1', 'old'], comic_id: 'harbor' })
  place('one', { issue_ids: ['old'], comic_id: 'harbor', position: 1 })
  place('other', { issue_ids: ['harbor-3'], comic_id: 'harbor', position: 2 })
  place('none', { position: 3 })
  db.write((tx) =>
    replacePlacedIssues(tx, [[{ issue_id: 'old' } as IssueRow, { issue_id: 'new', comic_id: 'attic' } as IssueRow]]),
  )
  expect(placementsOf(db.read, 'one').map(({ issue_ids, comic_id }) => [issue_ids, comic_id])).toEqual([
    [['harbor-1', 'new'], 'attic'],
    [['new'], 'attic'],
    [['harbor-3'], 'harbor'],
    [null, null],
  ])
})

test('a library file has its last placement, and no unplaced ones', () => {
  place('new', { file_id: 'f', updated_at: '2026-02' })
  place('old', { file_id: 'f', updated_at: '2026-01', position: 1 })
  place('failed', { file_id: 'f', updated_at: '2026-03', position: 2, state: 'failed' })
  place('other', { file_id: 'g', updated_at: '2026-04', position: 3 })
  expect(lastPlacementOf(db.read, 'f')?.placement_id).toBe('new')
  expect(lastPlacementOf(db.read, 'none')).toBeUndefined()
})

test('the release of a file is blocked, and no other one', () => {
  item('one')
  item('two')
  place('a', { file_id: 'f' })
  place('b', { file_id: 'g', item_id: 'two' })
  place('c', { file_id: 'h', item_id: 'gone' })
  db.write((tx) => {
    for (const file of ['f', 'h', 'none']) blockReleaseOf(tx, file, clock.now())
  })
  expect(findBlocked(db.read, 'one')?.reason).toContain('removed from the library')
  expect(findBlocked(db.read, 'two')).toBeUndefined()
})

test.each([
  ['the name of its client', { client_name: 'x' }],
  ['its title', { title: 'x' }],
])('an open item is found by %s: the newest', (_, called) => {
  item('new', { ...called, grabbed_at: '2026-02' })
  item('old', { ...called, grabbed_at: '2026-01' })
  item('other', { grabbed_at: '2026-03' })
  expect(openCalled(db.read, 'x')?.item_id).toBe('new')
  expect(openCalled(db.read, 'old')?.item_id).toBe('old')
  expect(openCalled(db.read, 'y')).toBeUndefined()
})

test('an open item is found by its issue: the newest', () => {
  item('new', { entity_id: 'harbor-2', grabbed_at: '2026-02' })
  item('old', { entity_id: 'harbor-2', grabbed_at: '2026-01' })
  item('other', { entity_id: 'harbor-3', grabbed_at: '2026-03' })
  expect(openFor(db.read, 'harbor-2')?.item_id).toBe('new')
  expect(openFor(db.read, 'harbor-4')).toBeUndefined()
})

test.each(['post_processed', 'manual_review', 'failed', 'cancelled'] as const)(
  'an item that is %s is not open any more, but still known',
  (stage) => {
    item('one', { title: 'x', stage })
    expect([openCalled(db.read, 'x'), openFor(db.read, 'harbor-1')]).toEqual([undefined, undefined])
    expect([isStillWanted(db.read, 'one'), isStillWanted(db.read, 'none')]).toEqual([false, false])
    expect([isKnown(db.read, 'one'), isKnown(db.read, 'none')]).toEqual([true, false])
  },
)

test('an open item is still wanted', () => {
  item('one')
  expect(isStillWanted(db.read, 'one')).toBe(true)
})
