import { beforeEach, expect, test } from 'bun:test'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import { FakeClient } from '../../../testing/fakes/download-client'
import { findBlocked } from '../blocklist/store'
import type { DownloadClient } from '../clients/client'
import { itemControls, type Stage } from '../states'
import { findDownload } from '../store'
import { journal } from '../tables'
import { DownloadCancels } from './cancel'
import { ItemControls } from './control'

let db: Database
let client: FakeClient
let checks: number
let controls: ItemControls
beforeEach(() => {
  db = testDatabase()
  client = new FakeClient('sab')
  checks = 0
  const checkNow = () => void checks++
  const cancels = new DownloadCancels({
    db,
    clock: fakeClock(),
    operations: { active: () => [], cancel: () => false },
    checkNow,
  })
  const inspect = async () => ({ ok: new Map() })
  const plain: Pick<DownloadClient, 'name' | 'label' | 'inspect'> = {
    name: 'folder',
    label: 'NZB blackhole folder',
    inspect,
  }
  controls = new ItemControls({
    db,
    clients: {
      named: (name) => (name === 'sab' ? client : name === 'folder' ? plain : undefined),
      rules: () => ({ category: 'comics' }),
    },
    cancels,
    checkNow,
  })
})

const put = (item_id: string, stage: Stage, row: Partial<typeof journal.$inferInsert> = {}) =>
  db.write((tx) =>
    tx
      .insert(journal)
      .values({ ...itemAt('sab', '2026-11-21T08:00:00.000Z'), item_id, digest: item_id, stage, origin: 'grab', ...row })
      .run(),
  )
const sent = async (name: string) => {
  const reply = await client.send(name, { kind: 'link', name, links: [] } as never)
  return 'ok' in reply ? reply.ok.id : ''
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ kind, detail }: Refusal) => `${kind}: ${detail}`,
  )

test('each control reaches the client of the download, and its state is read again', async () => {
  put('a', 'snatched', { client_id: await sent('One') })
  for (const change of itemControls) await controls.change('a', change)
  expect(client.controlled).toEqual(itemControls.map((change) => ['One', change]))
  expect(checks).toBe(6)
})

test('an impossible control is refused with the reason', async () => {
  put('a', 'snatched', { client_id: await sent('One') })
  put('b', 'snatched', { client: 'folder', client_id: 'x' })
  put('c', 'post_processing', { client_id: 'y' })
  expect(await refusal(controls.change('none', 'pause'))).toBe('missing: This download no longer exists.')
  expect(await refusal(controls.change('b', 'pause'))).toBe(
    'conflict: NZB blackhole folder cannot pause single downloads.',
  )
  expect(await refusal(controls.change('b', 'first'))).toBe(
    'conflict: NZB blackhole folder cannot reorder its downloads.',
  )
  expect(await refusal(controls.change('c', 'pause'))).toBe('conflict: This download is not in a download client now.')
  client.down = true
  expect(await refusal(controls.change('a', 'pause'))).toBe('unavailable: It does not answer.')
  client.down = false
  client.forget()
  expect(await refusal(controls.change('a', 'pause'))).toBe('conflict: It has no such job.')
  expect(checks).toBe(0)
})

test('a job that Panelkeep did not add, or of unknown origin, is left to the user', async () => {
  const id = await sent('One')
  put('a', 'snatched', { client_id: id, protocol: 'torrent', added: false })
  put('b', 'snatched', { client_id: id, protocol: 'torrent', added: null })
  const OTHERS = 'conflict: Fake client had this download before Panelkeep. Change it in Fake client.'
  expect([await refusal(controls.change('a', 'pause')), await refusal(controls.change('b', 'pause'))]).toEqual([
    OTHERS,
    OTHERS,
  ])
  client.all({ state: 'seeding', category: 'comics', added_at: '2026-11-21T08:00:01.000Z' })
  expect(await refusal(controls.change('a', 'pause'))).toBe(OTHERS)
  expect(await refusal(controls.change('b', 'pause'))).toBe('done')
  expect(client.controlled).toEqual([['One', 'pause']])
})

test('a removed download leaves its client or stays there, and its release is blocked on request', () => {
  put('a', 'snatched')
  put('b', 'snatched')
  put('c', 'snatched', { client: 'ddl' })
  controls.remove('a', { keep_data: false, block: true })
  controls.remove('b', { keep_data: true, block: false })
  controls.remove('c', { keep_data: true, block: false })
  expect(['a', 'b', 'c'].map((id) => findDownload(db.read, id)?.stage)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  // Panelkeep's own direct downloads are removed with their file: no other program could end them.
  expect(['a', 'b', 'c'].map((id) => findDownload(db.read, id)?.held)).toEqual(['dropping', null, 'dropping'])
  expect(['a', 'b'].map((id) => findBlocked(db.read, id)?.reason)).toEqual(['Blocked by the user.', undefined])
  expect(() => controls.remove('a', { keep_data: false, block: true })).toThrow('This download has already ended.')
  expect(() => controls.remove('none', { keep_data: false, block: false })).toThrow('no longer exists')
})
