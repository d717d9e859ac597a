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
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { otherDisk } from '../../testing/imports/filing'
import { type FileMove, isSpelling, moveFile, settleMove } from './move-file'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-carry-'))
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
const spelling = (more: Partial<FileMove> = {}) => move({ to: at('old/1.CBZ'), temp: at('old/.panelkeep-x'), ...more })
const here = () => ['old', 'new'].flatMap((name) => readdirSync(at(name)).map((each) => `${name}/${each}`)).sort()
/** Moves the file and records the callbacks, with the files on disk at each call. */
const callbackCalls: [string, string[]][] = []
const carried = (it = move(), files: Files = systemFiles) => {
  callbackCalls.length = 0
  return moveFile(it, files, {
    copied: (hash) => callbackCalls.push([hash, here()]),
    placed: () => callbackCalls.push(['placed', here()]),
  })
}
const twoDisks = (more: Partial<Files> = {}): Files =>
  otherDisk({ ...systemFiles, ...more }, (path) => path.startsWith(at('new')))
/** A disk on which some names are refused or fail. */
const failing = (change: (files: Files) => Partial<Files>): Files => ({ ...systemFiles, ...change(systemFiles) })

describe('a file', () => {
  test('gets its new name, in a newly created folder', async () => {
    put('old/1.cbz')
    await carried(move({ to: at('new/a/b/2.cbz') }))
    expect(readFileSync(at('new/a/b/2.cbz'), 'utf8')).toBe('comic')
    expect(callbackCalls.map(([what]) => what)).toEqual(['placed'])
    expect(readdirSync(at('old'))).toEqual([])
  })

  test('is left alone when another has the name', async () => {
    put('old/1.cbz')
    put('new/2.cbz', 'other')
    for (const files of [systemFiles, twoDisks()]) {
      expect(carried(move(), files)).rejects.toThrow()
      await carried(move(), files).catch(() => undefined)
      expect([readFileSync(at('old/1.cbz'), 'utf8'), readFileSync(at('new/2.cbz'), 'utf8')]).toEqual(['comic', 'other'])
      expect(callbackCalls.filter(([what]) => what === 'placed')).toEqual([])
    }
  })

  test.each([
    ['is gone', () => undefined, 'There is nothing at'],
    ['has another size', () => put('old/1.cbz', 'longer than that'), 'changed in the meantime'],
    ['is a folder', () => mkdirSync(at('old/1.cbz')), 'is no file'],
    ['is a link', () => symlinkSync(at('new'), at('old/1.cbz')), 'is a link to another place'],
  ])('that %s is not moved', async (_how, make, sentence) => {
    make()
    expect(carried()).rejects.toThrow(sentence)
    expect(readdirSync(at('new'))).toEqual([])
  })

  test('with another time is not moved', async () => {
    put('old/1.cbz')
    expect(carried(move({ modified_ms: WHEN - 1 }))).rejects.toThrow('changed in the meantime')
  })
})

describe('to another disk', () => {
  test('is copied, checked, named, and then removed here', async () => {
    put('old/1.cbz')
    await carried(move(), twoDisks())
    expect(callbackCalls).toEqual([
      [await systemFiles.hash(at('new/2.cbz')), ['new/.panelkeep-x', 'old/1.cbz']],
      ['placed', ['new/2.cbz', 'old/1.cbz']],
    ])
    expect(here()).toEqual(['new/2.cbz'])
    expect(statSync(at('new/2.cbz')).mtimeMs).toBe(WHEN)
  })

  test('is not started without room', async () => {
    put('old/1.cbz')
    const files = twoDisks({ freeSpace: async () => ({ free: 3, total: 10 }) as never })
    expect(carried(move(), files)).rejects.toThrow()
    await carried(move(), files).catch(() => undefined)
    expect(here()).toEqual(['old/1.cbz'])
  })

  test('gets the time of the copy on a disk that keeps no times', async () => {
    put('old/1.cbz')
    const files = twoDisks({ touch: () => Promise.reject(new Error('EPERM')) })
    await carried(move(), files)
    expect(here()).toEqual(['new/2.cbz'])
  })

  test('is refused when the copy differs in size or bytes', async () => {
    for (const wrong of ['comi', 'comiX']) {
      put('old/1.cbz')
      const copy: Files['copy'] = async (from, to) => {
        const hash = await systemFiles.copy(from, to)
        writeFileSync(to, wrong)
        return hash
      }
      expect(carried(move(), twoDisks({ copy }))).rejects.toThrow('differs from the original file')
      await carried(move(), twoDisks({ copy })).catch(() => undefined)
      expect(callbackCalls).toEqual([])
      expect(existsSync(at('new/2.cbz'))).toBe(false)
    }
  })

  test('keeps a change made during the copy', async () => {
    put('old/1.cbz')
    const copy: Files['copy'] = async (from, to) => {
      const hash = await systemFiles.copy(from, to)
      writeFileSync(at('old/1.cbz'), 'COMIC')
      return hash
    }
    expect(carried(move(), twoDisks({ copy }))).rejects.toThrow('changed in the meantime')
    expect(callbackCalls).toEqual([])
    expect(readFileSync(at('old/1.cbz'), 'utf8')).toBe('COMIC')
  })

  test('a failure other than another disk is thrown', async () => {
    put('old/1.cbz')
    const files = failing(() => ({
      place: () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' })),
    }))
    expect(carried(move(), files)).rejects.toThrow('EACCES')
    expect(here()).toEqual(['old/1.cbz'])
  })
})

