import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeComplete } from './files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file has its name only when it is complete', () => {
  const path = join(folder, 'copy.db')
  writeComplete(path, (partial) => {
    writeFileSync(partial, 'all of it')
    expect(readdirSync(folder)).not.toContain('copy.db')
  })
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['all of it', ['copy.db']])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that cannot be completed leaves nothing', () => {
  const write = (partial: string) => {
    writeFileSync(partial, 'half')
    throw new Error('The disk is full.')
  }
  expect(() => writeComplete(join(folder, 'copy.db'), write)).toThrow('The disk is full.')
  expect(readdirSync(folder)).toEqual([])
})
