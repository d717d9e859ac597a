import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../../base/platform/digest'
import { crashStates } from '../../../testing/disks/crash-states'
import { disk } from '../../../testing/disks/disk'
import { type DirectHarness, directHarness } from '../../../testing/downloads/direct'
import { fakeFileHost } from '../../../testing/fakes/file-host'
import { ddlRows } from './store'

const BYTES = Uint8Array.from({ length: 9000 }, (_, at) => (at * 31) % 251)
const LINK = 'https://a.example/file.cbz'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-direct-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function through({ worker, clock }: DirectHarness): Promise<void> {
  await worker.idle()
  await clock.advance('2 min')
  await worker.idle()
}

test('killed at any disk access, the file is complete and there once after the restart', async () => {
  const host = fakeFileHost({ '/file.cbz': { bytes: BYTES } })
  host.faults.push({ cutAfter: 4000 })
  const crashes = crashStates(folder, disk)
  const before = directHarness({ 'a.example': host.fetch }, { folder, files: crashes.files })
  crashes.begin()
  const id = await before.send([{ url: LINK }])
  await through(before)
  crashes.end()
  await before.close()
  for (const state of crashes.states) {
    state.putBack()
    host.requests.length = 0
    const harness = directHarness({ 'a.example': host.fetch }, { folder })
    harness.worker.recover()
    await through(harness)
    const [row] = ddlRows(harness.db.read)
    expect(row, state.at).toMatchObject({ ddl_id: id, status: 'Completed' })
    expect(sha256(readFileSync(row!.path!)), state.at).toBe(sha256(BYTES))
    expect(await readdir(join(folder, 'downloads', row!.client_name))).toEqual(['Harbor Lights 003.cbz'])
    expect(host.requests.length, state.at).toBeLessThanOrEqual(1)
    await harness.close()
  }
  expect(crashes.count()).toBeGreaterThan(5)
})
