import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { timeline } from '../../../base/activity/tables'
import { systemFiles } from '../../../base/platform/files'
import { lineLog } from '../../../base/platform/log'
import type { Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { FileImport } from '../../../library/filing/importer'
import { addBatch } from '../../../library/filing/store'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../../testing/make'
import { issuesMadeFor } from '../confirm/made-store'
import { importInbox } from '../tables'
import { InboxImporter } from './importer'
import { findInboxRow, type InboxRow, type NewInboxRow } from './store'

/** What happens to the rows and originals of an import, step by step. The copying is simulated. */

const COMIC = makeCbz(makePages(1))
let root: string
let db: Database
let clock: ReturnType<typeof fakeClock>
let log: string[]
let stop: AbortController
let imports: FileImport[]
let begun: object[]
let endings: string[]
/** What the simulated copying does before it links the file. */
let copying: (file: FileImport) => void
let renames: boolean
let inbox: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-filing-'))
  for (const name of ['inbox', 'comics']) mkdirSync(join(root, name))
  db = testDatabase()
  clock = fakeClock()
  stop = new AbortController()
  ;[log, imports, begun, endings, renames] = [[], [], [], [], false]
  inbox = join(root, 'inbox')
  copying = ({ path, wanted }) => writeFileSync(wanted, path.endsWith('empty.cbz') ? '' : COMIC)
  makeSeries(db)
  makeIssues(db, 'harbor', ['1'])
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true, force: true })
})

/** A file of the import folder with a series chosen by the user. */
function put(name: string, more: Partial<InboxRow> = {}): string {
  const path = join(root, 'inbox', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, COMIC)
  utimesSync(path, 1000, 1000)
  const facts = { size: COMIC.length, modified_ms: 1_000_000, content_type: 'comic', first_seen_at: clock.now() } as const
  const about = { series_name: 'Harbor Lights', match_key: 'harborlights', kind: 'issue', unit: 'issue', number: '1' }
  const chosen = { status: 'Importing', comic_id: 'harbor', removes_source: true, match_source: 'manual' }
  const row = { imp_id: name, path, ...facts, ...about, ...chosen, ...more } as NewInboxRow
  db.write((tx) => tx.insert(importInbox).values(row).run())
  return path
} // biome-ignore format: one glance
const row = (id: string) => findInboxRow(db.read, id)!

function importer(files: Files = systemFiles) {
  const journal = {
    beginBatch: (batch: { operation_id?: string | null }) => {
      begun.push(batch)
      const about = {
        batch_id: 'batch',
        kind: 'arrival',
        title: '',
        state: 'running',
        created_at: clock.now(),
      } as const
      db.write((tx) => addBatch(tx, { ...about, operation_id: batch.operation_id }))
      return 'batch'
    },
    endBatch: (_id: string, sentence: (files: number) => string) => void endings.push(sentence(1), sentence(2)),
  }
  const filing = {
    pathFor: async (_series: object, name: string[]) => join(root, 'comics', ...name),
    import: async (file: FileImport) => {
      imports.push(file)
      await file.check?.()
      copying(file)
      file.save({ target: file.wanted, target_hash: 'h' })
      return db.write((tx) => {
        const issues = file.issues(tx)
        if (issues) file.imported(tx, { file_id: 'file', path: file.wanted } as never)
        return issues && { file_id: 'file' }
      })
    },
  }
  const random = { id: () => `id-${imports.length}` } as never
  const lines = lineLog(clock.now, (line) => log.push(line))
  const homes = () => ({ roots: [join(root, 'comics')], naming: { file_format: '$Series $Issue', zero_level_n: '00x' as const, replace_char: '.', folder_format: '', replace_spaces: false, lowercase_filenames: false } }) // biome-ignore format: one row
  const archives = { files, ...archiveHelper() } as never
  const places = { inbox: () => inbox, homes, renames: () => renames }
  return new InboxImporter({ db, clock, random, log: lines, archives, filing: { importer: filing, journal } as never, places, order: () => [] }) // biome-ignore format: one row
}
const run = (imp_ids: string[], { move = true, files = systemFiles as Files, reports = [] as number[] } = {}) =>
  importer(files).run({ imp_ids, move }, { signal: stop.signal, report: (part: number) => void reports.push(part), operation_id: 'op' } as never) // biome-ignore format: one row

