import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { type FileReplacement, replaceFile, restoreReplaced, settleReplacement, settleRestored } from './replace-file'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-exchange-'))
  for (const folder of ['kept', 'disk']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const WHEN = 1_760_000_000_000
/** Kept files are outside of the folder. */
const at = (path: string) => join(root, path.startsWith('kept') ? '' : 'disk', path)
const nameOf = (path: string) => path.slice(root.length + 1).replace(/^disk\//, '')
const put = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  utimesSync(at(path), WHEN / 1000, WHEN / 1000)
}
const OLD = 'the old one'
const NEW = 'new'
const facts = (text: string) => ({ size: text.length, modified_ms: WHEN })
const swap = (more: Partial<FileReplacement> = {}): FileReplacement => ({
  from: at('1.cbr'),
  to: at('1.cbz'),
  temp: at('.panelkeep-x'),
  kept: at('kept/1.cbr'),
  before: facts(OLD),
  after: facts(NEW),
  ...more,
})
/** The new file gets exactly the name of the old one. */
const inPlace = (more: Partial<FileReplacement> = {}) => swap({ to: at('1.cbr'), ...more })
/** The content of each file, by its path. */
const here = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [nameOf(path), readFileSync(path, 'utf8')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
const lay = (files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) put(path, text)
}
let placed: object[]
const track = () => {
  placed = []
  return () => void placed.push(here())
}
const refusing = (path: string): Files => ({
  ...systemFiles,
  place: async (from, to) => (to === path ? false : systemFiles.place(from, to)),
})

describe.each([
  ['another name', swap, { 'kept/1.cbr': OLD, '1.cbz': NEW }],
  ['the same name', inPlace, { 'kept/1.cbr': OLD, '1.cbr': NEW }],
])('a file that is replaced under %s', (_name, made, after) => {
  const run = (files: Files = systemFiles) => replaceFile(made(), files, track())

  test('is kept, and the new one has its name', async () => {
    lay({ '1.cbr': OLD, '.panelkeep-x': NEW })
    await run()
    expect(here()).toEqual(after)
    expect(placed).toHaveLength(1)
    expect(placed[0]).toMatchObject({ [nameOf(made().to)]: NEW })
  })

  test('is left alone when it changed', async () => {
    lay({ '1.cbr': 'changed', '.panelkeep-x': NEW })
    expect(run()).rejects.toThrow('changed in the meantime')
    await run().catch(() => undefined)
    expect(here()).toEqual({ '.panelkeep-x': NEW, '1.cbr': 'changed' })
    expect(placed).toEqual([])
  })

  test('is not lost when its place in the recycle folder is taken', async () => {
    lay({ '1.cbr': OLD, '.panelkeep-x': NEW, 'kept/1.cbr': 'other' })
    expect(run()).rejects.toThrow('already exists')
    await run().catch(() => undefined)
    expect(Object.values(here())).toContain(OLD)
    expect(here()).toMatchObject({ 'kept/1.cbr': 'other' })
  })

  test('stays when the new name is taken', async () => {
    lay({ '1.cbr': OLD, '.panelkeep-x': NEW })
    expect(run(refusing(made().to))).rejects.toThrow('already exists')
    await run(refusing(made().to)).catch(() => undefined)
    expect(placed).toEqual([])
    expect(await settleReplacement(made(), systemFiles)).toBe(made().to === made().from ? 'at_target' : 'at_source')
    expect(Object.values(here())).toContain(OLD)
  })

  test('gets its name back, and the new one is removed', async () => {
    lay(after)
    await restoreReplaced(made(), systemFiles, track())
    expect(here()).toEqual({ '1.cbr': OLD })
    expect(placed[0]).toMatchObject({ '1.cbr': OLD })
    expect(await settleRestored(made(), systemFiles)).toBe('at_target')
    expect(here()).toEqual({ '1.cbr': OLD })
  })

  test('stays kept when another file has its name', async () => {
    lay(after)
    expect(restoreReplaced(made(), refusing(at('1.cbr')), track())).rejects.toThrow('already exists')
    await restoreReplaced(made(), refusing(at('1.cbr')), track()).catch(() => undefined)
    expect(placed).toEqual([])
    expect(await settleRestored(made(), systemFiles)).toBe('at_source')
    expect(here()).toEqual(after)
  })

  test('that was restored twice at once does not overwrite another', async () => {
    lay({ ...after, '.panelkeep-x': 'other' })
    if (made().to !== made().from) return
    expect(restoreReplaced(made(), systemFiles, track())).rejects.toThrow('already exists')
    await restoreReplaced(made(), systemFiles, track()).catch(() => undefined)
    expect(here()).toEqual({ ...after, '.panelkeep-x': 'other' })
  })
})

/**
 * Every point at which a process can end, the state there, and the result; each twice, since the next process may end
 * too.
 */
type Case = [string, Record<string, string>, string, Record<string, string>]
const settles = (cases: Case[], settle: () => Promise<string>) =>
  test.each(cases)('%s', async (_when, found, whereabouts, left) => {
    lay(found)
    for (let n = 0; n < 2; n++) expect(await settle()).toBe(whereabouts)
    expect(here()).toEqual(left)
  })

describe('an interrupted replacement under another name', () => {
  settles(
    [
      ['before the new one had its name', { '1.cbr': OLD, '.panelkeep-x': NEW }, 'at_source', { '1.cbr': OLD }],
      ['after it had its name', { '1.cbr': OLD, '1.cbz': NEW }, 'at_target', { '1.cbz': NEW, 'kept/1.cbr': OLD }],
      ['with everything done', { '1.cbz': NEW, 'kept/1.cbr': OLD }, 'at_target', { '1.cbz': NEW, 'kept/1.cbr': OLD }],
      ['with a foreign file in its place', { '1.cbr': OLD, '1.cbz': 'other', '.panelkeep-x': NEW }, 'at_source', { '1.cbr': OLD, '1.cbz': 'other' }],
      ['on a disk that is away', {}, 'away', {}],
      ['and then lost', { 'other.cbr': 'x' }, 'lost', { 'other.cbr': 'x' }],
    ],
    () => settleReplacement(swap(), systemFiles),
  ) // biome-ignore format: a table

  test('between two names of the new file', async () => {
    lay({ '1.cbr': OLD, '1.cbz': NEW })
    linkSync(at('1.cbz'), at('.panelkeep-x'))
    expect(await settleReplacement(swap(), systemFiles)).toBe('at_target')
    expect(here()).toEqual({ '1.cbz': NEW, 'kept/1.cbr': OLD })
  })

  test('between two names of the old file', async () => {
    lay({ '1.cbr': OLD, '1.cbz': NEW })
    linkSync(at('1.cbr'), at('kept/1.cbr'))
    expect(await settleReplacement(swap(), systemFiles)).toBe('at_target')
    expect(here()).toEqual({ '1.cbz': NEW, 'kept/1.cbr': OLD })
  })

  test('before the recycle folder was created', async () => {
    rmSync(at('kept'), { recursive: true })
    lay({ '1.cbr': OLD, '1.cbz': NEW })
    expect(await settleReplacement(swap(), systemFiles)).toBe('at_target')
    expect(here()).toEqual({ '1.cbz': NEW, 'kept/1.cbr': OLD })
  })

  test('with the old file gone since', async () => {
    rmSync(at('kept'), { recursive: true })
    lay({ '1.cbz': NEW })
    expect(await settleReplacement(swap(), systemFiles)).toBe('at_target')
    expect([here(), existsSync(at('kept'))]).toEqual([{ '1.cbz': NEW }, false])
  })

  test('with a file of another time in its place', async () => {
    lay({ '1.cbr': OLD, '1.cbz': NEW })
    utimesSync(at('1.cbz'), 1, 1)
    expect(await settleReplacement(swap(), systemFiles)).toBe('at_source')
    expect(here()).toEqual({ '1.cbr': OLD, '1.cbz': NEW })
  })
})

describe('an interrupted replacement under the same name', () => {
  settles(
    [
      ['before anything', { '1.cbr': OLD, '.panelkeep-x': NEW }, 'at_source', { '1.cbr': OLD }],
      ['with the old one at rest', { 'kept/1.cbr': OLD, '.panelkeep-x': NEW }, 'at_target', { 'kept/1.cbr': OLD, '1.cbr': NEW }],
      ['with everything done', { 'kept/1.cbr': OLD, '1.cbr': NEW }, 'at_target', { 'kept/1.cbr': OLD, '1.cbr': NEW }],
    ],
    () => settleReplacement(inPlace(), systemFiles),
  ) // biome-ignore format: a table

  test('that lost the new file gives the old one its name', async () => {
    lay({ 'kept/1.cbr': OLD })
    expect(await settleReplacement(inPlace(), systemFiles)).toBe('at_source')
    expect(here()).toEqual({ '1.cbr': OLD })
  })

  test('with a foreign file in its place leaves that and the old one untouched', async () => {
    lay({ 'kept/1.cbr': OLD, '1.cbr': 'other', '.panelkeep-x': NEW })
    expect(await settleReplacement(inPlace(), systemFiles)).toBe('lost')
    expect(here()).toMatchObject({ 'kept/1.cbr': OLD, '1.cbr': 'other' })
  })

  test('between two names of the old file, or of the new one', async () => {
    lay({ '1.cbr': OLD, '.panelkeep-x': NEW })
    linkSync(at('1.cbr'), at('kept/1.cbr'))
    expect(await settleReplacement(inPlace(), systemFiles)).toBe('at_target')
    linkSync(at('1.cbr'), at('.panelkeep-x'))
    expect(await settleReplacement(inPlace(), systemFiles)).toBe('at_target')
    expect(here()).toEqual({ 'kept/1.cbr': OLD, '1.cbr': NEW })
  })
})

test('an old file gets its name back in a recreated folder', async () => {
  lay({ 'kept/1.cbr': OLD, '1.cbz': NEW })
  await restoreReplaced(swap({ from: at('gone/1.cbr') }), systemFiles, track())
  expect(here()).toEqual({ 'gone/1.cbr': OLD })
})

test('an unfinished new file is removed', async () => {
  for (const made of [swap, inPlace]) {
    lay({ '1.cbr': OLD, '.panelkeep-x': 'half' })
    expect(await settleReplacement(made({ after: null }), systemFiles)).toBe('at_source')
    expect(here()).toEqual({ '1.cbr': OLD })
  }
})

describe('an interrupted undo', () => {
  const other = () => settleRestored(swap(), systemFiles)
  const same = () => settleRestored(inPlace(), systemFiles)

  describe('under another name', () => {
    settles(
      [
        ['before anything', { 'kept/1.cbr': OLD, '1.cbz': NEW }, 'at_source', { 'kept/1.cbr': OLD, '1.cbz': NEW }],
        ['with the old one back', { '1.cbr': OLD, '1.cbz': NEW }, 'at_target', { '1.cbr': OLD }],
        ['on a disk that is away', {}, 'away', {}],
        ['and then lost', { '1.cbz': NEW }, 'lost', { '1.cbz': NEW }],
      ],
      other,
    ) // biome-ignore format: a table
  })

  describe('under the same name', () => {
    settles(
      [
        ['before anything', { 'kept/1.cbr': OLD, '1.cbr': NEW }, 'at_source', { 'kept/1.cbr': OLD, '1.cbr': NEW }],
        ['with the new one aside', { 'kept/1.cbr': OLD, '.panelkeep-x': NEW }, 'at_source', { 'kept/1.cbr': OLD, '1.cbr': NEW }],
        ['with the old one back', { '1.cbr': OLD, '.panelkeep-x': NEW }, 'at_target', { '1.cbr': OLD }],
        ['and then lost', { '.panelkeep-x': NEW }, 'lost', { '.panelkeep-x': NEW }],
        ['on a disk that is away', {}, 'away', {}],
      ],
      same,
    ) // biome-ignore format: a table
  })

  test('between two names of the old file, or of the new one', async () => {
    lay({ 'kept/1.cbr': OLD, '.panelkeep-x': NEW })
    linkSync(at('kept/1.cbr'), at('1.cbr'))
    expect(await same()).toBe('at_target')
    expect(here()).toEqual({ '1.cbr': OLD })
    lay({ 'kept/1.cbr': OLD, '1.cbr': NEW })
    linkSync(at('1.cbr'), at('.panelkeep-x'))
    expect(await same()).toBe('at_source')
    expect(here()).toEqual({ 'kept/1.cbr': OLD, '1.cbr': NEW })
  })
})
