import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openBrowser, openPage, PHONE, signedIn, step } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The gate of automatic searches, in an executable that is killed while it is closed. */
const folder = tempFolder()
const dataDir = folder.in('data')
let panelkeep: Panelkeep
let reader: Client

beforeAll(async () => {
  panelkeep = await startWithLogin({ dataDir })
})
afterAll(async () => {
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

interface Health {
  gate: { state: string; owner_alive: boolean | null }
  maintenance: { blocked: boolean; owner: string | null; run_id: string | null; epoch: number; active_leases: number }
  reconciliation: { state: string; reason: string | null }
}
const health = async () => (await (await reader.get('/api/search/health')).json()) as Health
const again = async () => {
  panelkeep = await start({ dataDir, port: panelkeep.port })
  reader = await panelkeep.reader()
}

/** Writes the rows of a migrated library under maintenance, whose last heartbeat was `seconds` ago. */
function leaveClosed(seconds: number): void {
  const database = new Database(join(dataDir, 'panelkeep.db'))
  const at = new Date(Date.now() - seconds * 1000).toISOString()
  database.run('delete from acquisition_gate')
  database.run(`insert into acquisition_gate (gate_id, reconciliation, reconciliation_reason, reconciliation_at, owner,
    run_id, reason, closed_at, heartbeat_at, epoch)
    values (1, 'pending_preview', 'Moved in.', '${at}', 'housekeeping', 'r1', 'A repair is running.', '${at}', '${at}', 7)`)
  database.run(`insert or replace into acquisition_leases values ('left', 'search', 'run', '${at}', '${at}')`)
  database.close()
}

test('after a kill the closed gate is unchanged, and leases of the dead process are gone', async () => {
  await panelkeep.stop()
  leaveClosed(0)
  await again()
  for (const _ of ['before', 'after it was killed']) {
    const { gate, maintenance, reconciliation } = await health()
    expect(gate).toMatchObject({ state: 'maintenance', owner_alive: true })
    expect(maintenance).toMatchObject({
      blocked: true,
      owner: 'housekeeping',
      run_id: 'r1',
      epoch: 7,
      active_leases: 0,
    })
    expect(reconciliation).toMatchObject({ state: 'pending_preview', reason: 'Moved in.' })
    await panelkeep.kill()
    await again()
  }
  const status = async (path: string) =>
    (await reader.post(`/api/system/acquisition/${path}`, { reason: 'Now.' })).status
  expect([await status('reconciliation/ready'), await status('maintenance/abort')]).toEqual([423, 423])
})

step('the user aborts dead maintenance, reviews, and starts automatic searches', async () => {
  await panelkeep.stop()
  leaveClosed(180)
  await again()
  const browser = await openBrowser()
  const { page, complaints, shot } = await signedIn(await openPage(browser, PHONE), panelkeep)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const confirm = async (action: string, reason: string) => {
    await button(action).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
  await page.goto(`${panelkeep.url}/system/acquisition`)
  await heading('Maintenance stopped responding')
  await shot('acquisition-dead')
  await confirm('Abort maintenance', 'It was killed')
  await heading('Automatic searches wait for your review')
  await page.getByText('No wanted issue is missing').waitFor()
  await confirm('Start automatic searches', 'Checked the list')
  await heading('Automatic searches are on')
  await button('Pause').click()
  await heading('Automatic searches are paused')
  await button('Resume searching').click()
  await heading('Automatic searches are on')
  await shot('acquisition-on')
  expect(complaints).toEqual([])
  await browser.close()
  await panelkeep.kill()
  await again()
  const { gate, reconciliation, maintenance } = await health()
  expect([gate.state, reconciliation.state, reconciliation.reason, maintenance.epoch]).toEqual([
    'open',
    'ready',
    'Checked the list',
    8,
  ])
})
