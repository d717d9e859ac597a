import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles as files } from '../../base/platform/files'
import type { Programs } from '../../base/platform/ports'
import { loginCommand, makeLoginItem } from './login-item'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'panelkeep-login-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const noPrograms: Programs = { run: () => Promise.reject(new Error('nothing is run here')) }
const COMMAND = ['/opt/My "Comics"/$panelkeep', '--no-browser', '--data-dir', '/data/100% & more\\x']

test('it starts with the same arguments as this run, without opening a page', () => {
  const settings = { http_host: '0.0.0.0', http_port: '81', log_level: '2' }
  expect(loginCommand('/opt/panelkeep', { dataDir: '/d', settings })).toEqual([
    ...['/opt/panelkeep', '--no-browser', '--data-dir', '/d', '--host', '0.0.0.0', '--port', '81'],
  ])
  expect(loginCommand('/opt/panelkeep', { settings: {} })).toEqual(['/opt/panelkeep', '--no-browser'])
})

test('run from its sources it cannot start at login, and says why', async () => {
  expect(loginCommand(undefined, { settings: {} })).toBeUndefined()
  const item = makeLoginItem({ platform: 'linux', env: {}, home, files, programs: noPrograms, command: undefined })
  expect(await item.read()).toMatchObject({ starts_at_login: null, reason: expect.stringContaining('its sources') })
  await expect(item.set(true)).rejects.toThrow('its sources')
})

test('an unknown system gives a sentence', async () => {
  const item = makeLoginItem({ platform: 'aix', env: {}, home, files, programs: noPrograms, command: COMMAND })
  await expect(item.set(true)).rejects.toThrow('no way to start programs at login')
})

describe('on Linux', () => {
  const make = (env = {}) =>
    makeLoginItem({ platform: 'linux', env, home, files, programs: noPrograms, command: COMMAND })
  const path = () => join(home, '.config/autostart/panelkeep.desktop')

  test('an autostart entry is added and removed', async () => {
    expect(await make().read()).toEqual({ starts_at_login: false, reason: null })
    expect(await make().set(true)).toEqual({ starts_at_login: true, reason: null })
    expect(readFileSync(path(), 'utf8')).toContain(
      String.raw`Exec="/opt/My \\"Comics\\"/\\$panelkeep" "--no-browser" "--data-dir" "/data/100%% & more\\\\x"`,
    )
    expect(await make().set(false)).toMatchObject({ starts_at_login: false })
    expect(existsSync(path())).toBe(false)
    await make().set(false)
  })

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('an entry with %s starts nothing', async (line) => {
    await make().set(true)
    writeFileSync(path(), readFileSync(path(), 'utf8').replace('X-GNOME-Autostart-enabled=true', line))
    expect(await make().read()).toMatchObject({ starts_at_login: false })
    expect(await make().set(true)).toMatchObject({ starts_at_login: true })
    await make().set(false)
  })

  test('the entry is in the configuration folder of the user', async () => {
    mkdirSync(join(home, 'elsewhere'))
    await make({ XDG_CONFIG_HOME: join(home, 'elsewhere') }).set(true)
    expect(existsSync(join(home, 'elsewhere/autostart/panelkeep.desktop'))).toBe(true)
  })

  test('a folder that cannot be written gives a sentence', async () => {
    writeFileSync(join(home, 'a-file'), '')
    await expect(make({ XDG_CONFIG_HOME: join(home, 'a-file') }).set(true)).rejects.toThrow('The system refused it')
  })
})

test('on macOS an agent for the next login is added and removed', async () => {
  const item = makeLoginItem({ platform: 'darwin', env: {}, home, files, programs: noPrograms, command: COMMAND })
  const path = join(home, 'Library/LaunchAgents/app.panelkeep.plist')
  expect(await item.set(true)).toMatchObject({ starts_at_login: true })
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('<string>/data/100% &amp; more\\x</string>')
  expect(text).toContain('<key>RunAtLoad</key>\n  <true/>')
  expect(await item.set(false)).toMatchObject({ starts_at_login: false })
  expect(existsSync(path)).toBe(false)
})

describe('on Windows', () => {
  /** The parts of reg.exe that Panelkeep uses. */
  function registry() {
    const values = new Map<string, string>()
    const calls: string[][] = []
    const programs: Programs = {
      async run([program, verb, key, ...words]) {
        calls.push([program!, verb!, key!, ...words])
        const at = key!.split('\\').slice(-2).join('\\')
        if (verb === 'add') values.set(at, `REG_SZ    ${words[words.indexOf('/d') + 1]}`)
        else if (!values.has(at)) return { code: 1, output: 'ERROR: not found' }
        else if (verb === 'delete') values.delete(at)
        return { code: 0, output: `    Panelkeep    ${values.get(at)}` }
      },
    }
    const command = ['C:\\Program Files\\Panelkeep\\panelkeep.exe', '--no-browser', '--data-dir', 'D:\\My "data"\\']
    const env = { SystemRoot: 'C:\\Windows' }
    return { values, asked: calls, item: makeLoginItem({ platform: 'win32', env, home, files, programs, command }) }
  }
  const RUN = 'CurrentVersion\\Run'
  const APPROVED = 'StartupApproved\\Run'

  test('a registry value is added and removed', async () => {
    const { values, item } = registry()
    expect(await item.read()).toMatchObject({ starts_at_login: false })
    expect(await item.set(true)).toMatchObject({ starts_at_login: true })
    expect(values.get(RUN)).toBe(
      String.raw`REG_SZ    "C:\Program Files\Panelkeep\panelkeep.exe" "--no-browser" "--data-dir" "D:\My \"data\"\\"`,
    )
    expect(await item.set(false)).toMatchObject({ starts_at_login: false })
    expect(await item.set(false)).toMatchObject({ starts_at_login: false })
    expect(values.size).toBe(0)
  })

  test('an entry that is disabled in the Task Manager is off, until it is switched on here', async () => {
    const { values, item } = registry()
    await item.set(true)
    values.set(APPROVED, 'REG_BINARY    030000001122334455667788')
    expect(await item.read()).toMatchObject({ starts_at_login: false })
    expect(await item.set(true)).toMatchObject({ starts_at_login: true })
    values.set(APPROVED, 'REG_BINARY    020000000000000000000000')
    expect(await item.read()).toMatchObject({ starts_at_login: true })
  })
})
