import { ok, strictEqual } from 'node:assert'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { contents, tempFolder } from './folders'
import { basic, EXE, endAll, run, start } from './panelkeep'

/** A short test of the executable in an empty folder: `bun e2e/smoke.ts` exits with 0 on success. */
const folder = tempFolder()
const home = folder.in('home')
const alone = folder.in('alone')
mkdirSync(home)
mkdirSync(alone)
const exe = join(alone, 'panelkeep')
copyFileSync(EXE, exe)

try {
  for (const option of ['--version', '--help']) {
    const { code, out } = await run([option], { home, cwd: alone, exe })
    strictEqual(code, 0)
    ok(out.includes('anelkeep'))
    console.log(out.split('\n', 1)[0])
  }
  const panelkeep = await start({ dataDir: folder.in('data'), exe, cwd: alone })
  ok(panelkeep.setupToken, 'no setup token was printed')
  await panelkeep.setUp()
  const reader = await panelkeep.reader()
  strictEqual((await reader.get('/api/config')).status, 200)
  const catalog = await panelkeep.client(basic()).get('/opds')
  strictEqual(catalog.status, 200, `/opds answered ${catalog.status}`)
  ok((await catalog.text()).includes('<feed'))
  const { code, ms } = await panelkeep.stop()
  strictEqual(code, 0)
  ok(ms < 5000, `stopping took ${ms} ms`)
  strictEqual(Object.keys(contents(alone)).join(), 'panelkeep')
  console.log('set up, logged in, catalog read, stopped')
} finally {
  endAll()
  folder.remove()
}
