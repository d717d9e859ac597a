import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { basename, dirname } from 'node:path'
import type { FileEntry, FileFacts, Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { CandidateFile } from '../../../library/recognition/service'
import { setLocation } from '../../../library/series/presence-store'
import { findSeries } from '../../../library/series/store'
import { files as libraryFiles } from '../../../library/series/tables'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { knownDisks, lostDisks, saveDisk } from '../folders/disk-store'
import { libraryFileAt } from '../library-store'
import { ScanProgress } from '../progress'
import { findScan, insertScan } from '../store'
import { type ReconcileResult, Reconciler } from './reconcile'
import type { ScannedFile } from './scan-file'

/** The results of a scan, compared with the library, on a simulated disk. */

let clock: ReturnType<typeof fakeClock>
let db: Database
/** The simulated disk: files and folders by path, each with its device. */
let there: Map<string, { kind: 'file' | 'folder'; device: number }>
/** Folders whose `stat` fails, and what happens when one is listed. */
let silent: Set<string>
let closed: Set<string>
let listing: (folder: string) => void
let roots: string[]
let others: string[]
let stop: AbortController
beforeEach(() => {
  clock = fakeClock()
  db = testDatabase()
  ;[there, silent, closed, roots, others] = [new Map(), new Set(), new Set(), ['/c'], []]
  listing = () => {}
  stop = new AbortController()
  db.write((tx) => insertScan(tx, { scan_id: 'scan', kind: 'comic', at: clock.now() }))
})
afterEach(() => db.close())

const disk = {
  stat: async (path: string) => {
    if (silent.has(path)) throw new Error('EIO')
    const facts = there.get(path)
    return facts && ({ ...facts, size: 10, modifiedMs: 1 } as FileFacts)
  },
  real: async (path: string) => (there.has(path) ? path : undefined),
  list: async (folder: string) => {
    listing(folder)
    if (silent.has(folder) || there.get(folder)?.kind !== 'folder') throw new Error('ENOENT')
    const inside = [...there].filter(([path]) => dirname(path) === folder && path !== folder)
    return inside.map(([path, { kind }]) => ({ name: basename(path), kind }) as FileEntry)
  },
} as unknown as Files

/** Puts a file there, with the folders above it. */
function put(path: string, device = 1): void {
  there.set(path, { kind: 'file', device })
  for (let at = dirname(path); !there.has(at); at = dirname(at)) there.set(at, { kind: 'folder', device })
}
/** A library file with its own issue. */
function has(path: string, content_hash: string | null = path, comic_id = 'harbor'): string {
  if (!findSeries(db.read, comic_id)) makeSeries(db, { comic_id, name: comic_id })
  const [issue] = makeIssues(db, comic_id, [{ number: `${made++}` }])
  return makeFile(db, { path, issues: [issue!], content_hash, size: 10, modified_ms: 1, file_id: path })
}
let made = 1

/** What the scan found at a path: a content, and the library's file. */
type Sighting = { hash?: string; modified_ms?: number; device?: number }
async function scanned(seen: Record<string, Sighting | undefined>): Promise<ReconcileResult & { progress: ScanProgress; reconciler: Reconciler }> {
  const scan = { kind: 'comic', scan_id: 'scan' } as const
  const progress = new ScanProgress({ db, clock, scan, tools: { signal: stop.signal, report: () => {} } })
  const reconciler = new Reconciler({ db, clock, files: disk, folders: { roots, others }, closed })
  for (const [at, [path, sighting]] of Object.entries(seen).entries()) await reconciler.add(at, found(path), sighting && sightOf(path, sighting))
  return { ...(await reconciler.apply(progress, async () => undefined)), progress, reconciler }
} // biome-ignore format: one glance
function found(path: string): CandidateFile {
  const root = roots.find((each) => path.startsWith(each))!
  return { place: { root, path: dirname(path), parts: [] }, name: basename(path) }
}
function sightOf(path: string, { hash = path, modified_ms = 1, device }: Sighting): ScannedFile {
  const known = libraryFileAt(db.read, path)
  const row = { scan_id: 'scan', path, root_length: 3, size: 10, modified_ms, content_hash: hash, evidence: [] }
  const seen = { ...found(path), path, size: 10, pages: 20 }
  const same = known?.content_hash === hash ? { libraryFile: known } : known ? { replaces: known } : {}
  return { row, seen, ...same, ...(device === undefined ? {} : { device }) } as ScannedFile
}
const goneFiles = () => db.read.select().from(libraryFiles).all().filter(({ gone_at }) => gone_at !== null).map(({ file_id }) => file_id) // biome-ignore format: one row
const pathOf = (id: string) => db.read.select().from(libraryFiles).all().find(({ file_id }) => file_id === id)?.path // biome-ignore format: one row
const counted = () => {
  const { moved_files, missing_files } = findScan(db.read, 'scan')!
  return [moved_files, missing_files]
}
const sentenceOf = ({ progress }: { progress: ScanProgress }) => {
  progress.flush()
  return findScan(db.read, 'scan')!.errors.join(' ')
}

describe('a library file that was not found', () => {
  test('is missing, but not if it was found, exists anyway or does not answer', async () => {
    for (const path of ['/c/a/1.cbz', '/c/a/2.cbz', '/c/a/3.txt', '/c/a/4.cbz']) has(path)
    for (const path of ['/c/a/1.cbz', '/c/a/3.txt']) put(path)
    silent.add('/c/a/4.cbz')
    await scanned({ '/c/a/1.cbz': {} })
    expect([goneFiles(), counted()]).toEqual([['/c/a/2.cbz'], [0, 1]])
  })

  test('is missing from an empty folder of a single series', async () => {
    has('/c/a/1.cbz')
    put('/c/b/2.cbz')
    there.set('/c/a', { kind: 'folder', device: 1 })
    await scanned({})
    expect(goneFiles()).toEqual(['/c/a/1.cbz'])
  })

  test('is missing, however many there are', async () => {
    const facts = { size: 10, modified_ms: 1, format: 'cbz', page_count: 1, added_at: '2026' } as const
    const rows = Array.from({ length: 520 }, (_, n) => ({ ...facts, file_id: `${n}`, path: `/c/a/${n}.cbz` }))
    db.write((tx) => void tx.insert(libraryFiles).values(rows).run())
    put('/c/b/2.cbz')
    await scanned({})
    expect([goneFiles().length, counted()]).toEqual([520, [0, 520]])
  })

  test('stays when the library folder is empty, which is reported if it had files', async () => {
    has('/c/a/1.cbz')
    roots = ['/c', '/d']
    there.set('/c', { kind: 'folder', device: 1 })
    const after = await scanned({})
    expect([goneFiles(), sentenceOf(after)]).toEqual([[], '/c is empty, so its disk counts as not connected. Its series and issues stay in the library.']) // biome-ignore format: one row
  })

  test('stays when the library folder disappears during the scan', async () => {
    has('/c/a/1.cbz')
    put('/c/b/2.cbz')
    let looks = 0
    listing = (folder) => {
      if (folder === '/c' && ++looks === 2) there.delete('/c/b')
    }
    await scanned({})
    expect(goneFiles()).toEqual([])
  })

  test('stays when its folder was emptied during the scan', async () => {
    has('/c/a/1.cbz')
    has('/c/a/2.cbz', 'x', 'copper')
    put('/c/a/3.cbz')
    put('/c/b/2.cbz')
    let looks = 0
    listing = (folder) => {
      if (folder === '/c/a' && ++looks === 2) there.delete('/c/a/3.cbz')
    }
    await scanned({ '/c/a/3.cbz': {} })
    expect(goneFiles()).toEqual([])
  })

  test('stays below a folder that could not be listed, without another sentence', async () => {
    has('/c/a/b/1.cbz')
    has('/c/ab/2.cbz')
    put('/c/d/3.cbz')
    closed.add('/c/a')
    expect(sentenceOf(await scanned({}))).toBe('')
    expect(goneFiles()).toEqual(['/c/ab/2.cbz'])
  })

  test('stays when a folder of several series is empty, with one sentence', async () => {
    has('/c/a/x/1.cbz')
    has('/c/a/y/1.cbz', 'h', 'copper')
    has('/c/a/y/2.cbz', 'i', 'copper')
    has('/c/e/1.cbz', 'j', 'paper')
    put('/c/d/3.cbz')
    for (const folder of ['/c/a', '/c/e']) there.set(folder, { kind: 'folder', device: 1 })
    const after = await scanned({})
    expect(sentenceOf(after)).toBe('/c/a is empty, so its disk counts as not connected. Its 3 files stay in the library. If you removed the files, remove the folder too.') // biome-ignore format: one row
    expect(goneFiles()).toEqual(['/c/e/1.cbz'])
  })

  test('is decided by the nearest library folder', async () => {
    has('/c/manga/1.cbz')
    has('/d/1.cbz')
    others = ['/c/manga']
    put('/c/d/3.cbz')
    await scanned({})
    expect(goneFiles()).toEqual([])
  })

  test('is not reported once the scan was stopped', async () => {
    has('/c/a/1.cbz')
    put('/c/d/3.cbz')
    stop.abort()
    expect(await scanned({ '/c/d/3.cbz': { hash: '/c/a/1.cbz' } })).toMatchObject({ moved: [], newcomers: [] })
    expect(goneFiles()).toEqual([])
  })
})

describe('a file with the content of a library file', () => {
  test('is that file, if it is gone from its own path', async () => {
    const id = has('/c/a/1.cbz', 'h')
    put('/c/b/1.cbz')
    const { moved } = await scanned({ '/c/b/1.cbz': { hash: 'h' } })
    expect(moved).toMatchObject([{ at: 0, was: '/c/a/1.cbz', file: { file_id: id, path: '/c/b/1.cbz' } }])
    expect([pathOf(id), goneFiles(), counted()]).toEqual(['/c/b/1.cbz', [], [1, 0]])
  })

  test.each<[string, (path: string) => void]>([
    ['was found', put],
    ['exists anyway', put],
    ['does not answer', (path) => void silent.add(path)],
    ['is below an unlisted folder', (path) => void closed.add(dirname(path))],
  ])('is a copy if that one %s', async (how, lay) => {
    const id = has('/c/a/1.cbz', 'h')
    lay('/c/a/1.cbz')
    put('/c/b/1.cbz')
    const both = how === 'was found' ? { '/c/a/1.cbz': { hash: 'h' } } : {}
    const { moved } = await scanned({ '/c/b/1.cbz': { hash: 'h' }, ...both })
    expect([moved, pathOf(id)]).toEqual([[], '/c/a/1.cbz'])
  })

  test('is that file, if it was missing before', async () => {
    const id = has('/c/a/1.cbz', 'h')
    db.write((tx) => tx.update(libraryFiles).set({ gone_at: '2026-01-01' }).run())
    put('/c/b/1.cbz')
    silent.add('/c/a/1.cbz')
    await scanned({ '/c/b/1.cbz': { hash: 'h' } })
    expect([pathOf(id), goneFiles()]).toEqual(['/c/b/1.cbz', []])
  })

  test('is matched by name among several, and no file is matched twice', async () => {
    const [one, two] = [has('/c/a/1.cbz', 'h'), has('/c/a/2.cbz', 'h')]
    for (const path of ['/c/b/0.cbz', '/c/b/2.cbz', '/c/b/3.cbz']) put(path)
    const { moved } = await scanned(Object.fromEntries(['/c/b/0.cbz', '/c/b/2.cbz', '/c/b/3.cbz'].map((path) => [path, { hash: 'h' }]))) // biome-ignore format: one row
    expect([pathOf(one), pathOf(two), moved.length]).toEqual(['/c/b/0.cbz', '/c/b/2.cbz', 2])
  })

  test('leaves its path to a new file', async () => {
    const id = has('/c/a/1.cbz', 'h')
    for (const path of ['/c/a/1.cbz', '/c/b/1.cbz']) put(path)
    const { moved, newcomers } = await scanned({ '/c/a/1.cbz': { hash: 'new' }, '/c/b/1.cbz': { hash: 'h' } })
    expect([moved.length, newcomers.map(({ at }) => at), pathOf(id)]).toEqual([1, [0], '/c/b/1.cbz'])
  })

  test('replaces another one, which is missing then', async () => {
    const [one, two] = [has('/c/a/1.cbz', 'h'), has('/c/a/2.cbz', 'i')]
    put('/c/a/2.cbz')
    const { moved, newcomers } = await scanned({ '/c/a/2.cbz': { hash: 'h' } })
    expect([moved.length, newcomers, pathOf(one)]).toEqual([1, [], '/c/a/2.cbz'])
    expect([goneFiles(), counted()]).toEqual([[two], [1, 1]])
  })

  test('swaps paths with another one', async () => {
    const [one, two] = [has('/c/a/1.cbz', 'h'), has('/c/a/2.cbz', 'i')]
    for (const path of ['/c/a/1.cbz', '/c/a/2.cbz']) put(path)
    await scanned({ '/c/a/1.cbz': { hash: 'i' }, '/c/a/2.cbz': { hash: 'h' } })
    expect([pathOf(one), pathOf(two), goneFiles()]).toEqual(['/c/a/2.cbz', '/c/a/1.cbz', []])
  })

  test('is found if it exists but was not scanned: the library may have it in another folder', async () => {
    has('/m/1.cbz', 'h')
    has('/m/2.cbz', 'i')
    has('/m/3.cbz', 'j')
    for (const path of ['/m/1.cbz', '/m/3.cbz', '/c/1.cbz']) put(path)
    const { reconciler } = await scanned({ '/c/1.cbz': {} })
    expect(await reconciler.twinElsewhere('h')).toBe('/m/1.cbz')
    expect(await reconciler.twinElsewhere('i')).toBeUndefined()
    expect(await reconciler.twinElsewhere('none')).toBeUndefined()
    db.write((tx) => tx.update(libraryFiles).set({ gone_at: '2026-01-01' }).run())
    expect(await reconciler.twinElsewhere('j')).toBeUndefined()
  })

  test('is not returned if it was scanned', async () => {
    has('/c/1.cbz', 'h')
    put('/c/1.cbz')
    const { reconciler } = await scanned({ '/c/1.cbz': { hash: 'h' } })
    expect(await reconciler.twinElsewhere('h')).toBeUndefined()
  })
})

describe('a library file that was found', () => {
  const at = () => db.read.select().from(libraryFiles).get()!

  test('and was touched gets its new time', async () => {
    has('/c/a/1.cbz', 'h')
    put('/c/a/1.cbz')
    await scanned({ '/c/a/1.cbz': { hash: 'h', modified_ms: 7 } })
    expect([at().modified_ms, counted()]).toEqual([7, [0, 0]])
  })

  test('and was missing is back', async () => {
    has('/c/a/1.cbz', 'h')
    db.write((tx) => tx.update(libraryFiles).set({ gone_at: '2026-01-01' }).run())
    put('/c/a/1.cbz')
    await scanned({ '/c/a/1.cbz': { hash: 'h' } })
    expect(at().gone_at).toBeNull()
  })

  test.each([
    ['is the one that its files moved to', ['/c/new/x/1.cbz', '/c/new/2.cbz'], '/c/new'],
    ['stays while one of them is in the old one', ['/c/new/1.cbz', '/c/old/2.cbz'], '/c/old'],
    ['is none if they are in the library folder itself', ['/c/1.cbz', '/c/2.cbz'], null],
  ])('leaves the folder of its series unchanged, or that %s', async (_, paths, folder) => {
    has('/c/old/1.cbz', 'h')
    has('/c/old/2.cbz', 'i')
    db.write((tx) => setLocation(tx, 'harbor', '/c/old', clock.now()))
    for (const path of paths) put(path)
    await scanned({ [paths[0]!]: { hash: 'h' }, [paths[1]!]: { hash: 'i' } })
    expect(findSeries(db.read, 'harbor')?.location).toBe(folder)
  })

  test('sets no folder for a series that has none', async () => {
    has('/c/old/1.cbz', 'h')
    put('/c/new/1.cbz')
    await scanned({ '/c/new/1.cbz': { hash: 'h' } })
    expect(findSeries(db.read, 'harbor')?.location).toBeNull()
  })
})

describe('a disk inside the library', () => {
  const mount = (folder: string) => there.set(folder, { kind: 'folder', device: 2 })
  const known = (path: string) => db.write((tx) => saveDisk(tx, path, clock.now()))
  beforeEach(() => put('/c/a/0.cbz'))

  test('is recorded when a file on it was found, and not before', async () => {
    put('/c/usb/x/1.cbz', 2)
    await scanned({ '/c/a/0.cbz': { device: 1 } })
    expect(knownDisks(db.read)).toEqual([])
    await scanned({ '/c/a/0.cbz': { device: 1 }, '/c/usb/x/1.cbz': { device: 2 } })
    expect(knownDisks(db.read)).toEqual(['/c/usb'])
  })

  test('that is not mounted keeps its files, and is recorded as lost', async () => {
    has('/c/usb/x/1.cbz')
    known('/c/usb')
    const after = await scanned({})
    expect([goneFiles(), lostDisks(db.read)]).toEqual([[], ['/c/usb']])
    expect(sentenceOf(after)).toStartWith('No disk is mounted at /c/usb, so it counts as not connected. Its file stays in the library.') // biome-ignore format: one row
  })

  test('that is mounted has missing files reported', async () => {
    has('/c/usb/x/1.cbz')
    known('/c/usb')
    mount('/c/usb')
    await scanned({})
    expect([goneFiles(), lostDisks(db.read), knownDisks(db.read)]).toEqual([['/c/usb/x/1.cbz'], [], ['/c/usb']])
  })

  test.each([
    ['most', ['1', '2'], ['/c/usb/3.cbz'], []],
    ['half', ['1'], [], ['/c/usb']],
  ] as const)(
    'that is not mounted, and %s of whose files are in a folder of its name',
    async (_, seen, missed, lost) => {
      for (const n of seen.length === 2 ? [1, 2, 3] : [1, 2]) has(`/c/usb/${n}.cbz`)
      for (const n of seen) put(`/c/usb/${n}.cbz`)
      known('/c/usb')
      await scanned(Object.fromEntries(seen.map((n) => [`/c/usb/${n}.cbz`, {}])))
      expect([goneFiles(), lostDisks(db.read)] as unknown).toEqual([missed, lost])
      expect(knownDisks(db.read)).toEqual(lost as never)
    },
  )

  test('without library files is forgotten, and one elsewhere is not part of this scan', async () => {
    known('/c/usb')
    known('/m/usb')
    known('/')
    await scanned({})
    expect(knownDisks(db.read).sort()).toEqual(['/m/usb'])
  })

  test('with files of only the other kind is not part of this scan', async () => {
    others = ['/c/usb/manga']
    has('/c/usb/manga/1.cbz')
    known('/c/usb')
    await scanned({})
    expect([goneFiles(), lostDisks(db.read), knownDisks(db.read)]).toEqual([[], [], []])
  })
})
