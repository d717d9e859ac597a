import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { windowsDisk } from '../../testing/disks/windows-disk'
import { systemFiles } from './files'
import type { Files } from './ports'
import { removeTree } from './remove-tree'

let root: string
const at = (path: string) => join(root, path)
const put = (path: string) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), 'x')
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-tree-'))
  for (const path of ['tree/a', 'tree/b/c', 'tree/b/d/e', 'kept/x']) put(path)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('everything is removed, links too, but not their targets', async () => {
  symlinkSync(at('kept'), at('tree/b/link'))
  symlinkSync(at('nowhere'), at('tree/dangling'))
  await removeTree(systemFiles, at('tree'))
  expect([existsSync(at('tree')), readdirSync(at('kept'))]).toEqual([false, ['x']])
})

test('a missing path is not an error, and a single file is removed', async () => {
  await removeTree(systemFiles, at('nowhere'))
  await removeTree(systemFiles, at('tree/a'))
  expect(readdirSync(at('tree'))).toEqual(['b'])
})

test('an entry that cannot be removed stays with the folders above it, and is named with the reason', async () => {
  const { files, hold } = windowsDisk()
  const release = hold(at('tree/b/c'))
  const error = await files.removeFolder(at('tree')).catch((each: Error) => each)
  expect(error).toMatchObject({ path: at('tree/b/c'), cause: { code: 'EBUSY' } })
  expect(readdirSync(root, { recursive: true }).toSorted()).toEqual(['kept', 'kept/x', 'tree', 'tree/b', 'tree/b/c'])
  release()
  await files.removeFolder(at('tree'))
  expect(existsSync(at('tree'))).toBe(false)
})

test('a link that the system treats as a folder is removed as one', async () => {
  symlinkSync(at('kept'), at('tree/junction'))
  const refusing: Files = {
    ...systemFiles,
    remove: async (path) => {
      if (path.endsWith('junction')) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
      await systemFiles.remove(path)
    },
    async removeEmptyFolder(path) {
      if (!path.endsWith('junction')) return systemFiles.removeEmptyFolder(path)
      await systemFiles.remove(path)
      return true
    },
  }
  await removeTree(refusing, at('tree'))
  expect([existsSync(at('tree')), existsSync(at('kept/x'))]).toEqual([false, true])
})
