import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isListening } from '../src/testing/harness/free-port'
import { until } from '../src/testing/harness/until'
import { tempFolder } from './folders'
import { endAll, launch, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** A stop always ends, in any state of the database: port, lock and process are released. */
const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

/** Waits until the process has ended, and returns its exit code. */
async function ended({ child }: Panelkeep): Promise<number | null> {
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  await child.exited
  clearTimeout(late)
  return child.exitCode
}

/** Another program holds the write lock until the end of the test. */
function locked(dataDir: string): { release(): void } {
  const other = new Database(join(dataDir, 'panelkeep.db'))
  other.run('BEGIN IMMEDIATE')
  return { release: () => other.close() }
}

function damage(dataDir: string): void {
  const path = join(dataDir, 'panelkeep.db')
  const file = openSync(path, 'r+')
  for (let at = 0; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at)
  closeSync(file)
}

test('with the database locked by another program, the program stops, and starts again', async () => {
  const dataDir = folder.in('locked')
  const panelkeep = await startWithLogin({ dataDir })
  const other = locked(dataDir)
  panelkeep.child.kill('SIGTERM')
  expect(await ended(panelkeep)).toBe(0)
  other.release()
  const again = await startWithLogin({ dataDir: folder.in('locked-again'), port: panelkeep.port })
  expect(await again.stop()).toMatchObject({ code: 0 })
})

test('a stop during the start ends the program', async () => {
  const dataDir = folder.in('starting')
  await (await startWithLogin({ dataDir })).stop()
  const other = locked(dataDir)
  const panelkeep = launch({ dataDir })
  // The port is opened before the database, which waits for the lock.
  await until(() => isListening(panelkeep.port), Boolean)
  panelkeep.child.kill('SIGTERM')
  other.release()
  expect(await ended(panelkeep)).toBe(0)
})

test('with a damaged database, the program stops', async () => {
  const dataDir = folder.in('damaged')
  const panelkeep = await startWithLogin({ dataDir })
  damage(dataDir)
  panelkeep.child.kill('SIGTERM')
  const code = await ended(panelkeep)
  // A task that read the damage before the signal ends the program with the reason.
  if (code !== 0)
    expect([code, panelkeep.log]).toEqual([1, expect.stringContaining(`${dataDir}/panelkeep.db is damaged.`)])
})

test('a restart with a locked database succeeds', async () => {
  const dataDir = folder.in('restart')
  const panelkeep = await startWithLogin({ dataDir })
  const reader = await panelkeep.reader()
  const other = locked(dataDir)
  expect((await reader.post('/api/system/restart')).status).toBe(200)
  for (let stopped = false; !stopped; await Bun.sleep(50)) stopped = /main stopped/.test(panelkeep.log)
  other.release()
  await panelkeep.ready()
  expect((await fetch(`${panelkeep.url}/api/health`)).status).toBe(200)
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})
