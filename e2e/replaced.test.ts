import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readlinkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './folders'
import { EXE, endAll, startWithLogin } from './panelkeep'

setDefaultTimeout(120_000)

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

test('a restart continues as the new executable from a package, in the same process', async () => {
  mkdirSync(folder.in('bin'))
  const exe = join(folder.in('bin'), 'panelkeep')
  copyFileSync(EXE, exe)
  const panelkeep = await startWithLogin({ dataDir: folder.in('data'), exe })
  const reader = await panelkeep.reader()
  const run = async () => {
    const reply = await reader.get('/api/health').catch(() => undefined)
    return reply?.ok ? ((await reply.json()) as { instance: string }).instance : undefined
  }
  const before = await run()
  copyFileSync(EXE, `${exe}.new`)
  renameSync(`${exe}.new`, exe)
  expect(running(panelkeep.child.pid)).toEndWith(' (deleted)')
  expect((await reader.post('/api/system/restart')).status).toBe(200)
  while ([undefined, before].includes(await run())) await Bun.sleep(50)
  expect(running(panelkeep.child.pid)).toBe(exe)
  expect((await panelkeep.stop()).code).toBe(0)
})

const running = (pid: number) => readlinkSync(`/proc/${pid}/exe`)
