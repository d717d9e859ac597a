import { expect, test } from 'bun:test'
import { fakeClock } from '../testing/fakes/clock'
import { PageTray } from './page-tray'
import type { Picture } from './pictures'

const picture = (megabytes: number): Picture => ({ bytes: new Uint8Array(megabytes * 1_000_000), type: 'image/jpeg' })

test('a page lies on the tray until others need the room, the one not wanted for longest first', () => {
  const tray = new PageTray(fakeClock())
  for (const name of ['a', 'b', 'c']) tray.put(name, picture(5))
  expect(tray.get('a')).toBeDefined()
  tray.put('d', picture(5))
  expect(['a', 'b', 'c', 'd'].filter((name) => tray.get(name))).toEqual(['a', 'c', 'd'])
})

test('a page larger than the tray is not kept, and takes no room from later ones', () => {
  const tray = new PageTray(fakeClock())
  tray.put('huge', picture(20))
  expect(tray.get('huge')).toBeUndefined()
  tray.put('a', picture(15))
  expect(tray.get('a')).toBeDefined()
})

test('the tray is empty when nobody read for two minutes', async () => {
  const clock = fakeClock()
  const tray = new PageTray(clock)
  tray.put('a', picture(1))
  await clock.advance('119 s')
  expect(tray.get('a')).toBeDefined()
  await clock.advance('119 s')
  expect(tray.get('a')).toBeDefined()
  await clock.advance('121 s')
  expect(tray.get('a')).toBeUndefined()
})

test('what fills the tray to its edge is kept, a byte more makes room', () => {
  const tray = new PageTray(fakeClock())
  tray.put('a', picture(8))
  tray.put('b', picture(8))
  expect([tray.get('a'), tray.get('b')].every(Boolean)).toBe(true)
  tray.put('c', { bytes: new Uint8Array(1), type: 'image/jpeg' })
  expect([tray.get('a'), tray.get('b') !== undefined, tray.get('c') !== undefined]).toEqual([undefined, true, true])
})

test('an emptied tray has all its room again', async () => {
  const clock = fakeClock()
  const tray = new PageTray(clock)
  tray.put('a', picture(15))
  await clock.advance('5 min')
  tray.put('b', picture(8))
  tray.put('c', picture(8))
  expect([tray.get('b'), tray.get('c')].every(Boolean)).toBe(true)
})
