import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canMount, mountDisk, tempFolder } from './folders'
import { endAll, start, startWithLogin } from './panelkeep'

setDefaultTimeout(60_000)

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

function writes(path: string, size: number): boolean {
  try {
    writeFileSync(path, new Uint8Array(size))
    return true
  } catch {
    return false // no room
  }
}

test.skipIf(!canMount())('a disk that fills up while it runs costs a change, never the library', async () => {
  const at = folder.in('small')
  const disk = mountDisk(at, 'size=12m')!
  try {
    const dataDir = join(at, 'data')
    const panelkeep = await startWithLogin({ dataDir })
    const reader = await panelkeep.reader()
    const filler = join(at, 'filler')
    // As long as something fits, something is written; then not even a byte does.
    let pieces = 0
    for (const size of [1 << 20, 1 << 16, 1 << 12]) {
      while (writes(`${filler}-${pieces}`, size)) pieces += 1
    }
    const refused = await reader.put('/api/config', { login_timeout: 1234 })
    expect(refused.status).toBe(503)
    const { detail } = (await refused.json()) as { detail: string }
    expect(detail).toStartWith('Settings were not saved')
    expect((await reader.get('/api/series')).status).toBe(200)
    expect((await reader.get('/api/health')).status).toBe(200)

    for (let n = 0; n <= pieces; n++) rmSync(`${filler}-${n}`, { force: true })
    expect((await reader.put('/api/config', { login_timeout: 1234 })).status).toBe(200)
    expect((await panelkeep.stop()).code).toBe(0)

    const again = await start({ dataDir })
    expect(await (await again.reader()).json('/api/config')).toMatchObject({ login_timeout: 1234 })
    await again.stop()
  } finally {
    disk.unmount()
  }
})
