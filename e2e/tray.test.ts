import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { isPresent } from '../src/testing/harness/programs'
import { Desktop, missingTools } from './desktop'
import { endAll, type Panelkeep, run, start, startWithLogin } from './panelkeep'

// The test starts a panel, and each check of the screen may take a while.
setDefaultTimeout(300_000)

const lacking = missingTools('xfce4-panel')
const canTry = isPresent(lacking.length === 0, `the tray of Linux needs ${lacking.join(', ')}`)
/** A folder for screenshots, for inspection. */
const album = process.env.PANELKEEP_PICTURES

describe.skipIf(!canTry)('the icon in the tray of a Linux panel', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-tray-'))
  let desktop: Desktop
  let panelkeep: Panelkeep
  let runs = 0

  beforeAll(async () => {
    desktop = await Desktop.begin()
    await desktop.startPanel()
  })
  afterEach(async () => {
    if (panelkeep.child.exitCode === null) await panelkeep.stop()
  })
  afterAll(async () => {
    endAll()
    await desktop.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const begin = async () => {
    const { HOME: _others, ...env } = desktop.env
    panelkeep = await startWithLogin({ dataDir: join(folder, `data-${++runs}`), env, tray: true })
    await desktop.until('the icon is in the tray', async () => (await desktop.icon()) === 'coloured')
  }
  const show = async (name: string) => album && desktop.picture(join(album, `${name}.png`))
  const setting = async (name: string) => (await (await panelkeep.reader()).json('/api/config'))[name]
  const openMenu = async () => {
    // The tooltip of the icon would look like the menu.
    await desktop.pointAway()
    await desktop.until('nothing is in its place', async () => !(await desktop.hasMenu()))
    await desktop.click(3)
    await desktop.until('the menu is open', () => desktop.hasMenu())
  }

  test('opens the page on a left click, and its menu on a right click', async () => {
    await begin()
    await desktop.click(1)
    await desktop.until('the page is opened', () => desktop.opened().includes(panelkeep.url))
    await openMenu()
    await show('menu')
    await desktop.keys('Down', 'Return')
    await desktop.until('the page is opened again', () => desktop.opened().length === 2)
    expect(desktop.opened()).toEqual([panelkeep.url, panelkeep.url])
  })

  test('opens the setup until a login exists, and so does another start', async () => {
    const { HOME: _others, ...env } = desktop.env
    const dataDir = join(folder, `data-${++runs}`)
    panelkeep = await start({ dataDir, env, tray: true })
    const setup = `${panelkeep.url}/login#token=${panelkeep.setupToken}`
    const opens = async (address: string, how: () => Promise<unknown>) => {
      const before = desktop.opened().length
      await how()
      await desktop.until('a page is opened', () => desktop.opened().length > before)
      expect(desktop.opened().slice(before)).toEqual([address])
    }
    await desktop.until('the icon is in the tray', async () => (await desktop.icon()) === 'coloured')
    await opens(setup, () => desktop.click(1))
    const again = () => run(['--data-dir', dataDir], { home: `${dataDir}.home`, env })
    await opens(setup, again)
    await panelkeep.setUp()
    await opens(panelkeep.url, () => desktop.click(1))
    await opens(panelkeep.url, again)
  })

  test('scans the library, and opens the log folder', async () => {
    await begin()
    await openMenu()
    await desktop.keys('Down', 'Down', 'Return')
    await desktop.until('it was chosen', () => panelkeep.log.includes('command chosen in the tray command=scan'))
    await openMenu()
    await desktop.keys('Down', 'Down', 'Down', 'Down', 'Return')
    const logs = join(panelkeep.dataDir, 'logs')
    await desktop.until('the folder is opened', () => desktop.opened().includes(logs))
    expect(panelkeep.log).not.toContain('tray command failed')
  })

  test('shows that an item needs attention, and opens that page', async () => {
    await begin()
    const arrived = join(folder, 'arrived')
    mkdirSync(arrived)
    writeFileSync(join(arrived, 'Nobody Knows It 014 (2003).cbz'), makeCbz(makePages(3)))
    const body = { nzb_name: 'Nobody Knows It 014', nzb_folder: arrived }
    expect((await (await panelkeep.reader()).post('/api/downloads/process', body)).ok).toBe(true)
    // The badge is four times as large as the panel of the same colour.
    await desktop.until('the icon has its badge', async () => (await desktop.share(0xf4, 0xb7, 0x40)) > 0.06)
    await openMenu()
    await show('attention-menu')
    await desktop.keys('Down', 'Down', 'Return')
    const page = `${panelkeep.url}/activity/attention`
    await desktop.until('its page is opened', () => desktop.opened().includes(page))
  })

  test('pauses searching, turns grey, and resumes', async () => {
    await begin()
    await openMenu()
    await desktop.keys('Down', 'Down', 'Down', 'Return')
    await desktop.until('the icon is grey', async () => (await desktop.icon()) === 'grey')
    await show('paused')
    expect(await setting('searching_paused')).toBe(true)
    await openMenu()
    await show('paused-menu')
    await desktop.keys('Down', 'Down', 'Down', 'Return')
    await desktop.until('the icon has colours', async () => (await desktop.icon()) === 'coloured')
    expect(await setting('searching_paused')).toBe(false)
  })

  test('turns starting at login on and off', async () => {
    await begin()
    const entry = join(desktop.env.XDG_CONFIG_HOME!, 'autostart', 'panelkeep.desktop')
    await openMenu()
    await desktop.keys('Up', 'Up', 'Return')
    await desktop.until('the entry is there', () => existsSync(entry))
    expect(readFileSync(entry, 'utf8')).toContain('--no-browser')
    expect(await (await panelkeep.reader()).json('/api/system/login-item')).toEqual({
      starts_at_login: true,
      reason: null,
    })
    await openMenu()
    await show('login-menu')
    await desktop.keys('Up', 'Up', 'Return')
    await desktop.until('the entry is gone', () => !existsSync(entry))
  })

  test('is shown again after a restart', async () => {
    await begin()
    const before = desktop.opened().length
    expect((await (await panelkeep.reader()).post('/api/system/restart')).status).toBe(200)
    await desktop.until('it is answered again', () => panelkeep.log.split('main started').length === 3)
    await desktop.until('the icon has colours', async () => (await desktop.icon()) === 'coloured')
    // The panel may show the old icon for a moment, which does nothing.
    await desktop.until('the page is opened', async () => {
      await desktop.click(1)
      return desktop.opened().length > before
    })
  })

  test('is restored with the panel, and removed with Panelkeep', async () => {
    await begin()
    await desktop.killPanel()
    await desktop.startPanel()
    await desktop.until('the icon is back', async () => (await desktop.icon()) === 'coloured')
    await openMenu()
    await desktop.keys('Up', 'Return')
    expect(await panelkeep.child.exited).toBe(0)
    await desktop.until('the icon is gone', async () => (await desktop.icon()) === 'none')
  })

  test('is not needed without a session bus', async () => {
    const { HOME: _others, ...env } = desktop.env
    const nowhere = { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'nobody')}` }
    panelkeep = await startWithLogin({ dataDir: join(folder, `data-${++runs}`), env: nowhere, tray: true })
    expect(await setting('searching_paused')).toBe(false)
    await panelkeep.waitForOutput('tray icon disappeared')
  })
})
