import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Bus } from '../../base/events/bus'
import { disk } from '../../testing/disks/disk'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { beginDesktop, type Desktop } from './desktop'
import type { OpenIcon } from './tray/keep-icon'
import type { TrayCommand, TrayView } from './tray/tray-view'

const GLANCE = { on_its_way: 0, attention: 0, is_scanning: false, is_paused: false, holdReason: undefined }

const LOGIN = { starts_at_login: null, reason: 'No.' }

describe('the desktop', () => {
  let clock: FakeClock
  let bus: Bus
  let glance: typeof GLANCE
  let choose: (command: TrayCommand) => void
  const looks: TrayView[] = []
  const done: string[] = []
  const logged: string[] = []
  let desktop: Desktop

  let isDumb: boolean

  const open: OpenIcon = async (_, chosen) => {
    choose = chosen
    const { promise, resolve } = Promise.withResolvers<string>()
    return { show: (look) => void looks.push(look), close: () => resolve('closed'), ended: promise }
  }
  const note = (_: string, text: string) => void logged.push(text)
  const begin = (wanted: boolean, how: OpenIcon | 'by itself' = open) =>
    beginDesktop(
      {
        environment: { platform: 'linux', env: {} },
        wanted,
        bus,
        clock,
        log: { debug: note, info: note, warn: note, error: note },
        processes: {
          helper: () => {
            throw new Error('there is none')
          },
          launch: async (command) =>
            done.push(command.join(' ')) > 0 && !command.includes('http://here/activity/attention'),
        },
        trayController: {
          glance: () => glance,
          scanLibrary: () => void done.push('scan'),
          pauseSearching: async (is: boolean) => void done.push(is ? 'pause' : 'resume'),
        } as never,
        loginItem: {
          read: () => (isDumb ? Promise.reject(new Error('no such program')) : Promise.resolve(LOGIN)),
          seen: () => LOGIN,
          async set(starts) {
            done.push(starts ? 'at login' : 'not at login')
            return { starts_at_login: starts, reason: null }
          },
        },
        files: disk,
        trayFolder: '/data/cache/tray',
        logs: '/data/logs',
        url: 'http://here',
        firstPage: () => 'http://here',
        quit: () => void done.push('quit'),
      },
      how === 'by itself' ? undefined : how,
    )

  beforeEach(async () => {
    clock = fakeClock()
    bus = new Bus(() => {})
    glance = { ...GLANCE }
    isDumb = false
    for (const list of [looks, done, logged]) list.length = 0
    desktop = begin(true)
    await clock.advance('1 s')
  })
  afterEach(() => desktop.stop())

  test('runs the chosen command', async () => {
    const all = ['open', 'scan', 'pause', 'resume', 'logs', 'start_at_login', 'not_at_login', 'quit'] as const
    for (const command of all) choose(command)
    await clock.advance('1 s')
    expect(done).toEqual([
      'xdg-open http://here',
      'scan',
      'pause',
      'resume',
      'xdg-open /data/logs',
      'at login',
      'not at login',
      'quit',
    ])
  })

  test('logs a command that failed, and keeps working', async () => {
    choose('attention')
    await clock.advance('1 s')
    expect(logged).toContain('tray command failed')
  })

  test('updates after an event, once for many events together', async () => {
    const before = looks.length
    glance.on_its_way = 2
    for (let times = 0; times < 50; times++) bus.publish({ type: 'config.changed', keys: [] })
    bus.publish({ type: 'inbox.changed' })
    await clock.advance('1 s')
    expect(looks.length).toBe(before + 1)
    expect(looks.at(-1)).toMatchObject({ mood: 'working', tip: 'Panelkeep: 2 downloading' })
  })

  test('updates each minute without any event', async () => {
    glance.attention = 1
    await clock.advance('2 min')
    expect(looks.at(-1)?.mood).toBe('attention')
  })

  test('works where the system does not report login items', async () => {
    await desktop.stop()
    isDumb = true
    desktop = begin(true)
    await clock.advance('1 s')
    expect(looks.at(-1)?.mood).toBe('idle')
    expect(logged).toContain('login item cannot be read')
  })

  test('shows that Panelkeep is stopping, and nothing else afterwards', async () => {
    desktop.stopping()
    glance.attention = 1
    bus.publish({ type: 'config.changed', keys: [] })
    await clock.advance('5 min')
    expect(looks.at(-1)?.mood).toBe('stopping')
  })

  test('is not used when the option is off, or without a tray', async () => {
    await desktop.stop()
    looks.length = 0
    for (const none of [begin(false), begin(true, 'by itself')]) {
      none.stopping()
      await none.stop()
    }
    await clock.advance('5 min')
    expect(looks).toEqual([])
  })
})
