import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from '../../base/formats/fingerprint'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import { isPresent } from '../../testing/harness/programs'
import { journalAt, otherDisk, putComic } from '../../testing/imports/filing'
import { bookmarksOf, saveBookmark } from '../reading/bookmark-store'
import { progressRows, saveProgress } from '../reading/progress-row-store'
import { fileWithId } from '../series/file-store'
import { RecycleBin } from './recycle-bin'
import { changesOf, findBatch } from './store'

const OLD = Buffer.from('the pages as they came '.repeat(40))
const NEW = Buffer.from('the same pages in another box '.repeat(40))

let folder: string
let opened: ReturnType<typeof journalAt>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-journal-'))
  mkdirSync(at('Old'), { recursive: true })
  writeFileSync(at('Old/a 1.cbr'), OLD)
  opened = journalAt(folder)
  await putComic(opened.db, at('Old/a 1.cbr'))
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, 'comics', path)
const facts = { format: 'cbz', page_count: 3, cover_page: 1 } as const
const make = (bytes: Buffer) => (temp: string) => systemFiles.write(temp, bytes)
const verify = async () => {}
const row = () => fileWithId(opened.db.read, 'f')!
const begin = (kind: 'convert' | 'tag' | 'rename' = 'convert') =>
  opened.journal.beginBatch({ kind, comic_id: 'a', title: '1 file changed' })
