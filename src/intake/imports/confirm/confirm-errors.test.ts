import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { timeline } from '../../../base/activity/tables'
import type { AppEvent } from '../../../base/events/types'
import type { FileFacts, Files } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import { LentDatabase } from '../../../base/storage/write-errors'
import { findSeries } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { proposedRows } from '../../../testing/imports/proposed-rows'
import { makeSeries } from '../../../testing/make'
import { findScan } from '../store'
import { importScans } from '../tables'
import { Confirmer, type ConfirmPayload } from './confirmer'

/** Errors of an import for files and series that could not be imported, over a simulated disk. */

const FACTS = { kind: 'file', size: 10, modifiedMs: 1, device: 1 } as FileFacts
let db: Database
let clock: ReturnType<typeof fakeClock>
let events: AppEvent[]
let rows: ReturnType<typeof proposedRows>
/** What `stat` returns for files that changed since the scan, and for their folders. */
let odd: Record<string, FileFacts | Error | undefined>
let folders: Record<string, string[]>
let reported: number[]
let stop: AbortController
beforeEach(() => {
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  rows = proposedRows(db)
  stop = new AbortController()
  ;[events, odd, folders, reported] = [[], {}, { '/c': ['Harbor Lights'] }, []]
  rows.scan()
  db.write((tx) => tx.update(importScans).set({ state: 'importing' }).run())
})
afterEach(() => db.close())

