import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Executables } from '../../../base/platform/executable'
import { windowsDisk } from '../../../testing/disks/windows-disk'
import { OwnExecutable } from './own-executable'

let folder: string
let executable: string
let became: (readonly string[])[]
let answer: number | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-own-'))
  executable = join(folder, 'panelkeep.exe')
  writeFileSync(executable, 'old')
  utimesSync(executable, 1_700_000_000, 1_700_000_000)
  became = []
  answer = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const executables: Executables = {
  start: () => ({ ended: Promise.resolve(answer), kill: () => {} }),
  become: (command) => void became.push(command),
}
const { files, hold } = windowsDisk()
const own = () => OwnExecutable.of({ files, executables, executable })

test('a restart continues as the executable that was put in its place', async () => {
  const running = await own()
  expect(await running.handOver(['--port', '8099'])).toBe(false)
  writeFileSync(executable, 'new version')
  expect(await running.handOver(['--port', '8099'])).toBe(true)
  expect(await running.handOver(['--no-browser'])).toBe(true)
  expect(became).toEqual([
    [executable, '--port', '8099', '--no-browser'],
    [executable, '--no-browser'],
  ])
})

test('an executable that does not run, or is missing at the moment, is not started', async () => {
  const running = await own()
  writeFileSync(executable, 'half of a new version')
  answer = 3
  expect(await running.handOver([])).toBe(false)
  rmSync(executable)
  expect(await running.handOver([])).toBe(false)
  const fromSources = await OwnExecutable.of({ files, executables, executable: undefined })
  expect(await fromSources.handOver([])).toBe(false)
  expect(became).toEqual([])
})

test('files that a setup renamed are removed as soon as they no longer run', async () => {
  for (const name of ['panelkeep.previous.exe', 'panelkeep.previous-2.exe', 'comics.exe'])
    writeFileSync(join(folder, name), '')
  const release = hold(join(folder, 'panelkeep.previous-2.exe'))
  const running = await own()
  await running.tidyPrevious()
  expect(readdirSync(folder).toSorted()).toEqual(['comics.exe', 'panelkeep.exe', 'panelkeep.previous-2.exe'])
  release()
  await running.tidyPrevious()
  expect(readdirSync(folder).toSorted()).toEqual(['comics.exe', 'panelkeep.exe'])
})
