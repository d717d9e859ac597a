import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '../src/testing/harness/free-port'
import { isPresent } from '../src/testing/harness/programs'
import { Desktop, missingTools } from './desktop'
import { WINE_NEEDS, Wine, windowsExecutable } from './wine'

const executable = windowsExecutable()
const lacking = [
  ...missingTools(...WINE_NEEDS),
  ...(executable ? [] : ['an executable for Windows (bun run build --all)']),
]
const canTry = isPresent(lacking.length === 0, `the tray of Windows needs ${lacking.join(', ')}`)
const album = process.env.PANELKEEP_PICTURES

describe.skipIf(!canTry)('the icon in the notification area of Windows, under Wine', () => {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  let desktop: Desktop
  let wine: Wine
  let panelkeep: Bun.Subprocess

  beforeAll(async () => {
    desktop = await Desktop.begin()
    wine = await Wine.on(desktop, executable!)
    panelkeep = wine.start(port)
  }, 120_000)
  afterAll(async () => {
    await wine.end()
    await desktop.end()
  }, 30_000)

  const isUp = async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true
  /** The tray window appears with the first icon, and moves when it gets a frame. */
  const inTray = async () => (await wine.findTray()) && (await desktop.icon()) === 'coloured'
  const show = async (name: string) => album && desktop.picture(join(album, `${name}.png`))

  test('is shown, and a click opens the page', async () => {
    await desktop.until('it answers', isUp)
    await desktop.until('the icon is in the tray', inTray)
    await desktop.click(1)
    await desktop.until('the page is opened', () => desktop.opened().some((each) => each.startsWith(url)))
    await show('windows-icon')
  })

  test('opens a menu that blocks nothing', async () => {
    await desktop.click(3)
    await desktop.until('the menu is open', () => desktop.hasMenu('60x40+60+90'))
    await show('windows-menu')
    expect(await isUp()).toBe(true)
    expect(await desktop.hasMenu('60x40+60+90')).toBe(true)
    await desktop.clickAt(600, 450)
  })

  test('is restored when its helper ends, and the server keeps running', async () => {
    const before = wine.helper()!
    process.kill(before, 'SIGKILL')
    await desktop.until('there is another helper', () => ![undefined, before].includes(wine.helper()))
    await desktop.until('the icon is back', inTray)
    expect(await isUp()).toBe(true)
    expect(panelkeep.exitCode).toBeNull()
  })
})
