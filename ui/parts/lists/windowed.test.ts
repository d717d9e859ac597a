import { expect, test } from 'bun:test'
import { entriesNear, spaceAround } from './windowed'

const rules = { count: 5_000, estimate: 100 }

test('entries near the window reach three quarters of it beyond what is in view, in groups of eight', () => {
  expect(entriesNear({ above: 0, height: 800 }, [], rules)).toEqual({ first: 0, end: 16 })
  expect(entriesNear({ above: 10_000, height: 800 }, [], rules)).toEqual({ first: 88, end: 120 })
})

test('measured heights count, and the others are as high as these on average', () => {
  const heights = Array.from({ length: 16 }, () => 50)
  expect(entriesNear({ above: 0, height: 800 }, heights, rules)).toEqual({ first: 0, end: 32 })
  expect(spaceAround({ first: 16, end: 32 }, heights, rules)).toEqual({ before: 800, after: 248_400 })
})

test('the range stays inside the list, also below its end', () => {
  expect(entriesNear({ above: 900_000, height: 800 }, [], rules)).toEqual({ first: 5_000, end: 5_000 })
  expect(entriesNear({ above: -5_000, height: 800 }, [], rules)).toEqual({ first: 0, end: 0 })
  expect(entriesNear({ above: 0, height: 800 }, [], { count: 3, estimate: 100 })).toEqual({ first: 0, end: 3 })
  expect(entriesNear({ above: 0, height: 800 }, [], { count: 0, estimate: 100 })).toEqual({ first: 0, end: 0 })
})

test('the list keeps its height wherever the window is', () => {
  const heights = [40, 60, 80]
  const whole = spaceAround({ first: 0, end: 0 }, heights, rules)
  const { before, after } = spaceAround({ first: 8, end: 16 }, heights, rules)
  expect(before + after + 8 * 60).toBe(whole.before + whole.after)
})
