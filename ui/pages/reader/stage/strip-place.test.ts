import { expect, test } from 'bun:test'
import { stripPlace } from './strip-place'

const storage = (text: string) => ({ getItem: () => text })
const kept = storage('[{"page":2,"share":0.4,"read":3,"issue":"tower-1"}]')

test('a strip resumes at the place stored by an earlier version', () => {
  expect(stripPlace(kept, 'tower-1', 3)).toMatchObject({ page: 2, share: 0.4 })
  expect(stripPlace(kept, 'tower-2', 3)).toBeUndefined()
})

test('a stored place is ignored once the issue was read further on another device', () => {
  expect(stripPlace(kept, 'tower-1', 7)).toBeUndefined()
})

test('a foreign value in the storage is ignored', () => {
  expect(stripPlace(storage('{"a":1}'), 'tower-1', 0)).toBeUndefined()
  expect(stripPlace(storage('[null,{"issue":"tower-1","read":0}]'), 'tower-1', 0)).toBeUndefined()
  expect(stripPlace(storage('no list'), 'tower-1', 0)).toBeUndefined()
})
