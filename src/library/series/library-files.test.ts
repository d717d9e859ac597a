import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { libraryFiles } from './library-files'

let folder: string
const at = (...parts: string[]) => join(folder, ...parts)
const put = (...parts: string[]) => {
  mkdirSync(at(...parts.slice(0, -1)), { recursive: true })
  writeFileSync(at(...parts), 'x')
  return at(...parts)
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-links-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const refused = 'is a link that leads out of the library folders.'

test('links are followed within the library folders, but not out of them', async () => {
  const secret = put('data', 'config.ini')
  const comic = put('comics', 'a', '1.cbz')
  const manga = put('manga', '1.cbz')
  symlinkSync(at('comics'), at('linked'))
  const files = libraryFiles(systemFiles, () => [at('linked'), at('manga'), at('away')])
  const link = (to: string, name: string) => {
    symlinkSync(to, at('comics', name))
    return at('linked', name)
  }
  expect(await files.real(at('linked', 'a', '1.cbz'))).toBe(comic)
  expect(await files.real(link(comic, 'same.cbz'))).toBe(comic)
  expect(await files.real(link(manga, 'other.cbz'))).toBe(manga)
  expect(await files.real(link(at('nowhere'), 'lost.cbz'))).toBeUndefined()
  expect(files.real(link(secret, 'out.cbz'))).rejects.toThrow(`out.cbz ${refused}`)
  symlinkSync(at('data'), at('comics', 'b'))
  expect(files.real(at('linked', 'b', 'config.ini'))).rejects.toThrow(refused)
  put('comics-too', '1.cbz')
  expect(files.real(link(at('comics-too', '1.cbz'), 'beside.cbz'))).rejects.toThrow(refused)
})

test('a file is found while its folder is configured, however the path is written', async () => {
  const comic = put('comics', 'Harbor', '1.cbz')
  let roots = [`${at('comics')}/`]
  const files = libraryFiles(systemFiles, () => roots)
  const sentence = `1.cbz is outside the library folders. Add ${at('comics', 'Harbor')} or a folder above it in Settings, Folders.`
  for (const root of [
    at('comics'),
    `${folder}/manga/../comics`,
    `${folder}//comics/./`,
    folder,
    at('comics', 'Harbor'),
  ]) {
    roots = [root]
    expect(await files.real(comic)).toBe(comic)
    expect(await files.real(`${folder}/comics/./Harbor/../Harbor/1.cbz`)).toBe(comic)
  }
  symlinkSync(at('comics'), at('linked'))
  roots = [at('linked')]
  expect(await files.real(comic)).toBe(comic)
  for (const other of [[], [at('comics-too')], [at('comic')], [at('comics', 'Harbor Lights')]]) {
    roots = other
    expect(files.real(comic)).rejects.toThrow(sentence)
  }
})

test('a link made by Panelkeep is followed to its file, and nowhere else', async () => {
  const source = put('downloads', '1.cbz')
  mkdirSync(at('comics'))
  const link = at('comics', '1.cbz')
  symlinkSync(source, link)
  let roots = [at('comics')]
  let target: string | undefined = source
  const files = libraryFiles(
    systemFiles,
    () => roots,
    (path) => (path === link ? target : undefined),
  )
  expect(await files.real(link)).toBe(source)
  symlinkSync(source, at('comics', '2.cbz'))
  expect(files.real(at('comics', '2.cbz'))).rejects.toThrow(refused)
  target = put('downloads', '2.cbz')
  expect(files.real(link)).rejects.toThrow(refused)
  target = source
  roots = [at('manga')]
  expect(files.real(link)).rejects.toThrow('is outside the library folders')
})

test('a path that climbs out of a library folder is outside', async () => {
  put('comics', '1.cbz')
  const secret = put('data', 'config.ini')
  const files = libraryFiles(systemFiles, () => [at('comics')])
  expect(files.real(`${at('comics')}/../data/config.ini`)).rejects.toThrow(/outside the library folders/)
  expect(files.real(secret)).rejects.toThrow(`Add ${at('data')} or`)
})

const WAYS = [
  '/opds/issues/harbor-1',
  '/opds/comics/harbor/all.zip',
  '/opds/stream/harbor-1?page=0',
  '/opds/cover/harbor-1',
  '/opds/thumbnail/harbor-1',
  '/api/reading/issues/harbor-1/file',
  '/api/reading/issues/harbor-1/pages/0',
  '/api/reading/issues/harbor-1',
  '/api/reading/issues/harbor-1/sizes',
  '/api/reading/series/harbor/download',
  '/api/downloads/file/harbor-1',
  '/api/covers/issues/harbor-1',
  '/api/covers/series/harbor',
  '/api/metadata/art/harbor',
  '/api/metadata/issue-art/harbor-1',
]

test('a file that was replaced by a link to another file of the machine is not sent', async () => {
  const app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  const path = addFile(app, ['harbor-1'], '1.cbz', makeCbz(makePages(3)))
  renameSync(path, `${path}.old`)
  symlinkSync(put('data', 'config.ini'), path)
  for (const way of WAYS) {
    const reply = await app.reader.get(way)
    expect([way, reply.status]).toEqual([way, 403])
    expect(await reply.text()).toContain(refused)
  }
  await app.close()
})

test('nothing from a folder that was removed from the settings is sent, not even a cached cover', async () => {
  const app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  const path = addFile(app, ['harbor-1'], '1.cbz', makeCbz(makePages(3)))
  for (const way of WAYS) expect([way, (await app.reader.get(way)).status]).toEqual([way, 200])
  await app.config.save({ comic_dirs: [] })
  for (const way of WAYS) {
    const reply = await app.reader.get(way)
    expect([way, reply.status]).toEqual([way, 403])
    expect(await reply.text()).toContain(
      `1.cbz is outside the library folders. Add ${dirname(path)} or a folder above it`,
    )
  }
  await app.config.save({ comic_dirs: [dirname(path)] })
  for (const way of WAYS) expect([way, (await app.reader.get(way)).status]).toEqual([way, 200])
  await app.close()
})
