import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Executables } from '../../../base/platform/executable'
import type { Files } from '../../../base/platform/ports'
import { disk } from '../../../testing/disks/disk'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import {
  clearUpdate,
  type PendingUpdate,
  readPending,
  updatePaths,
  writePending,
} from '../../system/updates/pending-update'
import { layout } from '../data-directory'
import { applyUpdate } from './apply-update'
import { writeTrialAnswer } from './first-answer'
import { resumeUpdate } from './resume-update'

const OLD = '1.0.0'
const NEW = '2.0.0'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Pauses end immediately. */
const clock = { ...fakeClock(), after: async () => {} }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The behaviours of the new version when it starts. */
type Trial = 'answers' | 'crashes' | 'hangs' | 'ends without an answer' | 'cannot be started'

/** A prepared update. Executables and the database are files that contain their version. */
async function prepared() {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-swap-'))
  folders.push(folder)
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'data'))
  const at = layout(join(folder, 'data'))
  const executable = join(folder, 'bin', 'panelkeep')
  const paths = updatePaths(at.update, executable)
  writeFileSync(executable, OLD)
  writeFileSync(paths.next, NEW)
  writeFileSync(at.database, 'rows of the old version')
  const pending: PendingUpdate = { update_id: 'u', from: OLD, to: NEW, step: 'ready', starts: 0, reason: null }
  await writePending(disk, paths, pending)
  return { at, executable, paths, folder }
}
type Prepared = Awaited<ReturnType<typeof prepared>>

/** The new version changes the database before it responds, as a migration does. */
function executables(
  { at, executable }: Prepared,
  trial: Trial,
  clock: FakeClock,
  files = disk,
): Executables & { ran: string[][] } {
  const ran: string[][] = []
  return {
    ran,
    become: (command) => void ran.push([...command]),
    start(command) {
      ran.push([...command])
      if (trial === 'cannot be started') throw new Error('ENOEXEC')
      const killed = Promise.withResolvers<null>()
      const run = async () => {
        writeFileSync(at.database, 'rows of the new version')
        writeFileSync(`${at.database}-wal`, 'more of them')
        if (trial === 'answers') await writeTrialAnswer(files, at, executable)
        if (trial === 'hangs') void Promise.resolve().then(() => clock.advance('5 min'))
        return trial === 'hangs' ? killed.promise : trial === 'crashes' ? 1 : 0
      }
      return { ended: run(), kill: () => killed.resolve(null) }
    },
  }
}

const apply = (made: Prepared, trial: Trial, files: Files = disk, platform = 'linux') => {
  const clock = fakeClock()
  const programs = executables(made, trial, clock, files)
  const { at, executable } = made
  const args = ['--no-browser']
  const done = applyUpdate({ files, clock, log: silent, executables: programs, at, platform, executable, args })
  return { done, ran: programs.ran }
}

/** Starts any executable at the path, until one runs. */
async function nextStart(made: Prepared, files: Files = disk) {
  const { at, executable } = made
  for (;;) {
    const version = readFileSync(executable, 'utf8')
    const resumed = await resumeUpdate({ files, clock, log: silent, at, executable, version, isTrial: false })
    if (resumed?.kind !== 'hand_over') return { version, resumed }
  }
}

