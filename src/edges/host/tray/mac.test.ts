import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles as files } from '../../../base/platform/files'
import { pngPixels } from '../../../base/platform/png-pixels'
import type { TalkingProgram } from '../../../base/platform/talking-program'
import { until } from '../../../testing/harness/until'
import { macIcon } from './mac'
import { MAC_SCRIPT } from './mac-script'
import type { TrayView } from './tray-view'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-mac-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LOOK: TrayView = {
  mood: 'working',
  tip: 'Panelkeep: 2 downloading',
  menu: [
    { id: 1, label: 'Open Panelkeep', command: 'open' },
    { id: 2, isSeparator: true },
    { id: 3, label: 'Start at login', command: 'not_at_login', ticked: true },
    { id: 4, label: 'Nothing needs attention', command: null },
  ],
}

test('the view is written to a file, and the chosen command is read', async () => {
  const commands: string[][] = []
  const reply = Promise.withResolvers<void>()
  const program: TalkingProgram = {
    lines: (async function* () {
      yield 'open'
      yield 'quit'
      await reply.promise
    })(),
    ended: Promise.resolve('SIGKILL'),
    kill: () => reply.resolve(),
  }
  const open = macIcon({
    files,
    folder,
    start: (command) => {
      commands.push(command)
      return program
    },
  })
  const chosen: string[] = []
  const icon = await open(LOOK, (command) => chosen.push(command))
  const state = commands[0]!.at(-1)!
  expect(commands[0]!.slice(0, 4)).toEqual(['/usr/bin/osascript', '-l', 'JavaScript', '-e'])
  const { picture, ...shown } = JSON.parse(readFileSync(state, 'utf8'))
  expect(shown).toEqual({ tip: LOOK.tip, menu: LOOK.menu })
  expect(pngPixels(readFileSync(picture))).toHaveLength(36 * 36 * 3)
  icon.show({ ...LOOK, tip: 'another' })
  await until(() => readFileSync(state, 'utf8').includes('another'), Boolean)
  icon.close()
  expect(await icon.ended).toBe('osascript ended with SIGKILL.')
  expect(chosen).toEqual(['open', 'quit'])
})

/** The parts of Apple's bridge that the script uses; calls are recorded. Not tested on a real Mac. */
function bridge(text: () => string, parent: () => number) {
  const calls: unknown[][] = []
  const methods: Record<string, { implementation: (argument: unknown) => void }> = {}
  /** Records every call and returns itself. */
  const made = (kind: string): object => {
    const self: object = new Proxy({}, {
      get: (_, name: string) => (...args: unknown[]) => {
        calls.push([kind, name, ...args])
        return self
      },
    }) // biome-ignore format: short
    return self
  }
  const button = made('button')
  const item = { button, setMenu: (menu: unknown) => calls.push(['item', 'setMenu', menu]) }
  const app = {
    setActivationPolicy: (policy: number) => calls.push(['app', 'policy', policy]),
    terminate: () => calls.push(['app', 'terminate']),
    get run() {
      return calls.push(['app', 'run'])
    },
  }
  const $ = Object.assign((value?: unknown) => ({ value, dataUsingEncoding: () => value }), {
    getppid: parent,
    NSMakeSize: (width: number, height: number) => ({ width, height }),
    NSApplication: { sharedApplication: app },
    NSStatusBar: { systemStatusBar: { statusItemWithLength: () => item } },
    NSString: { stringWithContentsOfFileEncodingError: () => ({ value: text() }) },
    NSFileHandle: { fileHandleWithStandardOutput: { writeData: (data: unknown) => calls.push(['said', data]) } },
    NSImage: { alloc: made('image') },
    NSMenu: { alloc: { get init() { return made('menu') } } }, // biome-ignore format: one class a line
    NSMenuItem: { alloc: made('entry'), separatorItem: { kind: 'separator' } },
    NSTimer: { scheduledTimerWithTimeIntervalTargetSelectorUserInfoRepeats: (...args: unknown[]) => calls.push(['timer', args[0], args[2]]) }, // biome-ignore format: one class a line
    PanelkeepTray: { alloc: { init: { kind: 'target' } } },
  })
  const ObjC = {
    import: () => {},
    unwrap: (wrapped: { value: unknown }) => wrapped.value,
    registerSubclass: (description: { methods: typeof methods }) => Object.assign(methods, description.methods),
  }
  new Function('ObjC', '$', 'argv', `${MAC_SCRIPT}\nrun(argv)`)(ObjC, $, ['/state.json'])
  return { calls, methods }
}

test('the script builds the menu, reports the chosen command, and ends with its parent', () => {
  let text = JSON.stringify({ picture: '/icon.png', tip: LOOK.tip, menu: LOOK.menu })
  let parent = 7
  const { calls, methods } = bridge(
    () => text,
    () => parent,
  )
  const menus = () => calls.filter(([who, what]) => who === 'item' && what === 'setMenu')
  const names = calls.filter(([who, what]) => who === 'entry' && String(what).startsWith('initWithTitle'))
  expect(names.map(([, , title, action]) => [title, action])).toEqual([
    ['Open Panelkeep', 'chosen:'],
    ['Start at login', 'chosen:'],
    ['Nothing needs attention', 'chosen:'],
  ])
  const of = (name: string) =>
    calls.filter(([who, what]) => who === 'entry' && what === name).map(([, , value]) => value)
  expect(of('setEnabled')).toEqual([true, true, false])
  expect(of('setState')).toEqual([0, 1, 0])
  expect(calls).toContainEqual(['button', 'setToolTip', LOOK.tip])
  expect(calls.slice(-2)).toEqual([
    ['timer', 1, 'look:'],
    ['app', 'run'],
  ])
  methods['chosen:']!.implementation({ representedObject: { value: 'open' } })
  expect(calls.at(-1)).toEqual(['said', 'open\n'])
  methods['look:']!.implementation(undefined)
  expect(menus()).toHaveLength(1)
  text = text.replace('2 downloading', '3 downloading')
  methods['look:']!.implementation(undefined)
  expect(menus()).toHaveLength(2)
  parent = 1
  methods['look:']!.implementation(undefined)
  expect(calls.at(-1)).toEqual(['app', 'terminate'])
})
