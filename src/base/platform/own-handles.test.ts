import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { windowsDisk } from '../../testing/disks/windows-disk'
import { withOwnHandles } from './own-handles'
import type { Files } from './ports'

let root: string
let at: (name: string) => string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-handles-'))
  at = (name) => join(root, name)
  mkdirSync(at('folder'))
  for (const name of ['folder/a', 'b']) writeFileSync(at(name), 'x')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const CHANGES: [string, (files: Files) => Promise<unknown>][] = [
  ['a rename', (files) => files.rename(at('folder/a'), at('c'))],
  ['a rename over it', (files) => files.rename(at('b'), at('folder/a'))],
  ['a new place', (files) => files.place(at('folder/a'), at('c'))],
  ['a new spelling', (files) => files.place(at('folder/a'), at('folder/A'))],
  ['a new place of its folder', (files) => files.place(at('folder'), at('other'))],
  ['other content', (files) => files.write(at('folder/a'), 'y')],
  ['a copy over it', (files) => files.copy(at('b'), at('folder/a'))],
  ['its removal under another spelling', (files) => files.remove(at('FOLDER/A'))],
  ['the removal of its folder', (files) => files.removeFolder(at('folder'))],
]

test.each(CHANGES)('our own open file is closed before %s', async (_name, change) => {
  const disk = windowsDisk()
  const files = withOwnHandles(disk.files)
  const kept = await files.open(at('folder/a'), () => kept.close())
  await change(files)
  expect([disk.open(), disk.waits]).toEqual([[], []])
})

test('a file that is closed is forgotten, and others stay open', async () => {
  const disk = windowsDisk()
  const files = withOwnHandles(disk.files)
  let asked = 0
  const first = await files.open(at('b'), async () => void asked++)
  await first.close()
  const other = await files.open(at('folder/a'), async () => void asked++)
  await files.remove(at('b'))
  expect(asked).toBe(0)
  await other.close()
})

test('a change waits for the page that is being read', async () => {
  const disk = windowsDisk()
  const files = withOwnHandles(disk.files)
  const page = Promise.withResolvers<void>()
  const kept = await files.open(at('b'), async () => {
    await page.promise
    await kept.close()
  })
  const removed = files.remove(at('b'))
  page.resolve()
  await removed
  expect(disk.waits).toEqual([])
})
