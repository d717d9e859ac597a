import { expect, test } from 'bun:test'
import { madeUpId, numbersUpTo } from './issue-counts'

test.each([
  ['3', ['1', '2', '3']],
  ['2.5', ['1', '2', '2.5']],
  ['0.5', []],
  ['0', []],
  ['', []],
  ['Epilogue', []],
  ['-3', []],
])('up to %p there are %p', (last, numbers) => expect(numbersUpTo(last)).toEqual(numbers))

test('a typing error does not create a million rows', () => {
  expect(numbersUpTo('3000')).toHaveLength(3000)
  expect(numbersUpTo('3001')).toHaveLength(0)
})

test('chapters and volumes with the same number have different ids', () => {
  expect([madeUpId('7', 'chapter', '2'), madeUpId('7', 'volume', '2')]).toEqual(['7-c2', '7-v2'])
})
