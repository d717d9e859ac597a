import { expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { type Icon, keepIcon } from './keep-icon'
import type { TrayView } from './tray-view'

const look = (tip: string): TrayView => ({ mood: 'idle', tip, menu: [] })

function makeHarness() {
  const clock = fakeClock()
  const lives: { tips: string[]; end: (why: string) => void; refuse?: boolean }[] = []
  const logged: string[] = []
  const log = {
    info: (_: string, text: string) => void logged.push(text),
    warn: (_: string, text: string) => void logged.push(text),
  }
  let isRefused = false
  const open = async (): Promise<Icon> => {
    if (isRefused) throw new Error('There is no tray.')
    const life = { tips: [] as string[], ...Promise.withResolvers<string>() }
    lives.push({ tips: life.tips, end: life.resolve })
    return {
      show: ({ tip }) => void life.tips.push(tip),
      close: () => life.resolve('closed'),
      ended: life.promise,
    }
  }
  const tray = keepIcon({ open, clock, log, chosen: () => {} }, look('first'))
  return { clock, lives, logged, tray, refuse: (is: boolean) => (isRefused = is) }
}

test('an icon shows the newest view, and so does its replacement', async () => {
  const { clock, lives, tray } = makeHarness()
  await clock.advance('1 s')
  tray.show(look('second'))
  lives[0]!.end('it fell over')
  await clock.advance('2 s')
  expect(lives.map(({ tips }) => tips)).toEqual([['first', 'second'], ['second']])
  await tray.stop()
})

test('an icon that keeps disappearing is restored three times', async () => {
  const { clock, lives, logged, tray } = makeHarness()
  for (let life = 0; life < 4; life++) {
    await clock.advance('1 min')
    lives[life]?.end('it fell over')
  }
  await clock.advance('1 h')
  expect(lives).toHaveLength(4)
  expect(logged.at(-1)).toBe('no tray icon')
  await tray.stop()
})

test('an icon that lasted is restored every time', async () => {
  const { clock, lives, tray } = makeHarness()
  for (let life = 0; life < 8; life++) {
    await clock.advance('20 min')
    lives[life]!.end('it fell over')
  }
  await clock.advance('1 min')
  expect(lives).toHaveLength(9)
  await tray.stop()
})

test('without a tray there are four attempts, and stopping does not wait', async () => {
  const { clock, lives, logged, tray, refuse } = makeHarness()
  refuse(true)
  lives[0]?.end('now')
  await clock.advance('1 h')
  expect(logged.at(-1)).toBe('no tray icon')
  tray.show(look('not shown'))
  await tray.stop()
})
