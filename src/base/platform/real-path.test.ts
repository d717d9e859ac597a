import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { windowsDisk } from '../../testing/disks/windows-disk'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-real-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const { files } = windowsDisk()

const LONG = join(root, ...Array.from({ length: 6 }, (_, n) => `${n}`.repeat(50)))

test.each([
  ['a path of 260 letters and more', LONG],
  ['a folder with a dot at its end', join(root, 'Vol. 1.')],
  ['a folder with a space at its end', join(root, 'Vol 2 ')],
])('%s is resolved as far as the system resolves it', async (_name, folder) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a.cbz'), '')
  expect(await files.real(join(folder, 'a.cbz'))).toBe(join(folder, 'a.cbz'))
  expect(await files.real(join(folder, 'b.cbz'))).toBeUndefined()
})

test('a link is never mistaken for its unresolved path', async () => {
  mkdirSync(LONG, { recursive: true })
  symlinkSync(root, join(LONG, 'link'))
  writeFileSync(join(root, 'x.cbz'), '')
  expect(await files.real(join(LONG, 'link'))).toBeUndefined()
  expect(await files.real(join(LONG, 'link', 'x.cbz'))).toBeUndefined()
})
