import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../platform/digest'
import { directHarness } from '../../testing/direct'
import { disk } from '../../testing/disk'
import { killingAt, MOMENTS } from '../../testing/dying-disk'
import { fakeFileHost } from '../../testing/fakes/file-host'
import { ddlRows } from './store'

const BYTES = Uint8Array.from({ length: 9000 }, (_, at) => (at * 31) % 251)
const LINK = 'https://a.example/file.cbz'

test.each(MOMENTS)('killed %s any access to the disk, it is whole and there once after the restart', async (moment) => {
  for (let nth = 1; ; nth++) {
    const host = fakeFileHost({ '/file.cbz': { bytes: BYTES } })
    host.faults.push({ cutAfter: 4000 })
    const harness = directHarness({ 'a.example': host.fetch })
    const dying = killingAt({ nth, moment }, disk)
    harness.afterCrash(dying.files)
    dying.begin()
    const id = await harness.send([{ url: LINK }])
    const through = async () => {
      await harness.worker.idle()
      await harness.clock.advance('2 min')
      await harness.worker.idle()
      return 'through' as const
    }
    const end = await Promise.race([through(), dying.dead])
    if (end === 'dead') {
      harness.afterCrash()
      await through()
    }
    const [row] = ddlRows(harness.db.read)
    expect({ nth, end, status: row?.status }).toEqual({ nth, end, status: 'Completed' })
    expect(sha256(readFileSync(row!.path!))).toBe(sha256(BYTES))
    expect(await readdir(join(harness.folder, 'downloads', row!.client_name))).toEqual(['Harbor Lights 003.cbz'])
    expect(row!.ddl_id).toBe(id)
    // Once until it was cut off, once to its end, and once more where the process died in between.
    expect(host.requests.length).toBeLessThanOrEqual(3)
    await harness.close()
    if (end === 'through') break
  }
})
