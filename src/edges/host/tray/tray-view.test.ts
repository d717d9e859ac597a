import { describe, expect, test } from 'bun:test'
import { asArgb, asBgra, drawIcon } from './icon'
import { LinuxMenu } from './linux-menu'
import { type Mood, type TrayCommand, type TrayFacts, trayViewOf } from './tray-view'

const QUIET: TrayFacts = {
  on_its_way: 0,
  attention: 0,
  is_scanning: false,
  is_paused: false,
  holdReason: undefined,
  starts_at_login: false,
}

describe('the tray view', () => {
  test.each([
    [{}, 'idle', 'Panelkeep: idle'],
    [{ on_its_way: 1 }, 'working', 'Panelkeep: 1 downloading'],
    [{ on_its_way: 3, attention: 1 }, 'attention', 'Panelkeep: 3 downloading · 1 needs attention'],
    [{ is_scanning: true }, 'working', 'Panelkeep: scanning the library'],
    [
      { is_paused: true, holdReason: 'Paused.', on_its_way: 2 },
      'paused',
      'Panelkeep: 2 downloading · searching is paused',
    ],
    [{ holdReason: 'Maintenance.' }, 'paused', 'Panelkeep: searching is on hold'],
    [{ is_paused: true, attention: 2 }, 'attention', 'Panelkeep: 2 need attention · searching is paused'],
  ] as const)('of %j is %s: %s', (facts, mood, tip) => {
    expect(trayViewOf({ ...QUIET, ...facts })).toMatchObject({ mood, tip })
  })

  const labels = (facts: Partial<TrayFacts>) =>
    trayViewOf({ ...QUIET, ...facts }).menu.map((line) => ('isSeparator' in line ? '-' : line.label))

  test('has a menu with the available commands', () => {
    expect(labels({})).toEqual([
      'Open Panelkeep',
      'Nothing needs attention',
      '-',
      'Scan library now',
      'Pause searching',
      '-',
      'Open logs folder',
      'Start at login',
      '-',
      'Quit',
    ])
    const busy = labels({ attention: 4, is_paused: true, is_scanning: true, starts_at_login: undefined })
    expect(busy).toContain('Needs attention (4)')
    expect(busy).toContain('Resume searching')
    expect(busy).toContain('Scanning the library')
    expect(busy).not.toContain('Start at login')
  })
})

describe('the menu for panels', () => {
  const chosen: TrayCommand[] = []
  const menu = new LinuxMenu((command) => chosen.push(command))
  menu.set(trayViewOf({ ...QUIET, starts_at_login: true }).menu)
  const ask = (member: string, ...body: unknown[]) =>
    menu.answer({ type: 'call', serial: 1, isOneWay: false, interface: 'com.canonical.dbusmenu', member, signature: '', body }) // biome-ignore format: one line

  test('has all lines, with the disabled ones marked', () => {
    const [, root] = ask('GetLayout', 0, -1, [])!.body as [
      number,
      [number, unknown, { value: [number, [string, { value: unknown }][]] }[]],
    ]
    const line = (id: number) =>
      Object.fromEntries(root[2].find(({ value }) => value[0] === id)!.value[1].map(([key, { value }]) => [key, value]))
    expect(line(1)).toEqual({ label: 'Open Panelkeep', enabled: true })
    expect(line(2)).toMatchObject({ enabled: false })
    expect(line(3)).toEqual({ type: 'separator' })
    expect(line(8)).toEqual({ label: 'Start at login', enabled: true, 'toggle-type': 'checkmark', 'toggle-state': 1 })
  })

  test('reports the chosen command, and nothing for disabled lines', () => {
    ask('Event', 1, 'clicked')
    ask('Event', 1, 'hovered')
    ask('Event', 2, 'clicked')
    ask('Event', 99, 'clicked')
    ask('EventGroup', [[10, 'clicked']])
    expect(chosen).toEqual(['open', 'quit'])
  })

  test('gets a new revision only after a change', () => {
    const before = menu.revision
    expect(menu.set(trayViewOf({ ...QUIET, starts_at_login: true }).menu)).toBe(false)
    expect(menu.set(trayViewOf({ ...QUIET, attention: 1 }).menu)).toBe(true)
    expect(menu.revision).toBe(before + 1)
    expect(ask('Nonsense')).toBeUndefined()
  })
})

describe('the icon', () => {
  const moods: Mood[] = ['idle', 'working', 'attention', 'paused', 'stopping']

  test('differs for each mood, at each size', () => {
    for (const size of [16, 22, 48]) {
      const drawn = moods.map((mood) => Buffer.from(drawIcon(mood, size)).toString('base64'))
      expect(new Set(drawn).size).toBe(moods.length)
      expect(drawIcon('idle', size)).toHaveLength(size * size * 4)
    }
  })

  test('is grey while searching is paused, and transparent at the corners', () => {
    const pixels = drawIcon('paused', 32)
    for (let at = 0; at < pixels.length; at += 4) expect(new Set(pixels.slice(at, at + 3)).size).toBe(1)
    expect(pixels[3]).toBe(0)
  })

  test('has the byte order of each system', () => {
    const rgba = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8])
    expect([...asArgb(rgba)]).toEqual([4, 1, 2, 3, 8, 5, 6, 7])
    expect([...asBgra(rgba)]).toEqual([3, 2, 1, 4, 7, 6, 5, 8])
  })
})
