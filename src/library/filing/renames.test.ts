import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import type { NewOperation, Operations } from '../../base/work/operations'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { updateFileLocations } from '../series/presence-store'
import type { NamingSettings } from './naming'
import { Renames } from './rename'
import { changesOf, findBatch } from './store'

/** Checks before the work of a rename is queued. */

const NAMING: NamingSettings = {
  folder_format: '$Series',
  file_format: '$Series $Issue',
  replace_spaces: false,
  replace_char: '.',
  zero_level_n: 'none',
  lowercase_filenames: false,
}
let folder: string
let opened: ReturnType<typeof journalAt>
let queued: NewOperation[]
/** Kinds of operations that are active for the series. */
let active: string[]
const at = (path: string) => join(folder, path)
function put(path: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), 'comic')
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-renames-'))
  for (const root of ['comics', 'more', 'manga']) mkdirSync(at(root))
  opened = journalAt(folder)
  queued = []
  active = []
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})

function harbor(...paths: string[]): void {
  makeSeries(opened.db)
  const ids = makeIssues(
    opened.db,
    'harbor',
    paths.map((_, n) => n + 1),
  )
  for (const [n, path] of paths.entries()) {
    put(path)
    const { size, mtimeMs } = statSync(at(path))
    const row = { path: at(path), size, modified_ms: Math.trunc(mtimeMs), file_id: `f${n + 1}` }
    makeFile(opened.db, { ...row, issues: [ids[n]!] })
  }
}

interface Given {
  files?: Partial<Files>
  comics?: string[]
}
function renames({ files = {}, comics = ['comics', 'more'] }: Given = {}): Renames {
  const operations = {
    active: (kind: string, subject: string) => (subject === 'harbor' && active.includes(kind) ? [{}] : []),
    enqueue: (operation: NewOperation) => {
      queued.push(operation)
      return { operation_id: 'op' }
    },
  } as unknown as Operations
  const roots = (kind?: string) =>
    kind === 'manga' ? [at('manga')] : [...comics.map(at), ...(kind === undefined ? [at('manga')] : [])]
  const { db, journal } = opened
  const disk = { ...systemFiles, ...files }
  const folders = { naming: () => NAMING, roots, aside: () => undefined }
  return new Renames({ db, files: disk, operations, journal, ...folders })
}
const plannedMoves = (batch: string) =>
  changesOf(opened.db.read, batch).map(({ file_id, from_path, to_path }) => [
    file_id,
    ...[from_path, to_path].map((path) => path.slice(folder.length + 1)),
  ])

test('changes interrupted by a kill are settled before a rename or a move is planned', async () => {
  harbor('comics/a/1.cbz')
  put('comics/b/1.cbz')
  const { db, journal } = opened
  const settled = Promise.withResolvers<void>()
  journal.ready = () => settled.promise
  const plans = [renames().preview('harbor', {}), renames().previewMove('harbor', at('more'))]
  db.write((tx) =>
    updateFileLocations(tx, [{ file_id: 'f1', path: at('comics/b/1.cbz'), size: 5, modified_ms: 1 }], ''),
  )
  settled.resolve()
  for (const { changes } of await Promise.all(plans))
    expect(changes.map(({ from }) => from)).toEqual([at('comics/b/1.cbz')])
})

