import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { type FileMove, isAway, settleMove, settleName } from './move-file'

/** An interrupted or failed move: where the file is found, and what is left. */

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-settle-'))
  for (const name of ['old', 'new']) mkdirSync(join(root, name))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const WHEN = 1_760_000_000_000
const at = (path: string) => join(root, path)
const put = (path: string, text = 'comic') => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  utimesSync(at(path), WHEN / 1000, WHEN / 1000)
}
const move = (more: Partial<FileMove> = {}): FileMove => ({
  from: at('old/1.cbz'),
  to: at('new/2.cbz'),
  temp: at('new/.panelkeep-x'),
  size: 5,
  modified_ms: WHEN,
  hash: null,
  ...more,
})
const here = () => ['old', 'new'].flatMap((name) => readdirSync(at(name)).map((each) => `${name}/${each}`)).sort()
/** A disk on which some names are refused or fail. */
const failing = (change: (files: Files) => Partial<Files>): Files => ({ ...systemFiles, ...change(systemFiles) })

describe('an interrupted move', () => {
  const settled = (more: Partial<FileMove> = {}, files: Files = systemFiles) => settleMove(move(more), files)

  test.each([
    ['before the copy was whole', ['old/1.cbz', 'new/.panelkeep-x'], 'at_source', ['old/1.cbz']],
    ['with everything done', ['new/2.cbz'], 'at_target', ['new/2.cbz']],
    ['on a disk that is away', [], 'away', []],
    ['and then lost', ['old/other.cbz'], 'lost', ['old/other.cbz']],
  ])('%s is found', async (_when, made, whereabouts, left) => {
    for (const path of made) put(path)
    for (let n = 0; n < 2; n++) expect(await settled()).toBe(whereabouts as never)
    expect(here()).toEqual(left)
  })

  test('with a complete copy that has no name yet is found at the old path', async () => {
    put('old/1.cbz')
    put('new/.panelkeep-x')
    expect(await settled({ hash: await systemFiles.hash(at('old/1.cbz')) })).toBe('at_source')
    expect(here()).toEqual(['old/1.cbz'])
  })

  test.each([
    ['EROFS', 'at_source'],
    ['EIO', 'EIO'],
  ])('with a hidden copy that cannot be removed for %s: %s', async (code, outcome) => {
    put('old/1.cbz')
    const remove = () => Promise.reject(Object.assign(new Error(code), { code }))
    expect(await settled({}, { ...systemFiles, remove }).catch(({ message }) => message)).toBe(outcome)
  })

  test('with a foreign file in its place does not read that without a hash to compare', async () => {
    put('old/1.cbz')
    put('new/2.cbz', 'other')
    expect(await settled({}, { ...systemFiles, hash: () => Promise.reject(new Error('was read')) })).toBe('at_source')
  })

  test('with a file of another size in its place is lost, and that file stays', async () => {
    put('new/2.cbz', 'something else')
    expect(await settled()).toBe('lost')
    expect(here()).toEqual(['new/2.cbz'])
  })

  test('between two names of one file goes forward', async () => {
    put('old/1.cbz')
    linkSync(at('old/1.cbz'), at('new/2.cbz'))
    put('new/.panelkeep-x')
    expect(await settled()).toBe('at_target')
    expect(here()).toEqual(['new/2.cbz'])
  })

  test('with a checked copy in its place goes forward', async () => {
    put('old/1.cbz')
    put('new/2.cbz')
    expect(await settled({ hash: await systemFiles.hash(at('old/1.cbz')) })).toBe('at_target')
    expect(here()).toEqual(['new/2.cbz'])
  })

  test('with a foreign file in its place goes back, and that file stays', async () => {
    put('old/1.cbz')
    put('new/2.cbz', 'other')
    put('new/.panelkeep-x')
    expect(await settled({ hash: await systemFiles.hash(at('old/1.cbz')) })).toBe('at_source')
    expect(await settled({ hash: null })).toBe('at_source')
    expect(here()).toEqual(['new/2.cbz', 'old/1.cbz'])
  })

  test.each([
    ['size', 'COMICS', WHEN],
    ['time', 'COMIC', WHEN + 5000],
  ])('that got another %s since keeps the change, and loses the copy', async (_what, text, time) => {
    put('old/1.cbz')
    put('new/2.cbz')
    const hash = await systemFiles.hash(at('old/1.cbz'))
    writeFileSync(at('old/1.cbz'), text)
    utimesSync(at('old/1.cbz'), time / 1000, time / 1000)
    expect(await settled({ hash })).toBe('at_source')
    expect(here()).toEqual(['old/1.cbz'])
    expect(readFileSync(at('old/1.cbz'), 'utf8')).toBe(text)
  })

  test('in a read-only folder stays at the old path, and loses the copy', async () => {
    put('old/1.cbz')
    put('new/2.cbz')
    const files = failing(({ remove }) => ({
      remove: (path) => (path === at('old/1.cbz') ? Promise.reject(new Error('EACCES')) : remove(path)),
    }))
    expect(await settled({ hash: await systemFiles.hash(at('old/1.cbz')) }, files)).toBe('at_source')
    expect(here()).toEqual(['old/1.cbz'])
  })

  test('between two paths that links make one keeps the file', async () => {
    put('old/1.cbz')
    symlinkSync(at('old'), at('link'))
    expect(await settled({ to: at('link/1.cbz'), hash: 'x' })).toBe('at_source')
    expect(here()).toEqual(['old/1.cbz'])
  })
})

test('a disk is unavailable when all of the folders are empty', async () => {
  expect(await isAway(systemFiles, [at('old/1'), at('none/2')])).toBe(true)
  put('new/2.cbz')
  expect(await isAway(systemFiles, [at('old/1'), at('new/1')])).toBe(false)
})

test('while a given name has not replaced the old one, both are the same file', async () => {
  put('old/1.cbz')
  const settle = () => settleName(systemFiles, at('old/1.cbz'), at('new/2.cbz'))
  expect(await settle()).toBe(false)
  linkSync(at('old/1.cbz'), at('new/2.cbz'))
  expect(await settle()).toBe(true)
  expect(here()).toEqual(['new/2.cbz'])
  put('old/1.cbz', 'other')
  expect(await settle()).toBe(true)
  expect(here()).toEqual(['new/2.cbz', 'old/1.cbz'])
})

test('a moved file counts as moved, though neither folder can be listed', async () => {
  put('new/2.cbz')
  const files = failing(() => ({ list: () => Promise.reject(Object.assign(new Error('closed'), { code: 'EACCES' })) }))
  expect(await settleMove(move(), files)).toBe('at_target')
})

test('a file that did not move counts as back, though neither folder can be listed', async () => {
  put('old/1.cbz')
  const files = failing(() => ({ list: () => Promise.reject(Object.assign(new Error('closed'), { code: 'EACCES' })) }))
  expect(await settleMove(move(), files)).toBe('at_source')
})
