import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../src/testing/free-port'
import { isPresent } from '../src/testing/programs'
import { releaseKey, signedFeed } from '../src/testing/update-feed'
import { tempFolder } from './folders'
import { Client, CSRF, LOGIN } from './panelkeep'
import { buildVersion } from './update-builds'
import { compileShim, WINE_NEEDS } from './wine'

setDefaultTimeout(300_000)

const lacking = WINE_NEEDS.filter((name) => Bun.which(name) === null)
const canTry = isPresent(
  lacking.length === 0,
  `updates on Windows are tried under Wine, which needs ${lacking.join(', ')}`,
)

/** The new version ends at once when FAULT says so. */
const FAULT =
  "if (process.env.FAULT === 'boot' && !process.argv.includes('--version')) process.exit(9)\n\n/** The process:"

describe.skipIf(!canTry)('an update in place on Windows, under Wine', () => {
  const folder = tempFolder()
  const key = releaseKey()
  const wine = {
    PATH: process.env.PATH ?? '',
    HOME: folder.path,
    WINEPREFIX: folder.in('wine'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'bcryptprimitives=n;mscoree=;mshtml=',
  }
  let oldVersion: string
  let server: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    oldVersion = await buildVersion({ at: folder.in('v1'), version: '1.0.0', key: pem, forWindows: true })
    const changes = [['src/main.ts', '/** The process:', FAULT]] as const
    const newVersion = await buildVersion({
      at: folder.in('v2'),
      version: '2.0.0',
      key: pem,
      forWindows: true,
      changes,
    })
    const content = new Uint8Array(readFileSync(newVersion))
    const feed = signedFeed(key, { version: '2.0.0', target: 'windows-x64', url: 'panelkeep.exe', content })
    server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => (url.endsWith('/feed.json') ? Response.json(feed) : new Response(content)),
    })
    await compileShim(dirname(oldVersion))
    await Bun.spawn(['wineboot', '-i'], { env: wine, stdout: 'ignore', stderr: 'ignore' }).exited
  })
  afterAll(async () => {
    await Bun.spawn(['wineserver', '-k'], { env: wine, stderr: 'ignore' }).exited
    await server?.stop(true)
    folder.remove()
  })

  test.each([
    [undefined, 'installed', '2.0.0'],
    ['boot', 'rolled_back', '1.0.0'],
  ] as const)('with FAULT %s ends as %s, and version %s runs', async (fault, state, version) => {
    const at = folder.in(`copy-${state}`)
    mkdirSync(at)
    copyFileSync(oldVersion, join(at, 'panelkeep.exe'))
    copyFileSync(join(dirname(oldVersion), 'bcryptprimitives.dll'), join(at, 'bcryptprimitives.dll'))
    const [data, port] = [join(at, 'data'), freePort()]
    const args = ['--data-dir', `Z:${data.replaceAll('/', '\\')}`, '--port', `${port}`, '--no-browser', '--no-tray']
    const env = { ...wine, PANELKEEP_ENABLE_ARCHIVE: 'false', ...(fault && { FAULT: fault }) }
    Bun.spawn(['wine', join(at, 'panelkeep.exe'), ...args], {
      env,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    const guest = new Client(`http://127.0.0.1:${port}`, CSRF)
    const read = <T>(path: string, from: Client) => from.json<T>(path).catch(() => undefined)
    await eventually(
      () => read('/api/health', guest),
      (health) => health !== undefined,
    )
    const instance = await eventually(() => Bun.file(join(data, 'instance.json')).json().catch(() => undefined), (found) => found !== undefined) // biome-ignore format: one line
    expect((await guest.post('/api/auth/setup', { ...LOGIN, setup_token: instance.setup_token })).status).toBe(200)
    const cookie = (await guest.post('/api/auth/login', LOGIN)).headers.get('set-cookie')!.split(';')[0]!
    const reader = new Client(guest.base, { ...CSRF, Cookie: cookie })
    await reader.put('/api/config', { update_feed: `http://127.0.0.1:${server.port}/feed.json` })
    await reader.post('/api/system/version/check')
    expect((await reader.post('/api/system/update', { version: '2.0.0' })).status).toBe(200)
    type Page = { update: { state: string } }
    const page = await eventually(
      () => read<Page>('/api/system/update', reader),
      (found) => found !== undefined && ['installed', 'rolled_back', 'failed'].includes(found.update.state),
    )
    expect(page?.update.state).toBe(state)
    expect(await reader.json('/api/system/version')).toMatchObject({ current_version: version })
    expect(readdirSync(at).toSorted()).toEqual(['bcryptprimitives.dll', 'data', 'panelkeep.exe'])
    await reader.post('/api/system/shutdown')
  })
})

async function eventually<T>(read: () => Promise<T>, isWanted: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await read()
    if (isWanted(found)) return found
    await Bun.sleep(100)
  }
  throw new Error('it did not happen within a minute')
}
