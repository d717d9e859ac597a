import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openZip } from '../../../base/formats/zip/zip'
import { systemFiles } from '../../../base/platform/files'
import type { Files, OpenFile } from '../../../base/platform/ports'
import { type TestApp, testApp } from '../../../testing/app'
import { makePages } from '../../../testing/archives/archives'
import { makeEpub } from '../../../testing/archives/books'
import { isPresent } from '../../../testing/harness/programs'
import { progressOf, putComic, putFile, scanInbox, scanLibrary } from '../../../testing/imports/imports'

/** Nothing that the user may expect in the library is left out silently. */

let folder: string
let app: TestApp
const at = (path: string) => join(folder, 'comics', path)

const start = (more: object = {}) =>
  testApp({
    settings: { comic_dirs: join(folder, 'comics'), import_dir: join(folder, 'inbox'), ...more },
    folder: join(folder, 'data'),
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-left-out-'))
  for (const name of ['comics', 'data', 'inbox']) mkdirSync(join(folder, name))
  app = await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const PAGES = makePages(12)
const layPages = (path: string, pages: Record<string, Uint8Array> = PAGES) => {
  for (const [name, bytes] of Object.entries(pages)) putFile(at(join(path, name)), bytes)
}

async function problems(): Promise<Record<string, string>> {
  const view = await scanLibrary(app)
  return Object.fromEntries(view.problems.map(({ path, problem }) => [path, problem]))
}

describe('a scan lists, with the reason,', () => {
  test('a linked folder', async () => {
    putComic(join(folder, 'elsewhere/Saga 001.cbz'), 1)
    symlinkSync(join(folder, 'elsewhere'), at('Linked'))
    expect(await problems()).toEqual({
      Linked: `This is a link to ${join(folder, 'elsewhere')}. Links to folders are not followed: add that folder as a library folder.`,
    })
  })

  test('but not a linked folder that is scanned anyway', async () => {
    putComic(at('Saga/Saga 001.cbz'), 1)
    mkdirSync(join(folder, 'manga'))
    putFile(join(folder, 'manga/x/y.txt'), '')
    await app.close()
    app = await start({ manga_dirs: join(folder, 'manga') })
    symlinkSync(at('Saga'), at('Again'))
    symlinkSync(join(folder, 'comics'), at('Loop'))
    symlinkSync(join(folder, 'manga/x'), at('Manga'))
    symlinkSync(join(folder, 'nowhere'), at('Lost'))
    expect(await problems()).toEqual({})
  })

  test('a folder of loose pictures, and which can be packed', async () => {
    layPages('Blame/Chapter 1')
    layPages('Blame/Few', makePages(3))
    const { problems, problem_total, packable } = await scanLibrary(app)
    expect(problems).toEqual([
      {
        path: 'Blame/Chapter 1',
        full_path: at('Blame/Chapter 1'),
        problem: 'This folder holds 12 loose pictures. Pack them as a CBZ to add them to the library.',
        remedy: 'pack',
      },
    ])
    expect([problem_total, packable]).toEqual([1, 1])
  })

  test('pictures in the library folder itself, which cannot be packed', async () => {
    layPages('.')
    const { problems, packable } = await scanLibrary(app)
    const problem = '12 loose pictures are directly in the library folder. Move them into a folder of their own.'
    expect(problems).toMatchObject([{ problem, remedy: null }])
    expect(packable).toBe(0)
  })

  test('but not pictures that belong to comics: covers, extras, samples, already packed ones', async () => {
    putComic(at('Saga/Saga 001.cbz'), 1)
    layPages('Saga')
    layPages('Saga/Covers')
    layPages('Other/sample')
    layPages('Saga/Saga 001')
    layPages('.hidden/Chapter 1')
    layPages('@eaDir/Chapter 1')
    expect(await problems()).toEqual({})
  })

  test('loose pictures between comics that are not extras', async () => {
    putComic(at('Blame/Blame v01.cbz'), 1)
    layPages('Blame/Blame c066')
    layPages('Extras')
    expect(Object.keys(await problems())).toEqual(['Blame/Blame c066', 'Extras'])
  })

  test('book formats that cannot be read', async () => {
    putFile(at('Saga/Saga 001.azw3'), 'x')
    putFile(at('Saga/Saga 002.CBA'), 'x')
    putFile(at('Saga/notes.txt'), 'x')
    expect(await problems()).toEqual({
      'Saga/Saga 001.azw3': 'Kindle books cannot be read. Convert the file to EPUB, PDF or CBZ.',
      'Saga/Saga 002.CBA': 'ACE archives cannot be read. Convert the file to EPUB, PDF or CBZ.',
    })
  })

  test('an EPUB that is a novel, as a proposal without pages', async () => {
    const words = (_: string, index: number) => `<p>Chapter ${index + 1} is nothing but words, many of them.</p>`
    putFile(at('Novels/A Novel.epub'), makeEpub(makePages(3), { body: words }))
    const [result] = (await scanLibrary(app)).results!
    expect(result?.files[0]?.evidence.at(-1)).toBe(
      'It is a text book: it can be stored and downloaded, but has no pages to show here',
    )
  })

  const anyBytes = isPresent(process.platform === 'linux', 'only Linux keeps names of any bytes')
  test.skipIf(!anyBytes)('a folder whose name is not UTF-8', async () => {
    putComic(at('plain/Cafe 001.cbz'), 1)
    renameSync(Buffer.from(at('plain')), Buffer.concat([Buffer.from(at('Caf')), Buffer.from([0xe9])]))
    const { progress } = await scanLibrary(app)
    expect(progress.errors).toEqual([
      `The folder ${at('Caf\ufffd')} cannot be opened: its name uses an encoding that this system cannot read. Rename it. Its files were left out.`,
    ])
  })

  test('the same for the import folder', async () => {
    for (const chapter of Array.from({ length: 13 }, (_, n) => `c${n}`))
      for (const [name, bytes] of Object.entries(makePages(4))) putFile(join(folder, 'inbox', chapter, name), bytes)
    await scanInbox(app)
    const { errors } = await app.reader.json<{ errors: string[] }>(200, app.reader.get('/api/import'))
    expect(errors).toHaveLength(11)
    expect(errors[0]).toBe(
      `${join(folder, 'inbox/c0')}: This folder holds 4 loose pictures. Pack them as a CBZ to add them to the library.`,
    )
    expect(errors.at(-1)).toBe('3 more are left out for such reasons.')
  })
})

describe('packing loose pictures', () => {
  const pack = (body: object, status = 200) =>
    app.reader.json<{ detail?: string }>(status, app.reader.post('/api/import/comic/pack', body))

  async function packed(): Promise<void> {
    await app.idle()
  }

  async function namesIn(path: string): Promise<string[]> {
    const file: OpenFile = await systemFiles.open(path)
    const zip = await openZip(file)
    await file.close()
    return zip!.entries.map(({ name }) => name)
  }

  test('creates a CBZ beside each folder, leaves the pictures, and proposes the new files', async () => {
    layPages('Blame/Chapter 1')
    layPages('Blame/Chapter 2', { ...makePages(5), 'ComicInfo.xml': new TextEncoder().encode('<ComicInfo/>') })
    const { scan_id } = await scanLibrary(app)
    await pack({ scan_id })
    await packed()
    expect(await namesIn(at('Blame/Chapter 1.cbz'))).toEqual(Object.keys(PAGES))
    expect(await namesIn(at('Blame/Chapter 2.cbz'))).toEqual([...Object.keys(makePages(5)), 'ComicInfo.xml'])
    expect(readdirSync(at('Blame/Chapter 1'))).toHaveLength(12)
    const view = await progressOf(app)
    expect(view.scan_id).not.toBe(scan_id)
    expect(view.problems).toEqual([])
    expect(view.results!.flatMap(({ files }) => files.map(({ path, pages }) => [path, pages]))).toEqual([
      ['Blame/Chapter 1.cbz', 12],
      ['Blame/Chapter 2.cbz', 5],
    ])
  })

  test('packs only the given folders, and only if the scan listed them', async () => {
    layPages('Blame/Chapter 1')
    layPages('Blame/Chapter 2')
    const { scan_id } = await scanLibrary(app)
    const { detail } = await pack({ scan_id, paths: [at('Blame/Chapter 1'), '/etc'] }, 400)
    expect(detail).toBe('The scan did not list /etc as a folder of loose pictures.')
    await pack({ scan_id, paths: [at('Blame/Chapter 2')] })
    await packed()
    expect([existsSync(at('Blame/Chapter 1.cbz')), existsSync(at('Blame/Chapter 2.cbz'))]).toEqual([false, true])
    expect((await progressOf(app)).packable).toBe(1)
  })

  test('is refused without such folders, and for an older scan', async () => {
    const { scan_id } = await scanLibrary(app)
    expect((await pack({ scan_id }, 400)).detail).toBe('The scan found no folders of loose pictures.')
    expect((await pack({ scan_id: 'older' }, 409)).detail).toContain('A newer scan')
    expect((await pack({}, 400)).detail).toBeString()
  })

  test('never replaces a newer file, and lists why a folder was not packed', async () => {
    layPages('Blame/Chapter 1')
    layPages('Blame/Chapter 2')
    const { scan_id } = await scanLibrary(app)
    putFile(at('Blame/Chapter 1.cbz'), 'somebody wrote this')
    putFile(at('Blame/Chapter 2/003.png'), 'x')
    await pack({ scan_id })
    await packed()
    expect(readFileSync(at('Blame/Chapter 1.cbz'), 'utf8')).toBe('somebody wrote this')
    const { progress } = await progressOf(app)
    expect(progress.errors[0]).toBe(
      `${at('Blame/Chapter 1')} was not packed: ${at('Blame/Chapter 1.cbz')} already exists, so nothing was placed there.`,
    )
    expect(readdirSync(at('Blame')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('makes the kind busy, and can be cancelled', async () => {
    layPages('Blame/Chapter 1')
    const stuck = stuckAt(1)
    await restart({ place: stuck.place })
    const { scan_id } = await scanLibrary(app)
    await pack({ scan_id })
    await stuck.reached
    expect((await progressOf(app)).packing).toEqual({ done: 0, total: 1 })
    for (const [path, body] of [
      ['scan'],
      ['confirm', { scan_id, selected_ids: ['x'] }],
      ['pack', { scan_id }],
    ] as const) {
      const reply = await app.reader.post(`/api/import/comic/${path}`, body)
      expect([path, reply.status]).toEqual([path, path === 'scan' ? 400 : 409])
    }
    await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))
    stuck.release()
    await app.idle()
    expect((await progressOf(app)).packing).toBeNull()
  })

  test('continues after a restart with the remaining folders', async () => {
    for (const n of [1, 2, 3]) layPages(`Blame/Chapter ${n}`)
    const stuck = stuckAt(2)
    await restart({ place: stuck.place })
    const { scan_id } = await scanLibrary(app)
    await pack({ scan_id })
    await stuck.reached
    expect((await progressOf(app)).packing).toEqual({ done: 1, total: 3 })
    const closed = app.close()
    stuck.fail()
    await closed
    let placed = 0
    await restart({ place: (from, to) => systemFiles.place(from, to).finally(() => placed++) }, { isClosed: true })
    await app.idle()
    expect(placed).toBe(2)
    expect(readdirSync(at('Blame')).sort()).toEqual([1, 2, 3].flatMap((n) => [`Chapter ${n}`, `Chapter ${n}.cbz`]))
    expect((await progressOf(app)).problems).toEqual([])
  })

  async function restart(files: Partial<Files>, { isClosed = false } = {}): Promise<void> {
    if (!isClosed) await app.close()
    app = await testApp({
      settings: { comic_dirs: join(folder, 'comics') },
      folder: join(folder, 'data'),
      databasePath: join(folder, 'data/panelkeep.db'),
      ports: { files: { ...systemFiles, ...files } },
    })
  }

  /** A disk that does not respond when the `nth` file gets its name. */
  function stuckAt(nth: number) {
    let count = 0
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
    const place: Files['place'] = (from, to) => {
      if (++count !== nth) return systemFiles.place(from, to)
      reached.resolve()
      return answer.promise
    }
    return {
      place,
      reached: reached.promise,
      release: () => answer.resolve(true),
      fail: () => answer.reject(new Error('the process ends')),
    }
  }
})

test('every file of a proposal is listed, page by page', async () => {
  for (let n = 1; n <= 29; n++) putComic(at(`Saga/Saga ${String(n).padStart(3, '0')}.cbz`), n)
  const [result] = (await scanLibrary(app)).results!
  type Files = { files: { path: string; full_path: string }[]; pagination: object }
  const page = (query: string) =>
    app.reader.json<Files>(200, app.reader.get(`/api/import/groups/${result!.group_id}/files${query}`))
  const [first, last] = [await page('?limit=20'), await page('?limit=20&offset=20')]
  expect(first.pagination).toEqual({ total: 29, limit: 20, offset: 0, has_more: true })
  expect(last.pagination).toEqual({ total: 29, limit: 20, offset: 20, has_more: false })
  const paths = [...first.files, ...last.files].map(({ full_path }) => full_path)
  expect(paths).toEqual(
    readdirSync(at('Saga'))
      .sort()
      .map((name) => at(`Saga/${name}`)),
  )
  expect((await page('')).files).toHaveLength(29)
  await app.reader.json(422, app.reader.get(`/api/import/groups/${result!.group_id}/files?limit=0`))
  await app.reader.json(404, app.reader.get('/api/import/groups/none/files'))
})
