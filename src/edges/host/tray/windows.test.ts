import { expect, test } from 'bun:test'
import { iconResource } from '../../../base/platform/notify-icon'
import type { Child } from '../../../base/platform/ports'
import { fakeClock } from '../../../testing/fakes/clock'
import { drawIcon } from './icon'
import type { TrayView } from './tray-view'
import { windowsIcon } from './windows'

const LOOK: TrayView = {
  mood: 'idle',
  tip: 'Panelkeep: idle',
  menu: [{ id: 10, label: 'Quit', command: 'quit' }],
}

function helper() {
  const sent: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; signal: string | null }>()
  const child: Child = {
    send: (header) => void sent.push(header),
    frames: (async function* () {
      yield { header: { chosen: 'quit' }, body: new Uint8Array(0) }
      await promise
    })(),
    ended: promise,
    kill: () => resolve({ code: null, signal: 'SIGKILL' }),
  }
  return { sent, child, end: (code: number) => resolve({ code, signal: null }) }
}

test('the helper gets the view, and reports the chosen command', async () => {
  const { sent, child, end } = helper()
  const roles: string[] = []
  const chosen: string[] = []
  const processes = {
    helper(role: string) {
      roles.push(role)
      return child
    },
  }
  const icon = await windowsIcon({ processes, clock: fakeClock() })(LOOK, (command) => chosen.push(command))
  icon.show(LOOK)
  icon.close()
  end(0)
  expect(await icon.ended).toBe('The helper ended with 0.')
  expect(roles).toEqual(['--tray-helper'])
  expect(sent).toEqual([{ view: LOOK }, { close: true }])
  expect(chosen).toEqual(['quit'])
})

test('a helper that does not end is killed, and one that has ended gets no messages', async () => {
  const clock = fakeClock()
  const { child } = helper()
  const deaf: Child = {
    ...child,
    send: () => {
      throw new Error('EPIPE')
    },
  }
  const icon = await windowsIcon({ processes: { helper: () => deaf }, clock })(LOOK, () => {})
  icon.show(LOOK)
  icon.close()
  await clock.advance('3 s')
  expect(await icon.ended).toBe('The helper ended with SIGKILL.')
})

test.each([16, 20, 32, 48])('an icon of %d pixels has the layout that Windows reads', (size) => {
  const pixels = drawIcon('idle', size)
  const resource = iconResource(pixels, size)
  expect(resource.readInt32LE(4)).toBe(size)
  expect(resource.readInt32LE(8)).toBe(size * 2)
  expect(resource.length).toBe(40 + size * size * 4 + Math.ceil(size / 32) * 4 * size)
  // Bottom up: the first row of pixels comes last.
  const first = 40 + (size - 1) * size * 4
  expect([...resource.subarray(first, first + size * 4)]).toEqual([...pixels.subarray(0, size * 4)])
})