describe('the same name in another spelling', () => {
  test('is distinguished from another name', () => {
    expect(isSpelling('/a/Ä.cbz', '/a/A\u0308.CBZ')).toBe(true)
    expect(isSpelling('/a/a.cbz', '/a/b.cbz')).toBe(false)
  })

  test('is given through a temporary name', async () => {
    put('old/1.cbz')
    await carried(spelling())
    expect(here()).toEqual(['old/1.CBZ'])
    expect(callbackCalls).toEqual([['placed', ['old/1.CBZ']]])
  })

  test('is not given when another file has it, or has the temporary name', async () => {
    put('old/1.cbz')
    put('old/1.CBZ', 'other')
    expect(carried(spelling())).rejects.toThrow()
    rmSync(at('old/1.CBZ'))
    put('old/.panelkeep-x', 'other')
    expect(carried(spelling())).rejects.toThrow()
    await carried(spelling()).catch(() => undefined)
    expect(here()).toEqual(['old/.panelkeep-x', 'old/1.cbz'])
  })

  test('is refused before any rename when another file has it', async () => {
    put('old/1.cbz')
    put('old/1.CBZ', 'other')
    const renamed: string[] = []
    const files = failing(({ place }) => ({
      place: async (from, to) => {
        renamed.push(to)
        return place(from, to)
      },
    }))
    expect(await carried(spelling(), files).catch((error: Error) => error.name)).toBe('Refusal')
    expect(renamed).toEqual([])
  })

  test('is given on a disk that treats both as one', async () => {
    put('old/1.cbz')
    const files = failing(({ stat, same }) => ({
      stat: async (path) => (await stat(path)) ?? (await stat(path.replace('.CBZ', '.cbz'))),
      same: async (path, other) => isSpelling(path, other) || same(path, other),
    }))
    await carried(spelling(), files)
    expect(here()).toEqual(['old/1.CBZ'])
  })

  test('in a folder that cannot be listed is found at the old name', async () => {
    put('old/1.cbz')
    const files = failing(() => ({ list: () => Promise.reject(new Error('EACCES')) }))
    expect(await settleMove(spelling(), files)).toBe('at_source')
  })

  test('returns to the old one when the new one is taken meanwhile', async () => {
    put('old/1.cbz')
    const files = failing(({ place }) => ({
      place: async (from, to) => (to === at('old/1.CBZ') ? false : place(from, to)),
    }))
    expect(carried(spelling(), files)).rejects.toThrow()
    await carried(spelling(), files).catch(() => undefined)
    expect(here()).toEqual(['old/1.cbz'])
    expect(callbackCalls).toEqual([])
  })

  test.each([
    ['in between', ['old/.panelkeep-x'], 'at_target', ['old/1.CBZ']],
    ['at the new name', ['old/1.CBZ'], 'at_target', ['old/1.CBZ']],
    ['at the old name', ['old/1.cbz'], 'at_source', ['old/1.cbz']],
    ['nowhere', ['old/other.cbz'], 'lost', ['old/other.cbz']],
    ['on a disk that is away', [], 'away', []],
  ])('interrupted with the file %s, it is found', async (_where, made, whereabouts, left) => {
    for (const path of made) put(path)
    for (let n = 0; n < 2; n++) expect(await settleMove(spelling(), systemFiles)).toBe(whereabouts as never)
    expect(here()).toEqual(left)
  })

  test.each(['old/1.cbz', 'old/1.CBZ'])(
    'interrupted between two names of one file, it loses the hidden one beside %s',
    async (path) => {
      put(path)
      linkSync(at(path), at('old/.panelkeep-x'))
      await settleMove(spelling(), systemFiles)
      expect(here()).toEqual([path])
    },
  )

  test('with another file at each of the names keeps all three', async () => {
    put('old/.panelkeep-x')
    put('old/1.cbz', 'other')
    put('old/1.CBZ', 'third')
    expect(await settleMove(spelling(), systemFiles)).toBe('lost')
    expect(here()).toHaveLength(3)
  })

  test('whose new name is taken gets the old one back', async () => {
    put('old/.panelkeep-x')
    put('old/1.CBZ', 'other')
    await settleMove(spelling(), systemFiles)
    expect(readFileSync(at('old/1.cbz'), 'utf8')).toBe('comic')
  })
})
