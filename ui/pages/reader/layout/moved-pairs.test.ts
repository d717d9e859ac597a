import { expect, test } from 'bun:test'
import { movedPairs, saveMovedPairs } from './moved-pairs'

function box(text?: string) {
  const kept = new Map(text === undefined ? [] : [['panelkeep.reader.pairs', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('each issue has its own moved pairs, and the last hundred issues are kept', () => {
  const storage = box()
  for (let issue = 0; issue < 101; issue++) saveMovedPairs(storage, `i${issue}`, [4])
  saveMovedPairs(storage, 'i50', [])
  expect(['i0', 'i1', 'i50', 'i100'].map((id) => movedPairs(storage, id))).toEqual([[], [4], [], [4]])
})

test('invalid stored values are ignored', () => {
  for (const text of ['{', '{}', 'null', '[["i1",["4"]],["i1"],7]']) expect(movedPairs(box(text), 'i1')).toEqual([])
})

test('without storage, moved pairs last as long as the page is open', () => {
  const full = { getItem: () => null, setItem: () => { throw new Error('full') } } // biome-ignore format: one line
  expect(() => saveMovedPairs(full, 'i1', [4])).not.toThrow()
})
