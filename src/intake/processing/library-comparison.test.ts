import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from '../../base/formats/fingerprint'
import { systemFiles } from '../../base/platform/files'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { compareWithLibrary, type FormatScoreOf, type IncomingFile } from './library-comparison'
import { addPlacements } from './store'

let folder: string
let db: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-worth-'))
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2', { number: '3', intent: 'skipped' }, { number: '4', intent: 'ignored' }])
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
/** A library file that exists. */
const has = (name: string, issues: string[], more: Parameters<typeof makeFile>[1] = {}) => {
  writeFileSync(at(name), name)
  return makeFile(db, { path: at(name), issues, size: 100, page_count: 20, content_hash: name, ...more })
}
const came = (name: string, file_id: string, more: object = {}) =>
  db.write((tx) => {
    const row = { item_id: 'item', position: 0, source_path: `/done/${name}`, size: 1, modified_ms: 1 }
    addPlacements(tx, [{ ...row, placement_id: name, state: 'placed', file_id, updated_at: '2026', ...more } as never])
  })
const worth = async (issues: string[], more: Partial<IncomingFile> = {}, formatScoreOf?: FormatScoreOf) => {
  writeFileSync(at('come.cbz'), 'come')
  const inspection = { format: 'cbz', pages: 20 } as IncomingFile['inspection']
  const come: IncomingFile = {
    path: at('come.cbz'),
    name: 'Harbor 1.cbz',
    inspection,
    size: 100,
    issues,
    expected: new Set<string>(),
    certain: false,
    onlyMissing: false,
    item_id: 'item',
    ...more,
  }
  return compareWithLibrary(come, {
    db: db.read,
    archives: { files: systemFiles } as never,
    preference: 'filesize',
    formatScoreOf,
  })
}
const decision = async (issues: string[], more: Partial<IncomingFile> = {}) => (await worth(issues, more)).decision

describe('a file is new', () => {
  test('if the library has none of its issues, or not all', async () => {
    expect(await worth(['harbor-1'])).toMatchObject({ decision: 'new', existing: undefined })
    has('one.cbz', ['harbor-1'])
    expect(await decision(['harbor-1', 'harbor-2'])).toBe('new')
  })

  test("if the library's file is lost, but not if its disk is not mounted", async () => {
    has('one.cbz', ['harbor-1'])
    rmSync(at('one.cbz'))
    expect(await decision(['harbor-1'])).toBe('new')
    makeFile(db, { path: '/no/such/disk/two.cbz', issues: ['harbor-2'], size: 100, page_count: 20 })
    expect(await decision(['harbor-2'])).toBe('worse')
  })
})

describe('a file is not imported', () => {
  test('whose issues are skipped or ignored, all of them', async () => {
    expect(await decision(['harbor-3'])).toBe('unwanted')
    expect(await decision(['harbor-4'])).toBe('unwanted')
    expect(await decision(['harbor-3', 'harbor-4'])).toBe('unwanted')
    expect(await decision(['harbor-1', 'harbor-3'])).toBe('new')
  })

  test('unless it was requested, or confirmed by the user', async () => {
    expect(await decision(['harbor-3'], { expected: new Set(['harbor-3']) })).toBe('new')
    expect(await decision(['harbor-3'], { certain: true })).toBe('new')
    has('three.cbz', ['harbor-3'])
    expect(await decision(['harbor-3'], { size: 200 })).toBe('upgrade')
  })

  test('if its issues are in several files, or in one with others', async () => {
    has('one.cbz', ['harbor-1'])
    has('two.cbz', ['harbor-2'])
    expect(await worth(['harbor-1', 'harbor-2'], { certain: true, size: 900 })).toMatchObject({
      decision: 'worse',
      detail: 'The library already has all of its issues.',
    })
    makeIssues(db, 'harbor', ['5', '6'])
    has('both.cbz', ['harbor-5', 'harbor-6'])
    expect(await decision(['harbor-5'], { size: 900 })).toBe('worse')
    expect(await decision(['harbor-5', 'harbor-6'], { size: 900 })).toBe('upgrade')
  })

  test('if it is the same, even on request', async () => {
    writeFileSync(at('come.cbz'), 'come')
    has('one.cbz', ['harbor-1'], { content_hash: await fingerprint(at('come.cbz'), systemFiles) })
    expect(await decision(['harbor-1'], { certain: true })).toBe('duplicate')
  })
})

