import { expect, test } from 'bun:test'
import { fakeClock } from '../../testing/fakes/clock'
import { PageCache } from './page-cache'
import type { Picture } from './pictures'

const picture = (megabytes: number): Picture => ({ bytes: new Uint8Array(megabytes * 1_000_000), type: 'image/jpeg' })

test('a page stays in the cache until others need the room, least recently used first', () => {
  const tray = new PageCache(fakeClock())
  for (const name of ['a', 'b', 'c']) tray.put(name, picture(5))
  expect(tray.get('a')).toBeDefined()
  tray.put('d', picture(5))
  expect(['a', 'b', 'c', 'd'].filter((name) => tray.get(name))).toEqual(['a', 'c', 'd'])
})

test('a page larger than the cache is not kept, and takes no room from later ones', () => {
  const tray = new PageCache(fakeClock())
  tray.put('huge', picture(20))
  expect(tray.get('huge')).toBeUndefined()
  tray.put('a', picture(15))
  expect(tray.get('a')).toBeDefined()
})

test('the cache is cleared after two minutes without reading', async () => {
  const clock = fakeClock()
  const tray = new PageCache(clock)
  tray.put('a', picture(1))
  await clock.advance('119 s')
  expect(tray.get('a')).toBeDefined()
  await clock.advance('119 s')
  expect(tray.get('a')).toBeDefined()
  await clock.advance('121 s')
  expect(tray.get('a')).toBeUndefined()
})

test('pages that fill the cache exactly are kept, one byte more removes the oldest', () => {
  const tray = new PageCache(fakeClock())
  tray.put('a', picture(8))
  tray.put('b', picture(8))
  expect([tray.get('a'), tray.get('b')].every(Boolean)).toBe(true)
  tray.put('c', { bytes: new Uint8Array(1), type: 'image/jpeg' })
  expect([tray.get('a'), tray.get('b') !== undefined, tray.get('c') !== undefined]).toEqual([undefined, true, true])
})

test('a cleared cache has all its room again', async () => {
  const clock = fakeClock()
  const tray = new PageCache(clock)
  tray.put('a', picture(15))
  await clock.advance('5 min')
  tray.put('b', picture(8))
  tray.put('c', picture(8))
  expect([tray.get('b'), tray.get('c')].every(Boolean)).toBe(true)
})
