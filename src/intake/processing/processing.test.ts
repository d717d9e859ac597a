import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { startedOf } from '../../library/filing/store'
import { fileOf } from '../../library/series/file-store'
import { findIssue, setIntent } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { bytesOf, damage, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { clientRow, itemAt } from '../../testing/downloads/clients'
import {
  addDownloadedItem,
  filesBelow,
  type GrabbedItem,
  importDownload,
  placementOutcomes,
  putDownload,
  startProcessing,
  waitForEnd,
} from '../../testing/downloads/processing'
import { until } from '../../testing/harness/until'
import { makeIssues, makeSeries } from '../../testing/make'
import { findBlocked } from '../downloads/blocklist/store'
import { saveClient } from '../downloads/clients/store'
import { type DownloadItem, findDownload, updateItem } from '../downloads/store'
import { journal } from '../downloads/tables'
import { addPlacements } from './store'

const COMIC = makeCbz(makePages(3))
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-processing-'))
  app = await startProcessing(folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...parts: string[]) => join(folder, ...parts)
const comic = (n: number | string, pages = 3) => makeCbz({ ...makePages(pages), 'n.txt': `${n}` })
const grab = (content_path: string, more: Partial<GrabbedItem> = {}): GrabbedItem => {
  return { issues: ['harbor-3'], comic_id: 'harbor', content_path, ...more }
}

async function restart(more: Parameters<typeof startProcessing>[1]): Promise<void> {
  await app.close()
  app = await startProcessing(folder, more)
}

function harbor(last = 3): string[] {
  makeSeries(app.db, { year: 2015 })
  const numbers = Array.from({ length: last }, (_, index) => String(index + 1))
  return makeIssues(
    app.db,
    'harbor',
    numbers.map((number) => ({ number, intent: 'wanted' as const })),
  )
}

const fulfilled = (id: string) => findIssue(app.db.read, id)?.fulfillment
const KEY = 'harbor-3|indexer a'
const PLACED = join('Harbor Lights (2015)', 'Harbor Lights 003 (2015).cbz')
const bytesAt = (path: string) => Buffer.from(readFileSync(path))

describe('a release of one issue', () => {
  beforeEach(() => void harbor())

  test('that was grabbed is in the library, renamed and linked, and its download is empty', async () => {
    const path = putDownload(folder, 'Harbor.Lights.003.2015/abc123.cbz', COMIC)
    const item = await importDownload(app, grab(dirname(path)))
    expect(item).toMatchObject({ stage: 'post_processed', reason: null })
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
    expect(existsSync(dirname(path))).toBe(false)
    const file = fileOf(app.db.read, 'harbor-3')
    expect(file).toMatchObject({ page_count: 3, format: 'cbz' })
    expect(bytesAt(file!.path).equals(Buffer.from(COMIC))).toBe(true)
    expect(fulfilled('harbor-3')).toBe('downloaded')
    expect(placementOutcomes(app, item)).toEqual([{ state: 'placed', decision: 'new', detail: null }])
  })

  test.each<[string, string[], Partial<DownloadItem>, boolean]>([
    ['everything that a torrent client seeds', ['hl3'], {}, true],
    ['one file of it', ['hl3', 'Harbor Lights 003 (2015).cbz'], {}, true],
    ['its parent folder', [], {}, true],
    ['the files of a job that the client removed', ['hl3'], { held: 'gone' }, false],
    ['the files that a usenet client left', ['hl3'], { protocol: 'usenet' }, false],
    ['the files of a client that was deleted', ['hl3'], { client: 'gone' }, false],
    ['files with a similar name', ['hl3'], { content_path: 'hl' }, false],
  ])('that a request names by %s leaves those files in place: %j %j, %p', async (_, named, row, stays) => {
    const path = putDownload(folder, 'hl3/Harbor Lights 003 (2015).cbz', COMIC)
    const seeding = { ...itemAt('qbit', '2026-11-21T08:00:00.000Z'), item_id: 'seeds', digest: 'seeds' }
    const whole = { ...seeding, stage: 'post_processed', protocol: 'torrent', ...row } as const
    const content_path = at('downloads', row.content_path ?? 'hl3')
    app.db.write((tx) => {
      saveClient(tx, clientRow({ type: 'qbittorrent', client_id: 'qbit', address: 'http://qbit.test' }))
      tx.insert(journal)
        .values({ ...whole, content_path })
        .run()
    })
    const item = await importDownload(app, grab(at('downloads', ...named)))
    expect([item.stage, existsSync(path)]).toEqual(['post_processed', stays])
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })

  test('is imported without its samples, notes and checksums, which stay', async () => {
    putDownload(folder, 'hl3/Harbor Lights 003 (2015).cbz', COMIC)
    putDownload(folder, 'hl3/sample/hl-sample.cbz', comic('sample'))
    putDownload(folder, 'hl3/hl3.nfo', 'made by somebody')
    putDownload(folder, 'hl3/hl3.par2', 'PAR2')
    expect(await importDownload(app, grab(at('downloads', 'hl3')))).toMatchObject({ stage: 'post_processed' })
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
    expect(filesBelow(folder, 'downloads')).toEqual(['hl3/hl3.nfo', 'hl3/hl3.par2', 'hl3/sample/hl-sample.cbz'])
  })

  test('is found in a file without an extension, and gets the extension of its format', async () => {
    putDownload(folder, 'x/8f2a77c0', makeCbr(makePages(2)))
    expect(await importDownload(app, grab(at('downloads', 'x')))).toMatchObject({ stage: 'post_processed' })
    expect(filesBelow(folder, 'comics')).toEqual([PLACED.replace(/z$/, 'r')])
  })

  test('with another number waits for the user, and is imported when the user confirms it', async () => {
    const path = putDownload(folder, 'Harbor Lights 007 (2015).cbz', COMIC)
    const item = await importDownload(app, grab(path))
    expect(item).toMatchObject({ stage: 'manual_review' })
    const sentence = 'The file does not match Harbor Lights #3. Its name: wrong number: 7 (wanted: 3).'
    expect(item.reason).toBe(`holds_something_else: ${sentence}`)
    expect(existsSync(path)).toBe(true)
    const body = { action: 'import', release_keys: [item.release_key] }
    await app.reader.json(200, app.reader.post('/api/attention/resolve', body))
    await app.idle()
    expect(fulfilled('harbor-3')).toBe('downloaded')
    expect(findDownload(app.db.read, item.item_id)).toMatchObject({ stage: 'manual_review', resolution: 'imported' })
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })

  const broken = (): Uint8Array => {
    const pages = { ...makePages(9) }
    const p7 = Buffer.from(pages['p7.png']!)
    return makeCbz({ ...pages, 'p7.png': p7.subarray(0, p7.length / 2) }, { store: true })
  }
  const locked = () => makeCbr([{ name: 'p1.png', data: bytesOf('secret'), encrypted: true }])
  const BAD = [
    ['has a truncated page 7', broken, /Page 7/],
    ['is cut off', () => damage(COMIC, 'cut'), /./],
    ['is a web page', () => damage(COMIC, 'web page'), /web page/],
    ['has a password', locked, /password/],
  ] as const
  test.each(BAD)('that %s is not imported: it is blocked, and another one is searched for', async (_, bytes, why) => {
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', bytes())
    const item = await importDownload(app, grab(path))
    expect(item).toMatchObject({ stage: 'failed', again_at: expect.any(String) })
    expect(item.reason).toStartWith('ddl_download_or_artifact_validation_failed: ')
    expect(item.reason).toMatch(why)
    expect(findBlocked(app.db.read, item.digest)).toMatchObject({ title: item.title })
    expect(fulfilled('harbor-3')).toBe('missing')
    expect(filesBelow(folder, 'comics')).toEqual([])
  })

  test('without a comic has failed', async () => {
    putDownload(folder, 'hl/setup.exe', 'MZ')
    const item = await importDownload(app, grab(at('downloads', 'hl')))
    expect(item).toMatchObject({ stage: 'failed' })
    expect(item.reason).toContain('contains no comic')
  })

  test('that is cancelled during the import leaves everything unchanged', async () => {
    let cancelled: Response | undefined
    const link: Files['link'] = async (from, to) => {
      const made = await systemFiles.link(from, to)
      cancelled = await app.reader.post('/api/activity/in-flight/cancel', { kind: 'journal', release_key: KEY })
      return made
    }
    await restart({ files: { ...systemFiles, link } })
    harbor()
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    const item = await importDownload(app, grab(path))
    expect(cancelled?.status).toBe(200)
    expect(item.stage).toBe('cancelled')
    await app.idle()
    expect([filesBelow(folder, 'comics'), existsSync(path)]).toEqual([[], true])
    expect(fulfilled('harbor-3')).toBe('missing')
  })
})

describe('a download that was not grabbed', () => {
  const skip = (id: string) => app.db.write((tx) => void setIntent(tx, id, 'skipped', app.clock.now()))

  test('is left when it is skipped, and imported when the user grabbed it', async () => {
    harbor()
    for (const id of ['harbor-2', 'harbor-3']) skip(id)
    putDownload(folder, 'both/Harbor Lights 002.cbz', comic(2))
    putDownload(folder, 'both/Harbor Lights 003.cbz', comic(3))
    const item = await importDownload(app, grab(at('downloads', 'both')))
    expect(placementOutcomes(app, item)).toMatchObject([
      { state: 'kept', decision: 'unwanted' },
      { state: 'placed', decision: 'new' },
    ])
    expect(filesBelow(folder, 'downloads')).toEqual(['both/Harbor Lights 002.cbz'])
  })

  test('a file with two issues does not replace the files of both', async () => {
    harbor()
    for (const n of [1, 2])
      await importDownload(
        app,
        grab(putDownload(folder, `Harbor Lights ${n}.cbz`, comic(n)), {
          issues: [`harbor-${n}`],
          item_id: `i${n}`,
          digest: `d${n}`,
        }),
      )
    const path = putDownload(folder, 'Harbor Lights 001-002.cbz', comic('both', 30))
    const item = await importDownload(app, grab(path, { issues: ['harbor-1'] }))
    expect(item.reason).toContain('not_an_upgrade: The library already has all of its issues.')
    expect([existsSync(path), filesBelow(folder, 'comics').length]).toEqual([true, 2])
  })

  test('is left to the user when post-processing is off', async () => {
    await restart({ settings: { post_processing: 'false' } })
    harbor()
    const item = await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003.cbz', COMIC)))
    expect(item.stage).toBe('manual_review')
    expect(item.reason).toContain('post_processing is off')
    await app.reader.json(200, app.reader.post('/api/attention/resolve', { action: 'import', release_keys: [KEY] }))
    await app.idle()
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })
})

describe('how a file is imported', () => {
  const sameFile = (one: string, other: string) => statSync(one).ino === statSync(other).ino
  const placedAt = () => at('comics', PLACED)

  test('when its library cannot be written: it waits for the user, who is notified', async () => {
    const erofs = () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }))
    const files: Files = { ...systemFiles, makeFolder: erofs, link: erofs, copy: erofs, removeEmptyFolder: erofs }
    await restart({ files })
    harbor()
    const path = putDownload(folder, 'It/Harbor Lights 003.cbz', COMIC)
    const item = await importDownload(app, grab(path))
    expect(item).toMatchObject({ stage: 'manual_review', reason: expect.stringMatching(/^postprocess_error: /) })
    expect(existsSync(path)).toBe(true)
  })

  test('beside links that are broken, circular, or lead out of the download', async () => {
    harbor()
    putDownload(folder, 'It/Harbor Lights 003.cbz', COMIC)
    const links = { 'self.cbz': 'self.cbz', 'gone.cbz': 'nothing', 'up.cbz': '..', 'passwd.cbz': '/etc/passwd' }
    for (const [name, to] of Object.entries(links)) symlinkSync(to, at('downloads', 'It', name))
    const item = await importDownload(app, grab(at('downloads', 'It')))
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'placed' }])
  })

  test('as a hard link while its torrent seeds', async () => {
    harbor()
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    const item = await importDownload(app, grab(path, { protocol: 'torrent', client: 'gone' }))
    expect(item.stage).toBe('post_processed')
    expect(sameFile(path, placedAt())).toBe(true)
  })

  test('as a copy when the user had the torrent: its files and those beside them stay unchanged', async () => {
    harbor()
    const path = putDownload(folder, 'mine/Harbor Lights 003 (2015).cbz', COMIC)
    putDownload(folder, 'mine/notes.txt', 'mine')
    const before = statSync(path)
    const item = addDownloadedItem(app, grab(dirname(path), { protocol: 'torrent', client: 'gone' }))
    app.db.write((tx) => updateItem(tx, item.item_id, { added: false }))
    expect(await waitForEnd(app, item)).toMatchObject({ stage: 'post_processed' })
    expect(filesBelow(folder, 'downloads')).toEqual(['mine/Harbor Lights 003 (2015).cbz', 'mine/notes.txt'])
    const { ino, mode, mtimeMs, nlink } = statSync(path)
    expect([ino, mode, mtimeMs, nlink]).toEqual([before.ino, before.mode, before.mtimeMs, 1])
    expect(sameFile(path, placedAt())).toBe(false)
  })

  test.each(['copy', 'hardlink', 'softlink'] as const)('as a %s when that is set', async (file_opts) => {
    await restart({ settings: { file_opts } })
    harbor()
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    expect(await importDownload(app, grab(path))).toMatchObject({ stage: 'post_processed' })
    expect(bytesAt(path).equals(bytesAt(placedAt()))).toBe(true)
    expect(lstatSync(placedAt()).isSymbolicLink()).toBe(file_opts === 'softlink')
    expect(sameFile(path, placedAt())).toBe(file_opts !== 'copy')
  })

  test('as a soft link that is readable while it leads to the file that it was made for', async () => {
    await restart({ settings: { file_opts: 'softlink' } })
    harbor()
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    await importDownload(app, grab(path))
    const ways = ['/api/reading/issues/harbor-3/file', '/opds/issues/harbor-3', '/api/reading/issues/harbor-3/pages/0']
    const replies = async () => {
      const all = await Promise.all(ways.map((way) => app.reader.get(way)))
      return Promise.all(all.map(async (reply) => [reply.status, (await reply.bytes()).length > 0]))
    }
    const each = (status: number) => ways.map(() => [status, true])
    expect(await replies()).toEqual(each(200))
    const other = putDownload(folder, 'other.cbz', COMIC)
    // Another link in place of the link, a link in place of its target, and the link as it was.
    rmSync(placedAt())
    symlinkSync(other, placedAt())
    expect(await replies()).toEqual(each(403))
    rmSync(placedAt())
    symlinkSync(path, placedAt())
    renameSync(path, `${path}.old`)
    symlinkSync(other, path)
    expect(await replies()).toEqual(each(403))
    renameSync(`${path}.old`, path)
    expect(await replies()).toEqual(each(200))
  })

  test.each(['move', 'hardlink'] as const)(
    'with a %s to another disk, which becomes a verified copy',
    async (file_opts) => {
      const exdev = Object.assign(new Error('EXDEV'), { code: 'EXDEV' })
      const files: Files = { ...systemFiles, link: () => Promise.reject(exdev) }
      await restart({ settings: { file_opts }, files })
      harbor()
      const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
      expect(await importDownload(app, grab(path))).toMatchObject({ stage: 'post_processed' })
      expect(bytesAt(placedAt()).equals(Buffer.from(COMIC))).toBe(true)
      expect(existsSync(path)).toBe(file_opts === 'hardlink')
      expect(filesBelow(folder, 'comics')).toEqual([PLACED])
    },
  )

  test('on a full disk nothing is lost: the user is notified, and imports it when there is room', async () => {
    let full = true
    const enospc = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
    const files: Files = {
      ...systemFiles,
      link: (from, to) => (full ? enospc() : systemFiles.link(from, to)),
      copy: (from, to) => (full ? enospc() : systemFiles.copy(from, to)),
    }
    await restart({ files })
    harbor()
    const path = putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)
    const item = await importDownload(app, grab(path))
    expect(item.stage).toBe('manual_review')
    expect(item.reason).toMatch(/^postprocess_error: The disk of .* is full/)
    expect(filesBelow(folder, 'comics')).toEqual([])
    full = false
    const body = { action: 'import', release_keys: [item.release_key] }
    await app.reader.json(200, app.reader.post('/api/attention/resolve', body))
    await app.idle()
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
    expect(existsSync(path)).toBe(false)
  })

  test('with the set permissions', async () => {
    await restart({ settings: { enforce_perms: 'true', chmod_file: '0640', chmod_dir: '0750' } })
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)))
    expect(statSync(placedAt()).mode & 0o777).toBe(0o640)
    expect(statSync(dirname(placedAt())).mode & 0o777).toBe(0o750)
  })

  test('under its own name when downloads are not renamed', async () => {
    await restart({ settings: { rename_arrivals: 'false' } })
    harbor()
    await importDownload(app, grab(putDownload(folder, 'harbor.lights.003.zip', COMIC)))
    expect(filesBelow(folder, 'comics')).toEqual([join('Harbor Lights (2015)', 'harbor.lights.003.cbz')])
  })
})

