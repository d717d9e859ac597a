import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import type { Log } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { AcquisitionGate } from '../../intake/acquisition/gate'
import { Maintenance } from '../../intake/acquisition/maintenance'
import { testDatabase } from '../../testing/database'
import { disk } from '../../testing/disks/disk'
import { advanceUntil } from '../../testing/fakes/advance-until'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { makeSeries } from '../../testing/make'
import { type MoveInDeps, MoveInHandler } from './move-in-handler'
import { COPY } from './private-copy'
import type { MigrationSource, MigrationStep } from './source'
import { findMigrationRun, insertMigrationRun, type MigrationRunRow, stepsOf } from './store'
import type { OpenMessage, ThreadAnswer, ThreadFault, ThreadMessage } from './table-messages'

/** Runs of a source whose steps the test supplies, over a library in memory. */

const LOG: Log = { debug() {}, info() {}, warn() {}, error() {} }
const coded = (code: string) => Object.assign(new Error(code), { code })

let copies: string
let db: Database
let clock: FakeClock
let gate: AcquisitionGate
let maintenance: Maintenance
let backups: number
let enqueued: unknown[]
let sought: unknown[]
let stopping: AbortController
/** Called after each write that must not be lost. */
let afterWrite: () => void
beforeEach(() => {
  copies = mkdtempSync(join(tmpdir(), 'panelkeep-mover-'))
  db = testDatabase()
  clock = fakeClock()
  gate = new AcquisitionGate({ db, clock, random: systemRandom, log: LOG, isPaused: () => false })
  maintenance = new Maintenance({ db, clock, log: LOG, gate })
  backups = 0
  enqueued = []
  sought = []
  stopping = new AbortController()
  afterWrite = () => {}
  makeSeries(db)
  begin()
})
afterEach(() => {
  db.close()
  rmSync(copies, { recursive: true, force: true })
})

/** Starts a run whose copy exists. */
function begin(more: Partial<MigrationRunRow> = {}): void {
  mkdirSync(join(copies, 'run'), { recursive: true })
  const raw = new Sqlite(join(copies, 'run', COPY), { create: true })
  raw.run('create table if not exists comics (id)')
  raw.close()
  const at = clock.now()
  const row = { run_id: 'run', source: 'mylar', path: '/mylar', state: 'validating', path_mappings: [], reader: null, current_step: null, steps_total: 2, error: null, warnings: [], created_at: at, updated_at: at, finished_at: null } as const // biome-ignore format: one line
  db.write((tx) => {
    tx.run('delete from moving_runs' as never)
    insertMigrationRun(tx, { ...row, ...more, path_mappings: [], warnings: [] })
  })
}

const step = (name: string, run: MigrationStep['run'] = ({ tally }) => tally.taken()): MigrationStep => ({ name, run })
const STEPS = [step('comics'), step('issues')]
const state = () => findMigrationRun(db.read, 'run')!
const done = () => stepsOf(db.read, 'run').map(({ name }) => name)

