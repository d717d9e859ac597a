import { expect, test } from 'bun:test'
import { keepStripPlace, stripPlace } from './strip-place'

function storage(text?: string) {
  let kept = text ?? null
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

test('a strip resumes at the same position within its page', () => {
  const own = storage()
  keepStripPlace(own, 'tower-1', { page: 2, share: 0.4, read: 3 })
  keepStripPlace(own, 'tower-2', { page: 0, share: 0.1, read: 0 })
  expect(stripPlace(own, 'tower-1', 3)).toMatchObject({ page: 2, share: 0.4 })
  expect(stripPlace(own, 'tower-2', 0)).toMatchObject({ page: 0, share: 0.1 })
})

test('a place is of no use once the issue was read on elsewhere', () => {
  const own = storage()
  keepStripPlace(own, 'tower-1', { page: 2, share: 0.4, read: 3 })
  expect(stripPlace(own, 'tower-1', 7)).toBeUndefined()
})

test('a foreign value in the storage is ignored', () => {
  expect(stripPlace(storage('{"a":1}'), 'tower-1', 0)).toBeUndefined()
  expect(stripPlace(storage('[null,{"issue":"tower-1","read":0}]'), 'tower-1', 0)).toBeUndefined()
  expect(stripPlace(storage('no list'), 'tower-1', 0)).toBeUndefined()
})

test('the latest thirty are remembered', () => {
  const own = storage()
  for (let at = 0; at < 31; at++) keepStripPlace(own, `tower-${at}`, { page: 0, share: 0.5, read: 0 })
  expect(stripPlace(own, 'tower-0', 0)).toBeUndefined()
  expect(stripPlace(own, 'tower-1', 0)).toBeDefined()
})
