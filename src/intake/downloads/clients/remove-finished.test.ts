import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import { removeFinished } from './remove-finished'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-finished-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (...parts: string[]) => {
  const path = join(folder, ...parts)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'x')
  return path
}
const drop = (path: string, name = 'One [0badcafe]') =>
  removeFinished({ files: systemFiles, local: (remote) => remote.replace('/remote', folder) }, path, name)

test('a folder with our mark is removed, even if only its single file was reported', async () => {
  const file = put('comics', 'One [0badcafe]', 'one.cbz')
  await drop('/remote/comics/One [0badcafe]/one.cbz')
  expect([existsSync(join(file, '..')), existsSync(join(folder, 'comics'))]).toEqual([false, true])
  put('comics', 'One [0badcafe].1', 'one.cbz')
  await drop('/remote/comics/One [0badcafe].1')
  expect(existsSync(join(folder, 'comics', 'One [0badcafe].1'))).toBe(false)
})

test('without our mark only the file is removed', async () => {
  const file = put('comics', 'one.cbz')
  put('comics', 'other.cbz')
  await drop('/remote/comics/one.cbz')
  expect(existsSync(file)).toBe(false)
  await drop('/remote/comics')
  await drop('/remote/comics', 'a name that somebody gave')
  await drop('')
  expect(existsSync(join(folder, 'comics', 'other.cbz'))).toBe(true)
})

test('a missing file is no error', async () => {
  await drop('/remote/comics/One [0badcafe]')
})