describe('the rename runs what the preview showed', () => {
  const template = (n: number) => ({ file_format: `$Series $Issue of ${n}` })

  test('with the templates of the preview, for the last fifty previews', async () => {
    harbor('comics/a/1.cbz')
    const service = renames()
    const first = await service.preview('harbor', template(0))
    const second = await service.preview('harbor', template(1))
    for (let n = 2; n < 50; n++) await service.preview('harbor', template(n))
    // Previewed again, so this is no longer the oldest.
    await service.preview('harbor', template(0))
    const { batch_id } = await service.apply('harbor', first.fingerprint)
    expect(plannedMoves(batch_id)).toEqual([['f1', 'comics/a/1.cbz', 'comics/Harbor Lights/Harbor Lights 1 of 0.cbz']])
    await service.apply('harbor', second.fingerprint)
    await service.preview('harbor', template(50))
    await expect(service.apply('harbor', second.fingerprint)).rejects.toThrow('changed since the preview')
    await service.apply('harbor', first.fingerprint)
  })

  test('for chosen files without the others of the folder, for all files with them', async () => {
    harbor('comics/a/1.cbz', 'comics/a/2.cbz')
    put('comics/a/cover.jpg')
    const service = renames()
    const { fingerprint } = await service.preview('harbor', {})
    const some = await service.apply('harbor', fingerprint, ['f2'])
    expect(plannedMoves(some.batch_id)).toEqual([['f2', 'comics/a/2.cbz', 'comics/Harbor Lights/Harbor Lights 2.cbz']])
    expect(findBatch(opened.db.read, some.batch_id)?.title).toBe('1 file renamed')
    for (const ids of [undefined, ['f2', 'f1']]) {
      const { batch_id } = await service.apply('harbor', fingerprint, ids)
      expect(plannedMoves(batch_id).map(([id]) => id)).toEqual(['f1', 'f2', ''])
      expect(findBatch(opened.db.read, batch_id)?.title).toBe('2 files renamed')
    }
  })

  test('even when the folder of the series is gone', async () => {
    harbor('comics/a/1.cbz')
    rmSync(at('comics/a'), { recursive: true })
    const { changes, others } = await renames().preview('harbor', {})
    expect([changes.map(({ problem }) => problem !== undefined), others]).toEqual([[true], []])
  })

  test('without files that have a problem', async () => {
    harbor('comics/a/1.cbz', 'comics/a/2.cbz')
    rmSync(at('comics/a/2.cbz'))
    put('comics/a/cover.jpg')
    symlinkSync(at('comics/a/1.cbz'), at('comics/a/link.jpg'))
    const service = renames()
    const { fingerprint } = await service.preview('harbor', {})
    const { batch_id } = await service.apply('harbor', fingerprint)
    expect(plannedMoves(batch_id).map(([, from]) => from)).toEqual(['comics/a/1.cbz', 'comics/a/cover.jpg'])
  })

  test('and is queued under its operation', async () => {
    harbor('comics/a/1.cbz')
    const service = renames()
    const { fingerprint, home } = await service.preview('harbor', {})
    const reply = await service.apply('harbor', fingerprint)
    const { batch_id } = reply
    expect(reply).toEqual({ success: true, operation_id: 'op', batch_id })
    expect(queued).toEqual([
      { kind: 'rename_files', subject: 'harbor', payload: { batch_id, comic_id: 'harbor', home } },
    ])
    expect(findBatch(opened.db.read, batch_id)).toMatchObject({
      kind: 'rename',
      comic_id: 'harbor',
      operation_id: 'op',
    })
  })

  test.each(['rename_files', 'move_series'])('but is refused while %s of the series is active', async (kind) => {
    harbor('comics/a/1.cbz')
    const service = renames()
    const { fingerprint } = await service.preview('harbor', {})
    active = [kind]
    await expect(service.apply('harbor', fingerprint)).rejects.toThrow(
      'Files of Harbor Lights are already being moved.',
    )
    expect(queued).toEqual([])
  })

  test('but is refused when nothing would change, not even another file', async () => {
    harbor('comics/Harbor Lights/Harbor Lights 1.cbz')
    const service = renames()
    const { fingerprint } = await service.preview('harbor', {})
    await expect(service.apply('harbor', fingerprint)).rejects.toThrow('Nothing to change')
    makeSeries(opened.db, { comic_id: 'empty' })
    const none = await service.preview('empty', {})
    expect(none).toMatchObject({ home: null, changes: [], unchanged: 0 })
  })

  test.each([{ folder_format: '$Serie' }, { file_format: '$Series' }])('but is refused with %j', async (templates) => {
    harbor('comics/a/1.cbz')
    await expect(renames().preview('harbor', templates)).rejects.toThrow('Without $')
  })
})

