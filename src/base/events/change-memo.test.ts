import { expect, test } from 'bun:test'
import { fakeClock } from '../../testing/fakes/clock'
import { Bus } from './bus'
import { ChangeMemo } from './change-memo'

function start() {
  const clock = fakeClock()
  const bus = new Bus((error) => {
    throw error
  })
  const memo = new ChangeMemo({ clock, subscribe: (listener) => bus.subscribe(listener) }, ['series.changed'])
  let made = 0
  return { clock, bus, memo, next: (key = 'count') => memo.get(key, () => ++made) }
}

test('a value is computed once, and again after a change', () => {
  const { bus, next } = start()
  expect([next(), next(), next('other')]).toEqual([1, 1, 2])
  bus.publish({ type: 'inbox.changed' })
  expect(next()).toBe(1)
  bus.publish({ type: 'series.changed', comic_id: '7' })
  expect(next()).toBe(3)
})

test('a missed change is noticed within an hour', async () => {
  const { clock, next } = start()
  expect(next()).toBe(1)
  await clock.advance('59 min')
  expect(next()).toBe(1)
  await clock.advance('1 min')
  expect(next()).toBe(2)
})

test('the oldest values are dropped, so that a crawler cannot fill the memory', () => {
  const { next } = start()
  for (let n = 0; n < 201; n++) next(`filter ${n}`)
  expect(next('filter 200')).toBe(201)
  expect(next('filter 0')).toBe(202)
})

test('a value in use outlasts any number of others', () => {
  const { next } = start()
  expect(next('in use')).toBe(1)
  for (let n = 0; n < 500; n++) {
    next(`filter ${n}`)
    expect(next('in use')).toBe(1)
  }
})

test('an absent value is kept too', () => {
  const { memo } = start()
  let made = 0
  const make = () => {
    made += 1
    return undefined
  }
  memo.get('none', make)
  memo.get('none', make)
  expect(made).toBe(1)
})

test('a value over several turns is made once for all callers, and again after it failed', async () => {
  const { bus, memo } = start()
  let made = 0
  const work = Promise.withResolvers<void>()
  const next = () =>
    memo.getMade('count', async () => {
      made += 1
      await work.promise
      return made
    })
  const both = [next(), next()]
  work.reject(new Error('disk'))
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
  expect(await memo.getMade('count', async () => 7)).toBe(7)
  expect(await memo.getMade('count', async () => 8)).toBe(7)
  expect(made).toBe(1)
  bus.publish({ type: 'series.changed', comic_id: '7' })
  expect(await memo.getMade('count', async () => 8)).toBe(8)
})