const files = {
  stat: async (path: string) => {
    const facts = path in odd ? odd[path] : FACTS
    if (facts instanceof Error) throw facts
    return facts
  },
  list: async (folder: string) => {
    const names = folders[folder]
    if (!names) throw new Error('EIO')
    return names.map((name) => ({ name, kind: 'folder' }))
  },
} as unknown as Files
let made = 0
function confirmer() {
  const random = { id: () => `id-${++made}` } as never
  return new Confirmer({ db, clock, random, files, order: () => [], listIssues: () => {} })
}
const payload = (...group_ids: string[]): ConfirmPayload => ({
  kind: 'comic',
  scan_id: 'scan',
  group_ids,
  corrections: {},
})
function confirm(...ids: string[]) {
  const persist = async <T>(work: (tx: Tx) => T) => db.write(work as never) as T
  const report = (part: number) => void reported.push(part)
  return confirmer().run(payload(...ids), { signal: stop.signal, report, operation_id: 'op', persist } as never)
}
const sentences = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}.cbz`)
const scan = () => findScan(db.read, 'scan')!
const timelineRows = () => db.read.select().from(timeline).all().map(({ status, subject_type, reason_detail }) => [status, subject_type, reason_detail]) // biome-ignore format: one row

describe('a file that changed since the scan', () => {
  test.each<[string, FileFacts | Error | undefined, string]>([
    ['has another size', { ...FACTS, size: 11 }, 'The file changed since the scan. Scan again.'],
    ['has another time', { ...FACTS, modifiedMs: 2 }, 'The file changed since the scan. Scan again.'],
    ['is gone', undefined, ''],
    ['cannot be read', new Error('EIO'), ''],
  ])('%s: it is left out, and the others are imported', async (_, facts, sentence) => {
    const a = rows.group('Harbor Lights', [1, 2])
    odd['/c/Harbor Lights/1.cbz'] = facts
    const done = await confirm(a)
    expect(done).toMatchObject({ imported: 1, errors: [{ comicid: 'local-Harbor Lights' }] })
    expect(done?.errors[0]?.error).toStartWith(`1.cbz: ${sentence}`)
    expect(findSeries(db.read, 'local-Harbor Lights')?.have).toBe(1)
    expect(rows.row(a).errors).toHaveLength(1)
    expect(timelineRows()[0]?.slice(0, 2)).toEqual(['succeeded', 'series'])
    expect(timelineRows()[0]?.[2]).toStartWith('1 file imported. 1 file not imported. 1.cbz')
  })

  test.each([
    [20, 20, undefined],
    [21, 21, undefined],
    [22, 21, 'The same goes for 2 more files.'],
    [30, 21, 'The same goes for 10 more files.'],
  ])('is named, for %d of them at most twenty times', async (count, errorCount, last) => {
    const a = rows.group('Harbor Lights', Array.from({ length: count }, (_, n) => n + 1))
    for (const name of sentences(count)) odd[`/c/Harbor Lights/${name}`] = { ...FACTS, size: 11 }
    const { errors } = (await confirm(a))!
    expect(errors).toHaveLength(errorCount)
    if (last) expect(errors.at(-1)?.error).toBe(last)
    else expect(errors.at(-1)?.error).toContain('changed since the scan')
    expect([rows.row(a).imported_at, timelineRows().at(-1)?.slice(0, 2)]).toEqual([null, ['failed', 'series']])
  }) // biome-ignore format: one glance

  test('leaves all of its series unchanged when its disk is not mounted', async () => {
    const a = rows.group('Harbor Lights', [1, 2])
    odd['/c/Harbor Lights/1.cbz'] = new Error('EIO')
    folders = { '/c': [] }
    const sentence = '/c cannot be read, so nothing was imported. Connect its disk and import again.'
    expect(await confirm(a)).toMatchObject({ imported: 0, errors: [{ error: sentence }] })
    expect([rows.row(a).errors, rows.row(a).imported_at, findSeries(db.read, 'local-Harbor Lights')]).toEqual([[sentence], null, undefined]) // biome-ignore format: one row
    expect(timelineRows()).toEqual([
      ['started', 'series', null],
      ['failed', 'series', sentence],
    ])
  })

  test('is no reason to check the disk when there is none', async () => {
    folders = {}
    expect(await confirm(rows.group('Harbor Lights', [1]))).toEqual({ imported: 1, errors: [] })
  })
})

describe('a series', () => {
  test('without new files counts as imported, and one that was removed since is reported', async () => {
    makeSeries(db, { comic_id: 'tide', name: 'Tide' })
    const [none, lost] = [
      rows.group('Tide', [{ path: '/c/1.cbz', in_library: true }], { existing_comic_id: 'tide', comic_id: 'tide' }),
      rows.group('Lost', [1], { existing_comic_id: 'gone', comic_id: 'gone' }),
    ]
    expect(await confirm(none, lost)).toEqual({ imported: 1, errors: [{ comicid: 'gone', error: 'Lost was removed from the library since the scan. Scan again.' }] }) // biome-ignore format: one row
    expect(rows.row(lost).imported_at).toBeNull()
    expect(timelineRows()).toEqual([
      ['started', 'series', null],
      ['failed', 'series', 'Lost was removed from the library since the scan. Scan again.'],
    ])
  })

  test('that is gone or imported is skipped, and counts as progress', async () => {
    const [a, done] = [rows.group('Harbor Lights', [1]), rows.group('Tide', [1], { imported_at: clock.now() })]
    expect(await confirm('none', done, a)).toEqual({ imported: 2, errors: [] })
    expect(reported).toEqual([2 / 3])
    expect(findSeries(db.read, 'local-Tide')).toBeUndefined()
  })

  test('with few files is saved together with others, up to fifty files', async () => {
    const few = Array.from({ length: 30 }, (_, n) => rows.group(`Tide ${n}`, [1, 2, 3, 4, 5, 6]))
    const long = rows.group(
      'Long',
      Array.from({ length: 110 }, (_, n) => n + 1),
    )
    let writes = 0
    const write = db.write.bind(db)
    db.write = (work) => {
      writes++
      return write(work)
    }
    expect(await confirm(...few, long)).toEqual({ imported: 31, errors: [] })
    // The name that is shown; three times eight series, six, twice fifty files of the long one, its rest; what is too
    // old; the end, with a write inside.
    expect(writes).toBe(11)
    expect(findSeries(db.read, 'local-Tide 29')?.have).toBe(6)
    expect(findSeries(db.read, 'local-Long')?.have).toBe(110)
  })

  test('that could not be saved says so, and those that share its transaction are imported', async () => {
    const [a, b] = [rows.group('Harbor Lights', [1]), rows.group('Copper Orchard', [1])]
    const write = db.write.bind(db)
    let writes = 0
    db.write = (work) => {
      // The transaction of both, and then its own.
      if (++writes === 2 || writes === 3) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      return write(work)
    }
    const done = await confirm(a, b)
    expect([done?.imported, done?.errors.length, rows.row(a).imported_at]).toEqual([1, 1, null])
    expect(rows.row(b).imported_at).not.toBeNull()
  })

  test('that meets a table of a move is imported when the run begins again', async () => {
    const [a, b] = [rows.group('Harbor Lights', [1]), rows.group('Copper Orchard', [1])]
    const write = db.write.bind(db)
    let writes = 0
    db.write = (work) => {
      if (++writes === 2) throw new LentDatabase()
      return write(work)
    }
    expect(await confirm(a, b).catch((error: unknown) => error)).toBeInstanceOf(LentDatabase)
    expect(await confirm(a, b)).toEqual({ imported: 2, errors: [] })
  })

  test('that fails in another way ends the import', async () => {
    const a = rows.group('Harbor Lights', [1])
    db.write = () => {
      throw new Error('a fault of ours')
    }
    expect(await confirm(a).catch(String)).toContain('a fault of ours')
  })
})

describe('the scan', () => {
  test('names the series being imported, five times a second at most, and is done at the end', async () => {
    const ids = ['A', 'B', 'C'].map((name) => rows.group(name, [1]))
    const names: (string | null)[] = []
    const stat = files.stat
    files.stat = async (path) => {
      names.push(scan().current_series)
      await clock.advance(names.length === 1 ? '0.1 s' : '0.2 s')
      return stat(path)
    }
    await confirm(...ids)
    files.stat = stat
    expect(names).toEqual(['A', 'A', 'C'])
    expect(scan()).toMatchObject({ state: 'completed', current_series: null, errors: [] })
    expect(events.filter(({ type }) => type === 'import.progress')).toHaveLength(3)
  })

  test('is left to the next run when this one is stopped', async () => {
    stop.abort()
    expect(await confirm(rows.group('A', [1]))).toBeUndefined()
    expect(scan().state).toBe('importing')
  })

  test('keeps its sentences, and says why an import failed', () => {
    db.write((tx) => tx.update(importScans).set({ errors: ['A.'] }).run()) // biome-ignore format: one row
    confirmer().ended(payload(), 'failed', 'B.')
    expect(scan()).toMatchObject({ state: 'completed', errors: ['A.', 'B.'] })
    db.write((tx) => tx.update(importScans).set({ state: 'importing' }).run())
    confirmer().ended(payload(), 'cancelled', 'C.')
    expect(scan()).toMatchObject({ state: 'completed', errors: ['A.', 'B.'] })
    events = []
    confirmer().ended(payload(), 'cancelled', 'C.')
    expect(events).toEqual([])
  })
})
