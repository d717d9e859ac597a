import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { makeRoomToKeep, RECYCLE, tidyRecycle } from './recycle'

let root: string
const at = (path: string) => join(root, path)
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-recycle-'))
  mkdirSync(at('comics/harbor'), { recursive: true })
  writeFileSync(at('comics/harbor/1.cbr'), 'comic')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('an old file is kept', () => {
  const room = (files: Files = systemFiles, roots = [at('comics')]) =>
    makeRoomToKeep(files, { path: at('comics/harbor/1.cbr'), changeId: 'x', roots })
  const shared = () => at(`comics/${RECYCLE}/x/1.cbr`)
  const own = () => at(`comics/harbor/${RECYCLE}/x/1.cbr`)

  test('in its library folder', async () => {
    expect(await room()).toBe(shared())
    expect(existsSync(at(`comics/${RECYCLE}/x`))).toBe(true)
    expect(existsSync(at(`comics/harbor/${RECYCLE}`))).toBe(false)
  })

  test('beside itself when no library folder contains it', async () => {
    expect(await room(systemFiles, [at('manga')])).toBe(own())
    expect(existsSync(at(`comics/harbor/${RECYCLE}/x`))).toBe(true)
  })

  test('beside itself when the library folder is on another disk, or unavailable', async () => {
    const other: Files = {
      ...systemFiles,
      async stat(path) {
        const facts = await systemFiles.stat(path)
        return facts && path === at('comics') ? { ...facts, device: -1 } : facts
      },
    }
    expect(await room(other)).toBe(own())
    expect(await room({ ...systemFiles, real: () => Promise.reject(new Error('EIO')) })).toBe(own())
    expect(await room({ ...systemFiles, real: async () => undefined })).toBe(own())
  })

  test('beside itself when the library folder is read-only', async () => {
    const makeFolder: Files['makeFolder'] = (path, mode) =>
      path.startsWith(at(`comics/${RECYCLE}`))
        ? Promise.reject(new Error('EACCES'))
        : systemFiles.makeFolder(path, mode)
    expect(await room({ ...systemFiles, makeFolder })).toBe(own())
  })
})

describe('the folders of a kept file', () => {
  test('are removed when they are empty, and others stay', async () => {
    mkdirSync(at(`comics/${RECYCLE}/x`), { recursive: true })
    mkdirSync(at(`comics/${RECYCLE}/y`))
    await tidyRecycle(systemFiles, at(`comics/${RECYCLE}/x/1.cbr`))
    expect(readdirSync(at(`comics/${RECYCLE}`))).toEqual(['y'])
    await tidyRecycle(systemFiles, at(`comics/${RECYCLE}/y/1.cbr`))
    expect(readdirSync(at('comics'))).toEqual(['harbor'])
  })

  test('stay while they are not empty', async () => {
    mkdirSync(at(`comics/${RECYCLE}/x`), { recursive: true })
    writeFileSync(at(`comics/${RECYCLE}/x/2.cbr`), '')
    await tidyRecycle(systemFiles, at(`comics/${RECYCLE}/x/1.cbr`))
    expect(existsSync(at(`comics/${RECYCLE}/x/2.cbr`))).toBe(true)
  })

  test('are only ours: an empty parent folder stays', async () => {
    mkdirSync(at('comics/empty/x'), { recursive: true })
    await tidyRecycle(systemFiles, at('comics/empty/x/1.cbr'))
    expect(readdirSync(at('comics/empty'))).toEqual([])
    await tidyRecycle(systemFiles, '')
  })
})