describe('a file', () => {
  test('is placed under its name, linked, recorded and removed from the import folder', async () => {
    const path = put('a.cbz')
    expect(await run(['a.cbz'])).toEqual({ imported: 1, moved: 1, errors: [] })
    expect(imports[0]).toMatchObject({ id: 'a.cbz', source: path, returns: true, placing: 'move', wanted: join(root, 'comics/a.cbz'), batch_id: 'batch' }) // biome-ignore format: one row
    expect(row('a.cbz')).toMatchObject({ status: 'Imported', target: join(root, 'comics/a.cbz'), imported_at: clock.now(), removes_source: false, problem: null }) // biome-ignore format: one row
    expect([existsSync(path), existsSync(inbox)]).toEqual([false, true])
    expect(issuesMadeFor(db.read, 'file')).toEqual([])
  })

  test('stays in the import folder when files are copied', async () => {
    const path = put('a.cbz', { removes_source: false })
    expect(await run(['a.cbz'], { move: false })).toEqual({ imported: 1, moved: 0, errors: [] })
    expect([imports[0]?.placing, imports[0]?.returns, existsSync(path)]).toEqual(['copy', false, true])
  })

  test('with a new number creates an issue, which is recorded', async () => {
    put('a.cbz', { number: '7' })
    await run(['a.cbz'])
    expect(issuesMadeFor(db.read, 'file')).toHaveLength(1)
  })

  test('is renamed by the template if that is set', async () => {
    renames = true
    put('a.cbz')
    await run(['a.cbz'])
    expect(imports[0]?.wanted).toBe(join(root, 'comics', 'Harbor Lights 001.cbz'))
  })

  test.each<[string, Partial<InboxRow>, string]>([
    ['with a deleted series', { comic_id: 'gone' }, 'was removed from the library in the meantime'],
    ['without a series', { comic_id: null }, 'was removed from the library in the meantime'],
    ['with a deleted issue', { issue_id: 'gone' }, 'was removed from the library in the meantime'],
    ['with another size than scanned', { size: 1 }, 'changed after the scan'],
    ['with another time than scanned', { modified_ms: 1 }, 'changed after the scan'],
  ])('%s stays, and its row says why', async (_, more, sentence) => {
    const path = put('a.cbz', more)
    const done = await run(['a.cbz'])
    expect([done?.imported, existsSync(path), row('a.cbz').status]).toEqual([0, true, 'Failed'])
    expect(done?.errors).toEqual([{ imp_id: 'a.cbz', error: expect.stringContaining(sentence) }])
    expect(row('a.cbz').removes_source).toBe(false)
  })

  test('that is not a comic any more stays, and so does one that cannot be copied, which is logged', async () => {
    const path = put('a.cbz')
    put('b.cbz')
    writeFileSync(path, Buffer.alloc(COMIC.length, 7))
    utimesSync(path, 1000, 1000)
    copying = () => {
      throw new Error('EIO')
    }
    const done = await run(['a.cbz', 'b.cbz'])
    expect(done?.errors[1]).toEqual({ imp_id: 'b.cbz', error: 'It could not be copied: EIO' })
    expect(done?.errors[0]?.error).not.toContain('copied')
    expect(log).toHaveLength(1)
  })

  test('that was cancelled during the copy is not imported', async () => {
    put('a.cbz')
    copying = () => db.write((tx) => void tx.update(importInbox).set({ status: 'Not Imported' }).run())
    expect(await run(['a.cbz'])).toEqual({ imported: 0, moved: 0, errors: [] })
    expect(row('a.cbz').status).toBe('Not Imported')
  })

  test.each(['Not Imported', 'Failed'] as const)('that is %s by now is skipped', async (status) => {
    const path = put('a.cbz', { status })
    await run(['a.cbz', 'none'])
    expect([imports, row('a.cbz').status, existsSync(path)]).toEqual([[], status, true])
  })
})

