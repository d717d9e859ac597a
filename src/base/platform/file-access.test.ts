import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from './files'

/** Mode, owner and group of files that are created or replaced. */

const isRoot = process.getuid?.() === 0
const hasModes = process.platform !== 'win32'

let folder: string
let umask: number
beforeEach(() => {
  umask = process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-access-'))
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const accessOf = (name: string) => {
  const { mode, uid, gid } = statSync(at(name))
  return `${(mode & 0o7777).toString(8)} ${uid}:${gid}`
}
function put(name: string, mode: number, owner = [process.getuid?.() ?? 0, process.getgid?.() ?? 0] as const) {
  writeFileSync(at(name), name)
  chownSync(at(name), ...owner)
  chmodSync(at(name), mode)
}

describe.skipIf(!hasModes)('a file that replaces another', () => {
  test.each([0o664, 0o444, 0o600, 0o777, 0o640])('gets its mode: %o', async (mode) => {
    put('old', mode)
    put('new', 0o644)
    await systemFiles.keepAccess(at('old'), at('new'))
    expect(accessOf('new')).toBe(accessOf('old'))
  })

  test.skipIf(!isRoot)('gets its owner and group, and bits that belong to them', async () => {
    put('old', 0o2664, [1000, 100])
    put('new', 0o644)
    await systemFiles.keepAccess(at('old'), at('new'))
    expect(accessOf('new')).toBe('2664 1000:100')
  })

  test('stays unchanged when there is nothing to replace', async () => {
    put('new', 0o640)
    await systemFiles.keepAccess(at('old'), at('new'))
    expect(accessOf('new')).toStartWith('640')
    await systemFiles.keepAccess(at('new'), at('old'))
    expect(existsSync(at('old'))).toBe(false)
  })

  test.skipIf(!isRoot)('in one step has everything, and a requested mode', async () => {
    put('kept', 0o664, [1000, 100])
    put('secret', 0o664, [1000, 100])
    await systemFiles.write(at('kept'), 'x')
    await systemFiles.write(at('secret'), 'x', 0o600)
    expect([accessOf('kept'), accessOf('secret')]).toEqual(['664 1000:100', '600 1000:100'])
  })
})

test.skipIf(!hasModes)('new files and folders follow the umask', async () => {
  process.umask(0o002)
  await systemFiles.write(at('written'), 'x')
  await systemFiles.create(at('created'), (write) => write(new Uint8Array(1)))
  await systemFiles.makeFolder(at('folder'))
  const modes = ['written', 'created', 'folder'].map((name) => accessOf(name).split(' ')[0])
  expect(modes).toEqual(['664', '664', '775'])
})
