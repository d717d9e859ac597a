import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { canMount, fillDisk, mountDisk, tempFolder } from './folders'
import { endAll, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

test.skipIf(!canMount())('a disk that fills up at run time loses one change, never the library', async () => {
  const at = folder.in('small')
  const disk = mountDisk(at, 'size=12m')!
  try {
    const dataDir = join(at, 'data')
    const panelkeep = await startWithLogin({ dataDir })
    const reader = await panelkeep.reader()
    const empty = fillDisk(at)
    const refused = await reader.put('/api/config', { login_timeout: 1234 })
    expect(refused.status).toBe(503)
    const { detail } = (await refused.json()) as { detail: string }
    expect(detail).toStartWith('Settings were not saved')
    expect((await reader.get('/api/series')).status).toBe(200)
    expect((await reader.get('/api/health')).status).toBe(200)

    empty()
    expect((await reader.put('/api/config', { login_timeout: 1234 })).status).toBe(200)
    expect((await panelkeep.stop()).code).toBe(0)

    const again = await start({ dataDir })
    expect(await (await again.reader()).json('/api/config')).toMatchObject({ login_timeout: 1234 })
    await again.stop()
  } finally {
    disk.unmount()
  }
})