test('a file that the user wants replaces a better one', async () => {
  const file_id = has('one.cbz', ['harbor-1'], { size: 900 })
  expect(await decision(['harbor-1'])).toBe('worse')
  expect(await worth(['harbor-1'], { certain: true })).toMatchObject({ decision: 'upgrade', existing: { file_id } })
})

describe('a corrected release', () => {
  test('is recognized by the release names of both', async () => {
    const file_id = has('one.cbz', ['harbor-1'], { size: 900 })
    expect(await decision(['harbor-1'], { name: 'Harbor 1 (f).cbz' })).toBe('fixed')
    came('Harbor 1 (f).cbz', file_id)
    expect(await decision(['harbor-1'], { name: 'Harbor 1 (f).cbz' })).toBe('worse')
    expect(await decision(['harbor-1'], { name: 'Harbor 1 (f2).cbz' })).toBe('fixed')
  })

  test('of the library is recognized by its file name if it came without a download', async () => {
    has('Harbor 1 (fixed).cbz', ['harbor-1'])
    expect(await decision(['harbor-1'], { size: 900 })).toBe('worse')
  })
})

describe('a pack', () => {
  test('replaces only files that it brought itself', async () => {
    const file_id = has('one.cbz', ['harbor-1'])
    expect(await worth(['harbor-1'], { onlyMissing: true, size: 900 })).toMatchObject({
      decision: 'worse',
      existing: { file_id },
    })
    expect(await decision(['harbor-1'], { onlyMissing: true, name: 'Harbor 1 (f).cbz' })).toBe('worse')
    came('a.cbz', file_id, { item_id: 'other' })
    expect(await decision(['harbor-1'], { onlyMissing: true, size: 900 })).toBe('worse')
    came('b.cbz', file_id, { placement_id: 'b', updated_at: '2027', position: 1 })
    expect(await decision(['harbor-1'], { onlyMissing: true, size: 900 })).toBe('upgrade')
  })

  test('with the same file as the library brings a duplicate', async () => {
    writeFileSync(at('come.cbz'), 'come')
    has('one.cbz', ['harbor-1'], { content_hash: await fingerprint(at('come.cbz'), systemFiles) })
    expect(await decision(['harbor-1'], { onlyMissing: true })).toBe('duplicate')
  })

  test('brings missing issues', async () => {
    expect(await decision(['harbor-1'], { onlyMissing: true })).toBe('new')
  })
})

describe('a download that was grabbed for an issue of the library', () => {
  const cbzFirst: FormatScoreOf = (_issues, format) => (format === 'cbz' ? 10 : 0)
  const cbrFirst: FormatScoreOf = (_issues, format) => (format === 'cbr' ? 10 : 0)
  const expected = new Set(['harbor-1'])

  test('replaces a file in a worse format by the release rules, and never one in a better format', async () => {
    has('one.cbr', ['harbor-1'], { format: 'cbr' })
    expect(await worth(['harbor-1'], { expected }, cbzFirst)).toMatchObject({ decision: 'upgrade' })
    expect(await worth(['harbor-1'], { expected, size: 1000 }, cbrFirst)).toMatchObject({
      decision: 'worse',
      detail: 'The library has it as CBR, which the release rules prefer.',
    })
  })

  test('replaces nothing with fewer pages, or if it was not grabbed for the issue', async () => {
    has('one.cbr', ['harbor-1'], { format: 'cbr' })
    const inspection = { format: 'cbz', pages: 19 } as IncomingFile['inspection']
    expect(await worth(['harbor-1'], { expected, inspection }, cbzFirst)).toMatchObject({ decision: 'worse' })
    expect(await worth(['harbor-1'], {}, cbzFirst)).toMatchObject({ decision: 'worse' })
  })
})
