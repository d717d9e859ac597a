import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { savedSettings } from '../../edges/host/saved-settings'
import { windowsDisk } from '../../testing/disks/windows-disk'
import { Dice } from '../../testing/libraries/dice'
import { systemFiles } from '../platform/files'
import { lineLog } from '../platform/log'
import { systemRandom } from '../platform/random'
import { type OptionName, optionNames, options } from './options'
import { SettingsService } from './service'

const root = mkdtempSync(join(tmpdir(), 'panelkeep-lists-'))
const path = join(root, 'config.ini')
const LETTERS = [
  ';',
  '"',
  "'",
  ' ',
  ',',
  '=',
  '#',
  '[',
  ']',
  '\\',
  '%',
  '$',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u0085',
  'é',
  '集',
  'a',
  'B',
]
const typed = (type: string) => optionNames.filter((name) => options[name].type === type && !('moved' in options[name]))
const [lists, single] = [typed('folders'), typed('folder')]
let folders: string[] = []

const log = lineLog(
  () => '2026-11-21T08:00:00.000Z',
  () => {},
)
const started = () =>
  savedSettings(
    { files: systemFiles, random: systemRandom, log },
    { config: path },
    { publish: () => {}, args: {}, env: {} },
  )

async function put(change: Record<string, unknown>): Promise<Record<string, unknown>> {
  const config = await started()
  await new SettingsService({ config, files: systemFiles, version: '0' }).change(change)
  return shownBy(config)
}
const shownBy = (config: Awaited<ReturnType<typeof started>>) =>
  new SettingsService({ config, files: systemFiles, version: '0' }).view()

beforeAll(() => {
  const dice = new Dice(37)
  const names = Array.from({ length: 60 }, () =>
    Array.from({ length: dice.whole(1, 9) }, () => dice.pick(LETTERS)).join(''),
  )
  folders = [...new Set(['A', 'A; old', 'A ', '"A"', ...names])].map((name) => join(root, name))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a saved value is returned unchanged, now and after a restart:', () => {
  test.each(lists)('%s', async (name) => {
    const dice = new Dice(name.length)
    const many = Array.from({ length: 40 }, () => dice.some(folders, 0.1))
    for (const wanted of [folders, [join(root, 'A'), join(root, 'A; old')], ...many]) {
      const value = [...new Set(wanted)]
      expect((await put({ [name]: value }))[name]).toEqual(value)
      expect((await started()).get(name as OptionName)).toEqual(value as never)
    }
  })

  test.each(single)('%s', async (name) => {
    for (const folder of folders) {
      expect((await put({ [name]: folder }))[name]).toBe(folder)
      expect((await started()).get(name as OptionName)).toBe(folder as never)
    }
  })

  test('the text form of several folders that tools know', async () => {
    for (const wanted of [folders, folders.slice(0, 3)]) {
      await put({ comic_dirs: wanted })
      const { comic_dir, multiple_dest_dirs } = await put({ comic_dir: wanted[0] })
      expect(comic_dir).toBe(wanted[0])
      await put({ comic_dirs: [wanted[0]] })
      expect((await put({ multiple_dest_dirs })).comic_dirs).toEqual(wanted)
      expect((await started()).get('comic_dirs')).toEqual(wanted)
    }
  })
})

test('a list that an earlier version wrote without quotes is still read', async () => {
  writeFileSync(path, `[General]\ncomic_dirs = ${join(root, 'A')};${join(root, 'A; old')}\n`)
  expect((await started()).get('comic_dirs')).toEqual([join(root, 'A'), join(root, 'A; old')])
})

test('spaces around a pasted folder are removed unless a folder has them', async () => {
  expect(await put({ comic_dirs: [` ${root} `, root], destination_dir: ` ${root} ` })).toMatchObject({
    comic_dirs: [root],
    destination_dir: root,
  })
})

test('a save keeps the byte order mark and the line endings of the file', async () => {
  writeFileSync(path, '\uFEFF[General]\r\n; mine\r\ncomic_dirs =\r\n')
  await put({ comic_dirs: folders.slice(0, 2) })
  expect(readFileSync(path, 'utf8')).toBe(`\uFEFF[General]\r\n; mine\r\ncomic_dirs = ${folders[0]};"${folders[1]}"\r\n`)
})

describe('on a disk that ignores case', () => {
  const { files } = windowsDisk()

  test('a folder is named as the disk names it, and a folder named twice counts once', async () => {
    const config = await started()
    const settings = new SettingsService({ config, files, version: '0' })
    await settings.change({
      comic_dirs: [join(root, 'a'), join(root, 'A'), root, `${root}/`],
      destination_dir: join(root, 'a'),
    })
    expect(settings.view()).toMatchObject({ comic_dirs: [join(root, 'A'), root], destination_dir: join(root, 'A') })
  })
})
