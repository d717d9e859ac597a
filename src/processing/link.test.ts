import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addItem, type NewItem } from '../downloads/store'
import { journal } from '../downloads/tables'
import type { AppEvent } from '../events/types'
import { systemFiles } from '../platform/files'
import { systemRandom } from '../platform/random'
import { fileOf } from '../series/file-store'
import { findSeries } from '../series/store'
import { Database } from '../storage/database'
import { archiveHelper, makeCbz, makePages } from '../testing/archives'
import { itemAt } from '../testing/clients'
import { fakeClock } from '../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../testing/make'
import { linkPlaced, linkReplaced } from './link'
import { addPlacements, findPlacement, type Placement } from './store'

let folder: string
let db: Database
let events: AppEvent[]
let arrived: object[]
const clock = fakeClock()
beforeEach(() => {
  events = []
  arrived = []
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-link-'))
  db = new Database(':memory:', { publish: (event) => events.push(event) })
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  db.write((tx) => addItem(tx, itemAt('A', clock.now()) as NewItem, ['harbor-1']))
  events = []
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const deps = () => ({
  ...{ db, world: { clock, random: systemRandom } },
  archives: { files: systemFiles, ...archiveHelper() } as never,
  journal: { arrived: (_tx: unknown, batch: string, facts: object) => void arrived.push({ batch, ...facts }) } as never,
})
function row(more: Partial<Placement> = {}): Placement {
  const target = join(folder, '1.cbz')
  writeFileSync(target, makeCbz(makePages(3)))
  const where = { placement_id: 'p', item_id: 'i', position: 0, source_path: '/done/1.cbz', size: 1, modified_ms: 1 }
  const known = {
    state: 'placing',
    issue_ids: ['harbor-1'],
    comic_id: 'harbor',
    target,
    detail: 'odd',
    updated_at: '2026',
  }
  db.write((tx) => addPlacements(tx, [{ ...where, ...known, ...more } as never]))
  return findPlacement(db.read, 'p')!
}
const have = () => findSeries(db.read, 'harbor')?.have

test('the library has what was placed, with its pages, and counts it', async () => {
  const before = have()
  const placed = row()
  await linkPlaced(placed, 'batch', deps())
  const file = fileOf(db.read, 'harbor-1')!
  expect(file).toMatchObject({ path: placed.target, page_count: 3, format: 'cbz' })
  expect(findPlacement(db.read, 'p')).toMatchObject({ state: 'placed', file_id: file.file_id, detail: null })
  expect(arrived).toMatchObject([
    { batch: 'batch', file_id: file.file_id, from: '/done/1.cbz', to: placed.target, size: file.size },
  ])
  expect([before, have()]).toEqual([0, 1])
  expect(events).toContainEqual({ type: 'issue.changed', issue_id: 'harbor-1', comic_id: 'harbor' })
})

test('what nobody wants any more is removed again', async () => {
  for (const stage of ['cancelled', 'failed'] as const) {
    db.write((tx) => tx.update(journal).set({ stage }).run())
    const placed = stage === 'cancelled' ? row() : findPlacement(db.read, 'p')!
    writeFileSync(placed.target!, makeCbz(makePages(3)))
    await linkPlaced(placed, 'batch', deps())
    expect(existsSync(placed.target!)).toBe(false)
  }
  expect([fileOf(db.read, 'harbor-1'), arrived, have()]).toEqual([undefined, [], 0])
})

test('an issue that was removed meanwhile is passed over', async () => {
  await linkPlaced(row({ issue_ids: ['gone', 'harbor-2'] }), 'batch', deps())
  expect(fileOf(db.read, 'harbor-2')).toBeDefined()
  expect(events.filter(({ type }) => type === 'issue.changed')).toHaveLength(1)
})

test('a file that took the place of another has its row, its issues, and is counted', () => {
  const file_id = makeFile(db, { path: '/comics/old.cbz' })
  linkReplaced(row({ replaced_file_id: file_id, issue_ids: ['harbor-1', 'harbor-2'] }), deps())
  expect([fileOf(db.read, 'harbor-1')?.file_id, fileOf(db.read, 'harbor-2')?.file_id]).toEqual([file_id, file_id])
  expect(findPlacement(db.read, 'p')).toMatchObject({ state: 'placed', file_id, detail: null })
  expect(have()).toBe(2)
})