const hidden = () =>
  readdirSync(at('.'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && `${entry.parentPath}/${entry.name}`.includes('.panelkeep'))
    .map((entry) => join(entry.parentPath, entry.name))

async function converted(to?: string): Promise<string> {
  const batch = begin()
  await opened.journal.replaceFile(batch, { file_id: 'f', to, make: make(NEW), verify, facts })
  opened.journal.endBatch(batch)
  return batch
}

function read(): void {
  const moment = '2026-11-02T00:00:00.000Z'
  const of = { issue_id: 'i', comic_id: 'a', page: 1, page_count: 2, furthest: 1, completed: true, times_read: 1 }
  const times = { started_at: moment, read_at: moment, finished_at: moment }
  const from = { device: null, device_id: null, again: null, share: null }
  opened.db.write((tx) => {
    saveProgress(tx, { content_key: row().content_hash!, ...of, ...times, ...from })
    saveBookmark(tx, { content_key: row().content_hash!, page: 1, issue_id: 'i', note: 'here', created_at: moment })
  })
}

describe('replacing a file', () => {
  test('keeps the old one, and the row describes the new one', async () => {
    const before = row()
    await converted(at('Old/a 1.cbz'))
    expect(existsSync(at('Old/a 1.cbr'))).toBe(false)
    expect(readFileSync(at('Old/a 1.cbz')).equals(NEW)).toBe(true)
    const content_hash = await fingerprint(at('Old/a 1.cbz'), systemFiles)
    expect(row()).toMatchObject({ path: at('Old/a 1.cbz'), size: NEW.length, ...facts, content_hash })
    expect(hidden().map((path) => readFileSync(path).equals(OLD))).toEqual([true])
    expect(hidden()[0]).toStartWith(at('.panelkeep-recycle'))
    expect(before.content_hash).not.toBe(content_hash)
  })

  test('is undone to the same bytes, with nothing left behind', async () => {
    const before = row()
    const batch = await converted()
    expect(readFileSync(at('Old/a 1.cbr')).equals(NEW)).toBe(true)
    expect(await opened.journal.undoBatch(batch)).toEqual({ undone: 1, failed: [] })
    expect(readFileSync(at('Old/a 1.cbr')).equals(OLD)).toBe(true)
    expect(row()).toEqual(before)
    expect(hidden()).toEqual([])
    expect(existsSync(at('.panelkeep-recycle'))).toBe(false)
    expect(findBatch(opened.db.read, batch)?.state).toBe('undone')
  })

  test('the progress in the old bytes counts for the new ones, and back', async () => {
    read()
    const batch = await converted(at('Old/a 1.cbz'))
    const progress = () => progressRows(opened.db.read, ['i']).get('i')
    expect(progress()).toMatchObject({ content_key: row().content_hash!, completed: true })
    expect(bookmarksOf(opened.db.read, 'i')).toHaveLength(1)
    await opened.journal.undoBatch(batch)
    expect(progress()).toMatchObject({ content_key: row().content_hash!, completed: true })
    expect(bookmarksOf(opened.db.read, 'i')).toHaveLength(1)
  })

  test('other names of a hard link keep the old bytes', async () => {
    linkSync(at('Old/a 1.cbr'), join(folder, 'seeding.cbr'))
    await converted()
    expect(readFileSync(join(folder, 'seeding.cbr')).equals(OLD)).toBe(true)
  })

  test('a new file that fails verification changes nothing', async () => {
    const batch = begin()
    const broken = async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    const replacement = { file_id: 'f', make: make(NEW), verify: broken, facts }
    await expect(opened.journal.replaceFile(batch, replacement)).rejects.toThrow(/is full/)
    opened.journal.endBatch(batch)
    expect(readFileSync(at('Old/a 1.cbr')).equals(OLD)).toBe(true)
    expect(hidden()).toEqual([])
    expect(findBatch(opened.db.read, batch)?.state).toBe('partial')
    expect(changesOf(opened.db.read, batch)[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('full'),
    })
  })

  test('a file that changed meanwhile is left alone', async () => {
    const batch = begin()
    const meddling = async (temp: string) => {
      await systemFiles.write(temp, NEW)
      writeFileSync(at('Old/a 1.cbr'), 'somebody else wrote this')
    }
    const replacement = { file_id: 'f', make: meddling, verify, facts }
    await expect(opened.journal.replaceFile(batch, replacement)).rejects.toThrow(/changed in the meantime/)
    expect(readFileSync(at('Old/a 1.cbr')).toString()).toBe('somebody else wrote this')
    expect(hidden()).toEqual([])
  })

  test('a name that is taken is not overwritten', async () => {
    writeFileSync(at('Old/a 1.cbz'), 'somebody else')
    await expect(converted(at('Old/a 1.cbz'))).rejects.toThrow(/already exists/)
    expect(readFileSync(at('Old/a 1.cbr')).equals(OLD)).toBe(true)
    expect(readFileSync(at('Old/a 1.cbz')).toString()).toBe('somebody else')
    expect(hidden()).toEqual([])
  })
})

describe('new metadata', () => {
  const notes = { 'ComicInfo.xml': 'older notes', 'MetronInfo.xml': null }
  const noted = async () => {
    const batch = begin('tag')
    await opened.journal.writeMetadata(batch, { file_id: 'f', make: make(NEW), verify, before_notes: notes })
    opened.journal.endBatch(batch)
    return batch
  }
  const renote = (calls: unknown[]) => async (path: string, content: unknown, temp: string) => {
    calls.push([path, content])
    await systemFiles.write(temp, OLD)
  }

  test('replaces the file in one step; only the older metadata is kept', async () => {
    read()
    await noted()
    expect(readFileSync(at('Old/a 1.cbr')).equals(NEW)).toBe(true)
    expect(hidden()).toEqual([])
    expect(row()).toMatchObject({ size: NEW.length, format: 'cbr', page_count: 2 })
    expect(progressRows(opened.db.read, ['i']).get('i')?.content_key).toBe(row().content_hash!)
  })

  test("is undone at the file's current path", async () => {
    const batch = await noted()
    const moving = begin('rename')
    await opened.journal.moveFile(moving, { file_id: 'f', to: at('New/b 1.cbr') })
    opened.journal.endBatch(moving)
    const calls: unknown[] = []
    expect(await opened.journal.undoBatch(batch, renote(calls))).toEqual({ undone: 1, failed: [] })
    expect(calls).toEqual([[at('New/b 1.cbr'), notes]])
    expect(row().content_hash).toBe(await fingerprint(at('New/b 1.cbr'), systemFiles))
  })

  test('stays when the file changed since, or when it cannot be written', async () => {
    const batch = await noted()
    expect((await opened.journal.undoBatch(batch)).failed[0]?.error).toContain('The earlier metadata cannot be written')
    const { mtimeMs, size } = statSync(at('Old/a 1.cbr'))
    writeFileSync(at('Old/a 1.cbr'), Buffer.alloc(size + 1))
    utimesSync(at('Old/a 1.cbr'), mtimeMs / 1000, mtimeMs / 1000)
    expect((await opened.journal.undoBatch(batch, renote([]))).failed[0]?.error).toContain('changed since')
    writeFileSync(at('Old/a 1.cbr'), 'another program wrote this')
    expect((await opened.journal.undoBatch(batch, renote([]))).failed[0]?.error).toContain('changed since')
  })
})

describe('moving a file', () => {
  test('keeps hard links on the same disk and notifies followers', async () => {
    linkSync(at('Old/a 1.cbr'), join(folder, 'seeding.cbr'))
    await opened.journal.moveFile(begin('rename'), { file_id: 'f', to: at('New/b 1.cbr') })
    expect(statSync(at('New/b 1.cbr')).ino).toBe(statSync(join(folder, 'seeding.cbr')).ino)
    expect(opened.followed.at(-1)).toEqual([at('Old/a 1.cbr'), at('New/b 1.cbr')])
  })

  test('is refused twice at once for one file', async () => {
    const { journal } = opened
    const first = journal.moveFile(begin('rename'), { file_id: 'f', to: at('New/b 1.cbr') })
    const second = journal.moveFile(begin('rename'), { file_id: 'f', to: at('New/c 1.cbr') })
    const results = await Promise.allSettled([first, second])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(readFileSync(row().path).equals(OLD)).toBe(true)
  })

  test.skipIf(!isPresent(existsSync('/dev/shm'), 'there is no second disk at /dev/shm'))(
    'to a disk that is really another one',
    async () => {
      const other = mkdtempSync('/dev/shm/panelkeep-journal-')
      try {
        if (statSync(other).dev === statSync(folder).dev) return
        const before = row()
        const batch = begin('rename')
        await opened.journal.moveFile(batch, { file_id: 'f', to: join(other, 'New/b 1.cbr') })
        expect(existsSync(at('Old/a 1.cbr'))).toBe(false)
        expect(row()).toEqual({ ...before, path: join(other, 'New/b 1.cbr') })
        opened.journal.endBatch(batch)
        expect((await opened.journal.undoBatch(batch)).undone).toBe(1)
        expect(row()).toEqual(before)
        expect(readdirSync(join(other, 'New'))).toEqual([])
      } finally {
        rmSync(other, { recursive: true })
      }
    },
  )

  test('a copy that differs is thrown away', async () => {
    opened.db.close()
    const files = otherDisk(systemFiles, (path) => path.includes('New'))
    opened = journalAt(folder, { ...files, hash: async () => 'another hash' })
    await expect(opened.journal.moveFile(begin('rename'), { file_id: 'f', to: at('New/b 1.cbr') })).rejects.toThrow(
      /differs from the original/,
    )
    expect(readFileSync(at('Old/a 1.cbr')).equals(OLD)).toBe(true)
    expect(readdirSync(at('New'))).toEqual([])
  })
})

describe('the recycle folder', () => {
  const bin = (free: number) => {
    const files = { ...systemFiles, freeSpace: async () => ({ free, total: 1e12, remote: false }) }
    const log = lineLog(opened.clock.now, () => {}, 'debug')
    return new RecycleBin({ db: opened.db, clock: opened.clock, files, log, days: () => 30 })
  }

  test('keeps old files for the configured days', async () => {
    const batch = await converted()
    await opened.clock.advance('29 d')
    await bin(1e12).prune()
    expect(hidden()).toHaveLength(1)
    await opened.clock.advance('2 d')
    await bin(1e12).prune()
    expect(hidden()).toEqual([])
    expect(existsSync(at('.panelkeep-recycle'))).toBe(false)
    expect((await opened.journal.undoBatch(batch)).failed[0]?.error).toContain('recycle folder')
  })

  test('keeps them for a day when the disk is nearly full', async () => {
    await converted()
    await bin(1e6).prune()
    expect(hidden()).toHaveLength(1)
    await opened.clock.advance('2 d')
    await bin(1e6).prune()
    expect(hidden()).toEqual([])
  })
})

test('a batch whose changes all failed keeps its title, and one that succeeded counts them', async () => {
  const failed = begin()
  const broken = { file_id: 'f', make: () => Promise.reject(new Error('broken')), verify, facts }
  await opened.journal.replaceFile(failed, broken).catch(() => undefined)
  opened.journal.endBatch(failed, (count) => `${count} of them`)
  expect(findBatch(opened.db.read, failed)).toMatchObject({ state: 'partial', title: '1 file changed' })
  const good = begin()
  await opened.journal.replaceFile(good, { file_id: 'f', make: make(NEW), verify, facts })
  opened.journal.endBatch(good, (count) => `${count} of them`)
  expect(findBatch(opened.db.read, good)).toMatchObject({ state: 'done', title: '1 of them' })
})

test('a failure has its own reason, even if its leftovers cannot be removed', async () => {
  opened.db.close()
  const remove = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }))
  opened = journalAt(folder, { ...systemFiles, remove })
  const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  const replacement = { file_id: 'f', make: make(NEW), verify: full, facts }
  const reason = await opened.journal.replaceFile(begin(), replacement).catch(String)
  expect(reason).toContain('is full')
})

test('a batch that changed nothing is deleted', () => {
  const batch = begin()
  opened.journal.endBatch(batch)
  expect(findBatch(opened.db.read, batch)).toBeUndefined()
})

test('a change on an unavailable disk waits for the next start', async () => {
  const { db } = opened
  const batch = begin('rename')
  opened.journal.planMoves(batch, [
    { file_id: 'f', from: at('Old/a 1.cbr'), to: at('New/a 1.cbr'), size: 1, modified_ms: 1 },
  ])
  db.write((tx) => {
    tx.run(`update file_changes set state = 'started'` as never)
  })
  rmSync(at('.'), { recursive: true })
  await opened.journal.recover()
  expect(changesOf(db.read, batch)[0]?.state).toBe('started')
  mkdirSync(at('New'), { recursive: true })
  writeFileSync(at('New/a 1.cbr'), 'x')
  await opened.journal.recover()
  expect(changesOf(db.read, batch)[0]?.state).toBe('done')
  expect(row().path).toBe(at('New/a 1.cbr'))
})