describe('a file of an issue that the library has', () => {
  async function second(name: string, bytes: Uint8Array, first = comic('first')) {
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', first)))
    const path = putDownload(folder, name, bytes)
    const item = await importDownload(app, grab(path, { item_id: 'second', digest: 'second' }))
    return { item, path, file: fileOf(app.db.read, 'harbor-3')! }
  }

  test.skipIf(process.platform === 'win32').each([
    ['move', 0o664],
    ['copy', 0o444],
  ])('that is replaced passes mode, owner and group to the better one: %s, %o', async (file_opts, mode) => {
    await restart({ settings: { file_opts } })
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', comic('first'))))
    const [uid, gid] = process.getuid?.() === 0 ? [1000, 100] : [process.getuid!(), process.getgid!()]
    const placed = fileOf(app.db.read, 'harbor-3')!.path
    chownSync(placed, uid, gid)
    chmodSync(placed, mode)
    const path = putDownload(folder, 'Harbor Lights 003 (2015) (f).cbz', comic('second'))
    await importDownload(app, grab(path, { item_id: 'second', digest: 'second' }))
    const now = statSync(fileOf(app.db.read, 'harbor-3')!.path)
    expect([now.size, now.mode & 0o777, now.uid, now.gid]).toEqual([comic('second').length, mode, uid, gid])
  })

  test('is replaced by a larger one, and the old one goes to the recycle folder', async () => {
    const large = makeCbz({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) }, { store: true })
    const { item, file } = await second('Harbor Lights 003 (2015) (HD).cbz', large)
    expect(placementOutcomes(app, item)).toEqual([{ state: 'placed', decision: 'upgrade', detail: null }])
    expect(file.size).toBe(large.length)
    expect(filesBelow(folder, 'comics').map((path) => path.includes('recycle'))).toEqual([true, false])
  })

  test('waits while that file is being renamed, and then replaces it', async () => {
    const renaming = Promise.withResolvers<void>()
    const { place } = systemFiles
    const slow: Files = {
      ...systemFiles,
      place: (from, to) =>
        from.startsWith(at('comics')) && to.endsWith('#003.cbz')
          ? renaming.promise.then(() => place(from, to))
          : place(from, to),
    }
    await restart({ files: slow })
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', comic('first'))))
    const naming = { file_format: '$Series #$Issue' }
    const { fingerprint } = await app.reader.json<{ fingerprint: string }>(
      200,
      app.reader.post('/api/series/harbor/rename/preview', naming),
    )
    await app.reader.json(202, app.reader.post('/api/series/harbor/rename/apply', { ...naming, fingerprint }))
    const file = fileOf(app.db.read, 'harbor-3')!
    await until(
      () => startedOf(app.db.read, file.file_id),
      (changes) => changes.length === 1,
    )
    const large = makeCbz({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) }, { store: true })
    const item = addDownloadedItem(
      app,
      grab(putDownload(folder, 'hl3.cbz', large), { item_id: 'second', digest: 'second' }),
    )
    const [waits] = await until(
      () => app.clock.advance('20 s').then(() => placementOutcomes(app, item)),
      ([each]) => each?.state === 'placing',
    )
    expect([waits, findDownload(app.db.read, 'second')?.stage]).toMatchObject([
      { decision: 'upgrade' },
      'post_processing',
    ])
    await app.clock.advance('2 min')
    expect(findDownload(app.db.read, 'second')?.stage).toBe('post_processing')
    renaming.resolve()
    await until(
      () => startedOf(app.db.read, file.file_id),
      (changes) => changes.length === 0,
    )
    await app.clock.advance('5 s')
    expect((await waitForEnd(app, item)).stage).toBe('post_processed')
    expect(fileOf(app.db.read, 'harbor-3')?.size).toBe(large.length)
  })

  test('with fewer pages stays outside, and the user is notified', async () => {
    const short = makeCbz({ ...makePages(2), 'x.txt': bytesOf('x'.repeat(50_000)) }, { store: true })
    const { item, path } = await second('Harbor Lights 003 (2015).cbz', short)
    expect(item.stage).toBe('manual_review')
    expect(item.reason).toContain('not_an_upgrade: ')
    expect(existsSync(path)).toBe(true)
    const body = { action: 'import', release_keys: [item.release_key] }
    await app.reader.json(200, app.reader.post('/api/attention/resolve', body))
    await app.idle()
    expect(fileOf(app.db.read, 'harbor-3')).toMatchObject({ page_count: 2, size: short.length })
  })

  test('that is identical is done, and its download is removed', async () => {
    const { item, path } = await second('Harbor Lights 003 (2015).cbz', comic('first'))
    expect(item.stage).toBe('post_processed')
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'kept', decision: 'duplicate' }])
    expect(existsSync(path)).toBe(false)
  })

  test('that corrects it replaces it though it is smaller, and is kept against later ones', async () => {
    const large = makeCbz({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) }, { store: true })
    const { item } = await second('Harbor Lights 003 (2015) (f).cbz', comic('fixed'), large)
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'placed', decision: 'fixed' }])
    const again = putDownload(
      folder,
      'Harbor Lights 003 (2015) x.cbz',
      makeCbz(makePages(3), { store: true, comment: 'x'.repeat(900) }),
    )
    const third = await importDownload(app, grab(again, { item_id: 'third', digest: 'third' }))
    expect(third.reason).toContain('corrected release')
  })

  test('is kept against a larger first release when it was corrected, but not against the next correction', async () => {
    const large = makeCbz({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) }, { store: true })
    const { item } = await second('Harbor Lights 003 (2015) (c2c).cbz', large, comic('first'))
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'placed', decision: 'upgrade' }])
    const download = async (name: string, bytes: Uint8Array, id: string) =>
      placementOutcomes(
        app,
        await importDownload(app, grab(putDownload(folder, name, bytes), { item_id: id, digest: id })),
      )
    expect(await download('Harbor Lights 003 (2015) (f).cbz', comic('f'), 'f')).toMatchObject([{ decision: 'fixed' }])
    expect(await download('Harbor Lights 003 (2015) (f2).cbz', comic('f2', 2), 'f2')).toMatchObject([
      { decision: 'fixed' },
    ])
    expect(await download('Harbor Lights 003 (2015) (fixed).cbz', large, 'late')).toMatchObject([{ decision: 'worse' }])
    expect(fileOf(app.db.read, 'harbor-3')).toMatchObject({ page_count: 2 })
    expect(filesBelow(folder, 'comics').filter((path) => path.includes('.panelkeep-recycle'))).toHaveLength(3)
  })

  test.each([
    [{ upgrade_by_score: 'true' }, 'placed', 'upgrade'],
    [{}, 'kept', 'worse'],
  ] as const)('with a higher score and %j is %s though it is smaller', async (settings, state, decision) => {
    await restart({ settings })
    harbor()
    await app.reader.post('/api/config/release-rules', {
      match: 'group',
      text: 'Empire',
      scope: 'comic',
      level: 'score',
      score: 10,
    })
    const large = { ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) }
    const plain = grab(putDownload(folder, 'Harbor Lights 003 (2015) (Other).cbz', makeCbz(large)))
    await importDownload(app, plain)
    const path = putDownload(folder, 'hl3.cbz', comic('z'))
    const preferred = { item_id: 'two', digest: 'two', title: 'Harbor Lights 003 (2015) (Zone-Empire)' }
    const item = await importDownload(app, grab(path, preferred))
    expect(placementOutcomes(app, item)).toMatchObject([{ state, decision }])
  })

  test.each([
    ['filetype-cbz', 'placed', 'upgrade'],
    ['filesize', 'kept', 'worse'],
  ] as const)('in the preferred format (%s) is %s though it is smaller', async (dupeconstraint, state, decision) => {
    await restart({ settings: { dupeconstraint } })
    const cbr = makeCbr({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) })
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbr', cbr)))
    const item = await importDownload(
      app,
      grab(putDownload(folder, 'hl3.cbz', comic('z')), { item_id: 'two', digest: 'two' }),
    )
    expect(placementOutcomes(app, item)).toMatchObject([{ state, decision }])
    const kept = filesBelow(folder, 'comics').filter((path) => path.includes('.panelkeep-recycle'))
    expect(kept.map((path) => path.slice(-4))).toEqual(state === 'placed' ? ['.cbr'] : [])
    expect(fileOf(app.db.read, 'harbor-3')?.format).toBe(state === 'placed' ? 'cbz' : 'cbr')
  })

  test.each([
    ['cbz', 'placed', 'upgrade'],
    ['cbr', 'kept', 'worse'],
  ] as const)('in CBZ while the release rules prefer %s is %s', async (text, state, decision) => {
    const rule = { match: 'format', text, scope: 'all', level: 'score', score: 10 }
    await app.reader.json(200, app.reader.post('/api/config/release-rules', rule))
    const small = makeCbr(makePages(3))
    const large = makeCbr({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(50_000)) })
    // The preferred format wins over size, in both directions.
    const [first, second] =
      text === 'cbz'
        ? [large, comic('z')]
        : [small, makeCbz({ ...makePages(3), 'x.txt': bytesOf('x'.repeat(90_000)) }, { store: true })]
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbr', first)))
    const item = await importDownload(
      app,
      grab(putDownload(folder, 'hl3.cbz', second), { item_id: 'two', digest: 'two' }),
    )
    expect(placementOutcomes(app, item)).toMatchObject([{ state, decision }])
    expect(fileOf(app.db.read, 'harbor-3')?.format).toBe(state === 'placed' ? 'cbz' : 'cbr')
    const kept = filesBelow(folder, 'comics').filter((path) => path.includes('.panelkeep-recycle'))
    expect(kept.map((path) => path.slice(-4))).toEqual(state === 'placed' ? ['.cbr'] : [])
  })
})