describe('a move', () => {
  const to = (path: string, options?: Given) => renames(options).move('harbor', path)

  test('goes to a library folder or below one', async () => {
    harbor('comics/a/1.cbz')
    const { batch_id } = await to(at('more'))
    expect(plannedMoves(batch_id)).toEqual([['f1', 'comics/a/1.cbz', 'more/a/1.cbz']])
    expect(findBatch(opened.db.read, batch_id)).toMatchObject({ kind: 'move_series', title: '1 file moved to more' })
    const deeper = await to(at('more/deep'))
    expect(plannedMoves(deeper.batch_id)).toEqual([['f1', 'comics/a/1.cbz', 'more/deep/a/1.cbz']])
    expect(queued.map(({ kind }) => kind)).toEqual(['move_series', 'move_series'])
  })

  test('of files without a folder of their own names none', async () => {
    harbor('comics/a/1.cbz', 'comics/b/2.cbz')
    const { batch_id } = await to(at('more'))
    expect(findBatch(opened.db.read, batch_id)?.title).toBe('2 files moved to another library folder')
  })

  test('includes the other files even if the comic cannot be moved', async () => {
    harbor('comics/a/1.cbz')
    rmSync(at('comics/a/1.cbz'))
    put('comics/a/cover.jpg')
    const { batch_id } = await to(at('more'))
    expect(plannedMoves(batch_id)).toEqual([['', 'comics/a/cover.jpg', 'more/a/cover.jpg']])
  })

  test('goes nowhere else', async () => {
    harbor('comics/a/1.cbz')
    await expect(to('more')).rejects.toThrow('more is not a full path.')
    await expect(to(at('manga'))).rejects.toThrow(
      `${at('manga')} is in no library folder for comics. Choose one of ${at('comics')}, ${at('more')}.`,
    )
    await expect(to(at('more'), { comics: [] })).rejects.toThrow('None is configured.')
    makeSeries(opened.db, { comic_id: 'kumo', content_type: 'manga' })
    await expect(renames().move('kumo', at('more'))).rejects.toThrow('is in no library folder for manga.')
  })

  describe('to another disk', () => {
    const disks = (free: number, more: Partial<Files> = {}): Given => ({
      files: {
        freeSpace: async () => ({ free, total: 1e12, remote: false }),
        stat: async (path) => {
          const facts = await systemFiles.stat(path)
          return facts && { ...facts, device: path.startsWith(at('more')) ? 2 : 1 }
        },
        ...more,
      },
    })
    const SPARE = 32 * 1024 * 1024

    test('needs room for all files that move, and only for these', async () => {
      harbor('comics/a/1.cbz', 'comics/a/2.cbz', 'comics/a/3.cbz')
      rmSync(at('comics/a/3.cbz'))
      symlinkSync(at('comics/a/1.cbz'), at('comics/a/3.cbz'))
      put('comics/a/cover.jpg')
      const needed = 3 * 'comic'.length
      await expect(to(at('more'), disks(SPARE + needed - 1))).rejects.toThrow('is too full for it')
      expect(queued).toEqual([])
      await to(at('more'), disks(SPARE + needed))
    })

    test('that is not connected is refused', async () => {
      harbor('comics/a/1.cbz')
      rmSync(at('more'), { recursive: true })
      await expect(to(at('more'))).rejects.toThrow(`There is no folder at ${at('more')}. Connect its disk.`)
    })

    test('only counts on another disk: on the same one there is always room', async () => {
      harbor('comics/a/1.cbz')
      const freeSpace = async () => ({ free: 0, total: 1, remote: false })
      await to(at('more'), { files: { freeSpace } })
      expect(queued).toHaveLength(1)
    })
  })
})