describe('the original', () => {
  const imported = { status: 'Imported' } as const
  const placed = (name: string) => {
    const target = join(root, 'comics', name)
    writeFileSync(target, COMIC)
    return target
  }

  test('of a file that the previous process placed is removed by this one', async () => {
    const path = put('a.cbz', { ...imported, target: placed('a.cbz') })
    expect(await run(['a.cbz'])).toMatchObject({ imported: 1, moved: 1 })
    expect([imports, existsSync(path), row('a.cbz').removes_source]).toEqual([[], false, false])
  })

  test.each<[string, () => Partial<InboxRow>]>([
    ['if the library has no file of it', () => ({ target: null })],
    ['if the copy is gone', () => ({ target: join(root, 'comics', 'gone.cbz') })],
    ['if the copy has another size', () => ({ target: join(root, 'inbox', 'short') })],
    ['if its size changed', () => ({ target: placed('a.cbz'), size: 1 })],
    ['if its time changed', () => ({ target: placed('a.cbz'), modified_ms: 1 })],
    ['if files are copied', () => ({ target: placed('a.cbz'), removes_source: false })],
    ['if it is the copy, by another path', () => ({ target: join(root, 'link', 'a.cbz') })],
  ])('stays %s', async (_, more) => {
    const path = join(root, 'inbox', 'a.cbz')
    writeFileSync(join(root, 'inbox', 'short'), 'short')
    symlinkSync(dirname(path), join(root, 'link'))
    put('a.cbz', { ...imported, ...more() })
    await run(['a.cbz'])
    expect([existsSync(path), row('a.cbz').problem]).toEqual([true, null])
  }) // biome-ignore format: a table

  test('is removed with the folders that are empty then, and no others', async () => {
    put('x/y/a.cbz', { imp_id: 'a' })
    put('x/z/b.cbz', { imp_id: 'b' })
    writeFileSync(join(inbox, 'x/z/notes.txt'), 'mine')
    await run(['a', 'b'])
    expect([readdirSync(join(inbox, 'x')), readdirSync(join(inbox, 'x/z'))]).toEqual([['z'], ['notes.txt']])
  })

  test('is removed without any folder when no import folder is set any more', async () => {
    put('x/a.cbz', { imp_id: 'a' })
    inbox = ''
    await run(['a'])
    expect(readdirSync(join(root, 'inbox', 'x'))).toEqual([])
  })

  test('that cannot be removed is logged, and a folder that cannot is not', async () => {
    put('a.cbz')
    const files = { ...systemFiles, remove: () => Promise.reject(new Error('EACCES')) }
    expect(await run(['a.cbz'], { files })).toMatchObject({ imported: 1, moved: 0, errors: [] })
    expect(row('a.cbz').problem).toBe('The library has it, but the file in the import folder could not be removed.')
    expect(log).toHaveLength(1)
    put('x/b.cbz', { imp_id: 'b' })
    const stuck = { ...systemFiles, removeEmptyFolder: () => Promise.reject(new Error('EACCES')) }
    expect(await run(['b'], { files: stuck })).toMatchObject({ imported: 1, moved: 1 })
    expect([row('b').problem, log.length]).toEqual([null, 2])
  })
})

describe('an import', () => {
  test('reports progress, and its files are undone together', async () => {
    put('a.cbz')
    put('b.cbz')
    const reports: number[] = []
    await run(['a.cbz', 'b.cbz'], { reports })
    expect(reports).toEqual([0.5, 1])
    expect(begun).toEqual([{ kind: 'arrival', comic_id: 'harbor', title: 'Import folder', operation_id: 'op' }])
    expect(endings).toEqual(['1 file imported', '2 files imported'])
    expect(db.read.select().from(timeline).all().map(({ reason_detail }) => reason_detail)).toEqual(['2 files imported.'])
  }) // biome-ignore format: one glance

  test('without a placed file ends no batch', async () => {
    await run(['none'])
    expect([begun, endings]).toEqual([[], []])
  })

  test('that is stopped leaves the rest to the next run', async () => {
    put('a.cbz')
    const path = put('b.cbz')
    copying = ({ wanted }) => {
      writeFileSync(wanted, COMIC)
      stop.abort()
      throw new Error('stopped')
    }
    expect(await run(['a.cbz', 'b.cbz'])).toBeUndefined()
    expect([row('a.cbz').status, row('b.cbz').status, imports.length, existsSync(path)]).toEqual(['Importing', 'Importing', 1, true]) // biome-ignore format: one row
    expect(statSync(join(root, 'inbox', 'a.cbz')).size).toBe(COMIC.length)
    expect([endings.length, db.read.select().from(timeline).all()]).toEqual([2, []])
  })

  test.each([
    ['failed', 'The disk is full.', 'The disk is full.'],
    ['cancelled', 'x', 'The import was cancelled.'],
  ] as const)('that %s says so about the remaining files', (state, error, problem) => {
    put('a.cbz')
    put('b.cbz', { status: 'Imported' })
    importer().ended({ imp_ids: ['a.cbz', 'b.cbz'], move: true }, state, error)
    expect(row('a.cbz')).toMatchObject({ status: 'Failed', problem, removes_source: false })
    expect(row('b.cbz')).toMatchObject({ status: 'Imported', problem: null })
    expect(db.read.select().from(timeline).all()).toHaveLength(1)
  })
})
