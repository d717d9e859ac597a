import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../platform/files'
import { testApp } from '../testing/app'
import { makeCbz, makePages } from '../testing/archives'
import { addFile } from '../testing/comics'
import { makeIssues, makeSeries } from '../testing/make'
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

test('links lead around within the library folders, and not out of them', async () => {
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

test('a folder that was taken off the settings keeps its files, and leads nowhere else', async () => {
  const secret = put('data', 'config.ini')
  const comic = put('old', '1.cbz')
  symlinkSync(secret, at('old', '2.cbz'))
  const files = libraryFiles(systemFiles, () => [])
  expect(await files.real(comic)).toBe(comic)
  expect(files.real(at('old', '2.cbz'))).rejects.toThrow(refused)
})

test('a file that became a link to something of the machine is not sent', async () => {
  const app = await testApp()
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  const path = addFile(app, ['harbor-1'], '1.cbz', makeCbz(makePages(3)))
  renameSync(path, `${path}.old`)
  symlinkSync(put('data', 'config.ini'), path)
  for (const ask of [
    '/opds/issues/harbor-1',
    '/opds/comics/harbor/all.zip',
    '/opds/stream/harbor-1?page=0',
    '/api/reading/issues/harbor-1/file',
    '/api/reading/issues/harbor-1/pages/0',
    '/api/reading/series/harbor/download',
    '/api/covers/issues/harbor-1',
  ]) {
    const reply = await app.reader.get(ask)
    expect([ask, reply.status]).toEqual([ask, 403])
    expect(await reply.text()).toContain(refused)
  }
  await app.close()
})