function run(
  steps: MigrationStep[] = STEPS,
  more: Partial<MoveInDeps> & Pick<Partial<MigrationSource>, 'applySettings'> = {},
) {
  const { applySettings, ...deps } = more
  const source = { kind: 'mylar', label: 'Mylar', database: 'mylar.db', textFiles: [], check: () => undefined, steps, ...(applySettings && { applySettings }) } as unknown as MigrationSource // biome-ignore format: one line
  const mover = new MoveInHandler({
    db,
    clock,
    random: systemRandom,
    files: disk,
    log: LOG,
    sources: [source],
    ownerName: () => 'olive',
    operations: { enqueue: (of: unknown) => void enqueued.push(of), active: () => sought } as never,
    gate,
    maintenance,
    copies,
    settings: { view: () => ({ manga_dirs: [] }), libraryFolders: () => [] } as never,
    backup: async () => void backups++,
    ...deps,
  })
  const persist = async <T>(work: (tx: never) => T) => {
    const result = db.write(work as never)
    afterWrite()
    return result as T
  }
  const tools = { signal: stopping.signal, report() {}, persist, operation_id: 'o' }
  return mover.run({ run_id: 'run' }, tools as never)
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

describe('a run', () => {
  test('makes a backup, runs each step once, opens the gate and removes the copy', async () => {
    await run()
    expect([done(), backups, state().state, state().current_step]).toEqual([['comics', 'issues'], 1, 'complete', null])
    expect(gate.read()).toMatchObject({ maintenance: null, reconciliation: { state: 'pending_preview' } })
    expect(existsSync(join(copies, 'run'))).toBe(false)
    expect(enqueued).toEqual([])
  })

  test('continues after the finished steps, without another backup', async () => {
    const cutOff = step('issues', () => {
      stopping.abort()
      throw new Error('the process stops')
    })
    expect(await failureOf(run([step('comics'), cutOff]))).toMatchObject({ message: 'the process stops' })
    expect([done(), state().state, gate.read().state]).toEqual([['comics'], 'migrating', 'migrating'])
    expect(existsSync(join(copies, 'run'))).toBe(true)
    stopping = new AbortController()
    await run()
    expect([done(), backups, state().state]).toEqual([['comics', 'issues'], 1, 'complete'])
  })

  test('after its last row only opens the gate and removes the copy', async () => {
    const fence = maintenance.close({ owner: 'migration', run_id: 'run', reason: 'A migration is running.' })
    begin({ state: 'complete', finished_at: clock.now() })
    await run()
    expect([done(), backups, maintenance.holds(db.read, fence), existsSync(join(copies, 'run'))]).toEqual([[], 0, false, false]) // biome-ignore format: one line
  })

  test.each(['ready', 'migrating'] as const)(
    'of a library that was restored from its backup is forgotten (%s)',
    async (state) => {
      maintenance.close({ owner: 'migration', run_id: 'run', reason: 'A migration is running.' })
      gate.reconcile(state, null)
      begin({ state: 'waiting_for_quiescence' })
      rmSync(join(copies, 'run'), { recursive: true })
      await run()
      expect([findMigrationRun(db.read, 'run'), done(), gate.read().state]).toEqual([undefined, [], 'open'])
    },
  )

  test('is not in progress in its own backup', async () => {
    const states: unknown[] = []
    const backup = async () => void states.push(gate.read().reconciliation.state, done())
    await run(STEPS, { backup })
    expect(states).toEqual(['ready', []])
  })

  test('leaves other maintenance closed', async () => {
    maintenance.close({ owner: 'repair', run_id: 'other', reason: 'A repair is running.' })
    begin({ state: 'complete', finished_at: clock.now() })
    await run()
    expect(gate.read().maintenance).toMatchObject({ run_id: 'other' })
  })

  test('renews its heartbeat at each table, after any delay before', async () => {
    const alive: unknown[] = []
    const look = step('issues', ({ tx }) => void alive.push(gate.read(tx).maintenance?.isAlive))
    afterWrite = () => done().length === 1 && state().current_step === 'comics' && clock.jump('3 min')
    await run([step('comics'), look])
    expect(alive).toEqual([true])
  })

  test('waits for searches, and after five minutes changes nothing', async () => {
    const lease = gate.lease({ producer: 'search', subject: 'run' })
    const running = run()
    await clock.advance('4 min')
    expect(state().state).toBe('waiting_for_quiescence')
    await clock.advance('2 min')
    await running
    expect(state()).toMatchObject({ state: 'blocked', error: expect.stringContaining('so nothing was copied'), finished_at: expect.any(String) }) // biome-ignore format: one line
    expect([done(), backups, gate.read().state, enqueued]).toEqual([[], 0, 'open', []])
    expect(existsSync(join(copies, 'run'))).toBe(false)
    lease!.release()
  })

  test('that is stopped while it waits for searches continues at the next start', async () => {
    gate.lease({ producer: 'search', subject: 'run' })
    const running = failureOf(run())
    await clock.advance('10 s')
    stopping.abort()
    await clock.advance('1 s')
    expect(await running).toMatchObject({ name: 'AbortError' })
    expect([state().state, state().finished_at, gate.read().state]).toEqual(['waiting_for_quiescence', null, 'maintenance']) // biome-ignore format: one line
  })

  test.each([
    ['searches for the files of its series', false, [], 1],
    ['does so once', false, [{}], 0],
    ['does not when it failed', true, [], 0],
  ])('%s', async (_name, fails, active, count) => {
    sought = active
    const list = step('comics', ({ list }) => list('harbor', ['/comics']))
    const next = step('issues', () => {
      if (fails) throw new Error('broken')
    })
    await failureOf(run([list, next]))
    expect(enqueued).toHaveLength(count)
    expect(state().state).toBe(fails ? 'error' : 'complete')
  })
})

describe('a run that fails', () => {
  test.each([
    ['at a table', new Error('secret'), 'Moving stopped at the table issues. The log says why. These tables are in: comics. Start again to continue: what is in stays as it is.'],
    ['for another reason', new Refusal('invalid', 'No such column.'), 'Moving stopped at the table issues. No such column. These tables are in: comics. Start again to continue: what is in stays as it is.'],
  ])('%s says so, and unlocks the library', async (_name, error, sentence) => {
    const broken = step('issues', () => {
      throw error
    })
    expect(await failureOf(run([step('comics'), broken]))).toMatchObject({ kind: 'conflict', detail: sentence })
    expect(state()).toMatchObject({ state: 'error', error: sentence, finished_at: expect.any(String) })
    expect(gate.read()).toMatchObject({ maintenance: null, reconciliation: { state: 'failed', reason: sentence } })
    expect(existsSync(join(copies, 'run'))).toBe(false)
  }) // biome-ignore format: a table

  test('before its first table leaves the review of the library unchanged', async () => {
    const backup = () => Promise.reject(new Refusal('unavailable', 'No room for a backup.'))
    gate.reconcile('ready', 'Looks right.')
    writeFileSync(join(copies, 'run', COPY), '')
    expect(await failureOf(run(STEPS, { backup }))).toMatchObject({ detail: expect.stringContaining('has no content') })
    expect(gate.read().reconciliation.state).toBe('ready')
    begin()
    expect(await failureOf(run(STEPS, { backup }))).toMatchObject({ detail: 'No room for a backup.' })
  })

  test('because a version does not know its source says so', async () => {
    begin({ source: 'kavita' })
    expect(await failureOf(run())).toMatchObject({ detail: 'This version cannot move from kavita.' })
  })

  test('because its maintenance was aborted changes nothing more', async () => {
    afterWrite = () =>
      done().length === 1 && maintenance.open({ ...gate.read().maintenance!, epoch: gate.read().epoch })
    const detail = expect.stringContaining('The maintenance was aborted.')
    expect(await failureOf(run())).toMatchObject({ detail })
    expect(done()).toEqual(['comics'])
  })

  test.each(['SQLITE_BUSY', 'SQLITE_LOCKED'])(
    'because the library is locked (%s) is retried, not ended',
    async (code) => {
      let tries = 0
      const backup = async () => {
        if (tries++ === 0) throw coded(code)
      }
      expect(await failureOf(run(STEPS, { backup }))).toMatchObject({ code })
      expect([state().error, state().finished_at, existsSync(join(copies, 'run'))]).toEqual([null, null, true])
      await run(STEPS, { backup })
      expect([state().state, tries]).toEqual(['complete', 2])
    },
  )
})

test('settings that cannot be applied do not fail the run: the tables are in', async () => {
  await run(STEPS, { applySettings: () => Promise.reject(new Error('secret')) })
  expect(state()).toMatchObject({ state: 'complete', warnings: ['Some settings were not copied. See the log.'] })
  begin()
  await run(STEPS, { applySettings: async () => ['The key stays in Mylar.'] })
  expect(state()).toMatchObject({ state: 'complete', warnings: ['The key stays in Mylar.'] })
})

describe('a table that a thread moves', () => {
  let messages: ThreadMessage[]
  let ended: number
  beforeEach(() => {
    messages = []
    ended = 0
  })
  /** Answers as the thread does: the row of the step is written while the database is lent. */
  const thread = (answers: (ThreadAnswer | (() => ThreadAnswer))[] = []) => ({
    async request(message: unknown): Promise<ThreadAnswer> {
      messages.push(message as ThreadMessage)
      if (!('table' in (message as ThreadMessage))) return { events: [] }
      const answer = answers.shift() ?? { events: [] }
      return typeof answer === 'function' ? answer() : answer
    },
    end: () => void ended++,
  })
  const tables = () => messages.flatMap((message) => ('table' in message ? message.table.name : []))
  const fault = (kind: ThreadFault['kind'], message: string, code?: string): ThreadAnswer => ({
    fault: {
      kind,
      message,
      ...(code && { code }),
      ...(kind === 'refusal' && { refusal: { kind: 'invalid', extra: {} } }),
    },
  })

  test('is written while the database is lent, and nothing of the copy stays open at the end', async () => {
    const lent: boolean[] = []
    const look = () => {
      lent.push(db.isLent)
      return { events: [] }
    }
    const fake = thread([look, look])
    await run(STEPS, { thread: () => fake })
    expect([tables(), lent, ended, state().state]).toEqual([['comics', 'issues'], [true, true], 1, 'complete'])
    expect([messages[0], messages.at(-1)]).toMatchObject([{ open: { run: { run_id: 'run' } } }, { close: true }])
    expect(db.isLent).toBe(false)
  })

  test('waits for requests that have begun, but not for long', async () => {
    const [short, long] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    void db.keep(() => short.promise)
    const busy = () => {
      void db.keep(() => long.promise)
      return { events: [] }
    }
    const fake = thread([busy])
    const running = run(STEPS, { thread: () => fake })
    for (let n = 0; n < 50; n++) await nextTurn()
    expect(tables()).toEqual([])
    short.resolve()
    // A slow disk may need many turns.
    while (tables().length === 0) await nextTurn()
    expect(tables()).toEqual(['comics'])
    await advanceUntil(clock, running)
    long.resolve()
    expect([tables(), state().state]).toEqual([['comics', 'issues'], 'complete'])
  })

  test('waits for room on a full disk', async () => {
    const running = run([step('comics')], { thread: () => thread([fault('other', 'full', 'SQLITE_FULL')]) })
    while (tables().length < 2) await clock.advance('6 s')
    await running
    expect([tables(), state().state]).toEqual([['comics', 'comics'], 'complete'])
  })

  test.each([
    ['refusal', 'No such column.', 'No such column.'],
    ['foreign', 'no such column: m.title', 'has other tables than'],
    ['other', 'secret', 'The log says why.'],
  ] as const)('that fails (%s) ends the run with its reason', async (kind, message, sentence) => {
    const failure = await failureOf(run(STEPS, { thread: () => thread([fault(kind, message)]) }))
    expect(failure).toMatchObject({ kind: 'conflict', detail: expect.stringContaining(sentence) })
    expect([ended, state().state, db.isLent]).toEqual([1, 'error', false])
  })

  test('that is stopped leaves the run for the next start', async () => {
    const stopped = () => {
      stopping.abort()
      return fault('stopped', 'The move was stopped.')
    }
    await failureOf(run(STEPS, { thread: () => thread([stopped]) }))
    const { open } = messages[0] as OpenMessage
    expect(Atomics.load(new Int32Array(open.stop), 0)).toBe(1)
    expect([ended, state().state, state().finished_at]).toEqual([1, 'migrating', null])
  })

  test('of a maintenance that was aborted is not begun', async () => {
    const aborted = () => {
      setImmediate(() => maintenance.open({ ...gate.read().maintenance!, epoch: gate.read().epoch }))
      return { events: [] }
    }
    const failure = await failureOf(run(STEPS, { thread: () => thread([aborted]) }))
    expect(failure).toMatchObject({ detail: expect.stringContaining('The maintenance was aborted.') })
    expect(tables()).toEqual(['comics'])
  })
})