describe('a pack', () => {
  const wanted = () => Array.from({ length: 12 }, (_, index) => `harbor-${index + 1}`)
  const pack = (content_path: string) =>
    grab(content_path, { issues: wanted(), pack: true, title: 'Harbor Lights 001-012 (2015)' })

  test('of twelve brings twelve, under any file names', async () => {
    harbor(12)
    for (let n = 1; n <= 12; n++)
      putDownload(
        folder,
        `pack/${n % 2 ? `Harbor Lights ${String(n).padStart(3, '0')} (2015).cbz` : `${n}.cbz`}`,
        comic(n),
      )
    const item = await importDownload(app, pack(at('downloads', 'pack')))
    expect(item.stage).toBe('post_processed')
    expect(placementOutcomes(app, item).map(({ state }) => state)).toEqual(Array(12).fill('placed'))
    expect(wanted().map(fulfilled)).toEqual(Array(12).fill('downloaded'))
    expect(filesBelow(folder, 'comics')).toHaveLength(12)
    expect(existsSync(at('downloads', 'pack'))).toBe(false)
  })

  test('of archives in one archive is unpacked, and every file of it gets an outcome', async () => {
    harbor(12)
    const inside = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`Harbor Lights ${index + 1}.cbz`, comic(index + 1) as Uint8Array]),
    )
    inside['Harbor Lights 5.cbz'] = damage(comic(5), 'cut')
    inside['Copper Orchard 1.cbz'] = comic('other')
    const path = putDownload(folder, 'pack.zip', makeCbz(inside, { store: true }))
    const item = await importDownload(app, pack(path))
    const states = Object.groupBy(placementOutcomes(app, item), ({ state }) => state)
    expect([states.placed?.length, states.damaged?.length, states.unmatched?.length]).toEqual([11, 1, 1])
    expect(item).toMatchObject({ stage: 'post_processed', again_at: expect.any(String) })
    expect(fulfilled('harbor-5')).toBe('missing')
    expect(findBlocked(app.db.read, item.digest)).toBeDefined()
    expect(filesBelow(folder, 'comics')).toHaveLength(11)
    expect(existsSync(path)).toBe(true)
  })

  test('may have two issues in one file, and files that the library has already', async () => {
    harbor(12)
    await importDownload(
      app,
      grab(putDownload(folder, 'Harbor Lights 001.cbz', comic(1)), {
        issues: ['harbor-1'],
        item_id: 'one',
        digest: 'one',
      }),
    )
    putDownload(folder, 'pack/Harbor Lights 001.cbz', comic(1))
    putDownload(folder, 'pack/Harbor Lights 002-003.cbz', comic('2-3'))
    const item = await importDownload(app, { ...pack(at('downloads', 'pack')), issues: ['harbor-2', 'harbor-3'] })
    expect(item).toMatchObject({ stage: 'post_processed', again_at: null })
    expect(placementOutcomes(app, item).map(({ decision }) => decision)).toEqual(['duplicate', 'new'])
    expect(fileOf(app.db.read, 'harbor-2')?.path).toBe(fileOf(app.db.read, 'harbor-3')!.path)
  })
})