describe('the exchange of the executable', () => {
  test('ends with the new version in place of this process, once it has responded', async () => {
    const made = await prepared()
    const { done, ran } = apply(made, 'answers')
    expect(await done).toBe(true)
    const { executable, paths } = made
    expect(ran).toEqual([
      [executable, '--no-browser', '--update-trial'],
      [executable, '--no-browser'],
    ])
    expect(readFileSync(paths.previous, 'utf8')).toBe(OLD)
    const { version, resumed } = await nextStart(made)
    expect({ version, resumed }).toEqual({
      version: NEW,
      resumed: { kind: 'confirm', result: { update_id: 'u', state: 'installed', error: null } },
    })
    await clearUpdate(disk, paths)
    expect(readdirSync(join(executable, '..'))).toEqual(['panelkeep'])
    expect(existsSync(paths.folder)).toBe(false)
  })

  test.each([
    ['crashes', 'ended before it answered'],
    ['ends without an answer', 'ended before it answered'],
    ['hangs', 'did not answer within 5 minutes'],
    ['cannot be started', 'could not be started'],
  ] as const)('is undone together with the database when the new version %s', async (trial, words) => {
    const made = await prepared()
    expect(await apply(made, trial).done).toBe(true)
    const { version, resumed } = await nextStart(made)
    expect(version).toBe(OLD)
    expect(resumed).toMatchObject({
      kind: 'ended',
      result: { state: 'rolled_back', error: expect.stringContaining(words) },
    })
    expect(readFileSync(made.at.database, 'utf8')).toBe('rows of the old version')
    expect(existsSync(`${made.at.database}-wal`)).toBe(false)
  })

  test('renames both on Windows, where a running file can be neither replaced nor removed', async () => {
    const made = await prepared()
    const running = readFileSync(made.executable)
    expect(await apply(made, 'crashes', disk, 'win32').done).toBe(true)
    expect(readFileSync(made.executable)).toEqual(running)
    expect((await nextStart(made)).resumed).toMatchObject({ kind: 'ended', result: { state: 'rolled_back' } })
    const other = await prepared()
    await apply(other, 'answers', disk, 'win32').done
    expect((await nextStart(other)).version).toBe(NEW)
  })

  test('does not begin while the database is still open', async () => {
    const made = await prepared()
    writeFileSync(`${made.at.database}-wal`, 'rows')
    expect(await apply(made, 'answers').done).toBe(true)
    expect(readFileSync(made.executable, 'utf8')).toBe(OLD)
    expect(readFileSync(`${made.at.database}-wal`, 'utf8')).toBe('rows')
  })

  test('does nothing without an update', async () => {
    const made = await prepared()
    await clearUpdate(disk, made.paths)
    expect(await apply(made, 'answers').done).toBe(false)
    expect((await nextStart(made)).resumed).toBeUndefined()
  })
})

describe('a new version that crashes at every start', () => {
  test('is replaced by the old one after three of them', async () => {
    const made = await prepared()
    const { at, executable, paths } = made
    await apply(made, 'answers').done
    const start = () => resumeUpdate({ files: disk, clock, log: silent, at, executable, version: NEW, isTrial: false })
    const kinds = [await start(), await start(), await start(), await start()].map((resumed) => resumed?.kind)
    expect(kinds).toEqual(['confirm', 'confirm', 'confirm', 'hand_over'])
    const { version, resumed } = await nextStart(made)
    expect(version).toBe(OLD)
    expect(resumed?.result).toMatchObject({
      state: 'rolled_back',
      error: expect.stringContaining('3 times and never answered'),
    })
    expect(readFileSync(at.database, 'utf8')).toBe('rows of the old version')
    expect(existsSync(paths.previous)).toBe(false)
  })
})

const WRITES = ['write', 'rename', 'link', 'copy', 'remove', 'permit', 'makeFolder'] as const

class Killed extends Error {}

/** A disk whose process is killed at the `at`-th change; `torn`: in the middle of a copy. */
function killedAt(at: number): { files: Files; changes: () => number } {
  let count = 0
  const files = { ...disk }
  for (const name of WRITES) {
    const real = disk[name].bind(disk) as (...args: unknown[]) => Promise<unknown>
    Object.assign(files, {
      [name]: (...args: unknown[]) => {
        count++
        if (count === at && name === 'copy') writeFileSync(String(args[1]), 'half')
        if (count >= at) return Promise.reject(new Killed())
        return real(...args)
      },
    })
  }
  return { files, changes: () => count }
}

describe('killed at any change of the disk', () => {
  test.each(['answers', 'crashes'] as const)(
    'while a version that %s is tried, one version runs with its own database',
    async (trial) => {
      const { changes, files } = killedAt(Number.POSITIVE_INFINITY)
      await apply(await prepared(), trial, files).done
      const ends = new Set<string>()
      for (let at = 1; at <= changes(); at++) {
        const made = await prepared()
        await apply(made, trial, killedAt(at).files).done.catch(() => undefined)
        // The next starts are also killed, each one change later.
        for (let start = 1; start <= 2; start++) await nextStart(made, killedAt(start).files).catch(() => undefined)
        const { version, resumed } = await nextStart(made)
        const database = readFileSync(made.at.database, 'utf8')
        ends.add(`${version} ${resumed?.result?.state}`)
        if (version === OLD) {
          expect(database, `killed at change ${at}`).toBe('rows of the old version')
          expect(resumed?.kind, `killed at change ${at}`).toBe('ended')
        } else expect(resumed?.kind, `killed at change ${at}`).toBe('confirm')
        expect(await readPending(disk, made.paths)).toBeDefined()
      }
      expect([...ends].toSorted()).toContain(`${OLD} failed`)
      expect([...ends].toSorted()).toContain(trial === 'answers' ? `${NEW} installed` : `${OLD} rolled_back`)
    },
  )
})