test('a list of files that was cut off when the process died is rebuilt', async () => {
  harbor()
  const path = putDownload(folder, 'pack/Harbor Lights 003.cbz', COMIC)
  const item = addDownloadedItem(app, grab(dirname(path)))
  const facts = { item_id: item.item_id, size: 1, modified_ms: 1, state: 'found', updated_at: item.updated_at } as const
  const rest = [4, 3].map((position) => ({ ...facts, placement_id: `p${position}`, position, source_path: '/gone' }))
  app.db.write((tx) => addPlacements(tx, rest))
  await waitForEnd(app, item)
  expect(placementOutcomes(app, item)).toEqual([{ state: 'placed', decision: 'new', detail: null }])
})

describe('an undone import', () => {
  const undo = async () => {
    const { batches } = await app.reader.json<{ batches: { batch_id: string; kind: string; title: string }[] }>(
      200,
      app.reader.get('/api/filing/batches'),
    )
    await app.reader.json(202, app.reader.post(`/api/filing/batches/${batches[0]!.batch_id}/undo`))
    await app.idle()
    return batches[0]!
  }

  test('goes to the recycle folder, and its issue is wanted again', async () => {
    harbor()
    const item = await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)))
    expect(await undo()).toMatchObject({ kind: 'arrival', title: '1 file arrived' })
    expect(filesBelow(folder, 'comics').every((path) => path.includes('.panelkeep-recycle'))).toBe(true)
    expect(findIssue(app.db.read, 'harbor-3')).toMatchObject({ intent: 'wanted', fulfillment: 'missing' })
    expect(findBlocked(app.db.read, item.digest)?.reason).toContain('removed from the library')
    await importDownload(
      app,
      grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC), { item_id: 'two', digest: 'two' }),
    )
    expect(fulfilled('harbor-3')).toBe('downloaded')
  })

  test('restores the file that an upgrade replaced', async () => {
    harbor()
    await importDownload(app, grab(putDownload(folder, 'Harbor Lights 003 (2015).cbz', COMIC)))
    const large = makeCbz(makePages(3), { store: true, comment: 'x'.repeat(5000) })
    await importDownload(app, grab(putDownload(folder, 'hl3.cbz', large), { item_id: 'two', digest: 'two' }))
    expect(fileOf(app.db.read, 'harbor-3')?.size).toBe(large.length)
    await undo()
    expect(bytesAt(fileOf(app.db.read, 'harbor-3')!.path).equals(Buffer.from(COMIC))).toBe(true)
    expect(filesBelow(folder, 'comics')).toEqual([PLACED])
  })
})
