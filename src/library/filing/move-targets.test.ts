import { describe, expect, test } from 'bun:test'
import { orderMoves, separateTargets } from './move-targets'

const move = (from: string, to: string) => ({ from: `/lib/${from}`, to: `/lib/${to}` })
const none = () => false
const lines = (moves: { from: string; to: string }[]) =>
  moves.map(({ from, to }) => `${from.slice('/lib/'.length)} → ${to.slice('/lib/'.length)}`)

/** Does the moves on names alone; undefined where one was taken when it was needed. */
function played(wanted: { from: string; to: string }[]): Map<string, string> | undefined {
  const moves = orderMoves(wanted)
  const at = new Map(wanted.map(({ from }) => [from.toLowerCase(), from]))
  for (const { from, to } of moves) {
    const file = at.get(from.toLowerCase())
    at.delete(from.toLowerCase())
    if (file === undefined || at.has(to.toLowerCase())) return undefined
    at.set(to.toLowerCase(), file)
  }
  return at
}

describe('every file gets a path of its own', () => {
  test('of several that want one, the first keeps it', () => {
    expect(
      lines(separateTargets([move('a.cbz', 'x.cbz'), move('b.cbz', 'x.cbz'), move('c.cbz', 'X.cbz')], none)),
    ).toEqual(['a.cbz → x.cbz', 'b.cbz → x (2).cbz', 'c.cbz → X (3).cbz'])
  })

  test('a correct name is kept, regardless of the changes before it', () => {
    const wanted = [move('b.cbz', 'x.cbz'), move('x (2).cbz', 'x.cbz'), move('x.cbz', 'x.cbz')]
    expect(lines(separateTargets(wanted, none))).toEqual([
      'b.cbz → x (3).cbz',
      'x (2).cbz → x (2).cbz',
      'x.cbz → x.cbz',
    ])
  })

  test('a number that is needed no more goes', () => {
    expect(lines(separateTargets([move('x (2).cbz', 'x.cbz')], none))).toEqual(['x (2).cbz → x.cbz'])
  })

  test('what something else has is left to it', () => {
    expect(lines(separateTargets([move('a.cbz', 'x.cbz')], (path) => path === '/lib/x.cbz'))).toEqual([
      'a.cbz → x (2).cbz',
    ])
  })

  test('letters that are put together in two ways are one', () => {
    expect(lines(separateTargets([move('a.cbz', 'é.cbz'), move('b.cbz', 'e\u0301.cbz')], none))[1]).toBe(
      'b.cbz → e\u0301 (2).cbz',
    )
  })
})

describe('every name is free when it is needed', () => {
  test('what makes room goes first', () => {
    const chain = [move('1', '2'), move('2', '3'), move('3', '4')]
    expect(lines(orderMoves(chain))).toEqual(['3 → 4', '2 → 3', '1 → 2'])
  })

  test('two that swap take three moves', () => {
    expect(lines(orderMoves([move('a.cbz', 'b.cbz'), move('b.cbz', 'a.cbz')]))).toEqual([
      'a.cbz → a (moving).cbz',
      'b.cbz → a.cbz',
      'a (moving).cbz → b.cbz',
    ])
  })

  test('another case is no ring', () => {
    expect(lines(orderMoves([move('a.cbz', 'A.cbz')]))).toEqual(['a.cbz → A.cbz'])
  })

  test('any set of renames ends with every file in its place', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (let turn = 0; turn < 500; turn++) {
      // A permutation of the names, some of them new.
      const targets = names.map((name, at) => ({ name, key: (turn * 7919 + at * 104729) % 1009 }))
      targets.sort((a, b) => a.key - b.key)
      const moves = names.map((name, at) => move(name, turn % 3 === 0 && at === 2 ? 'new' : targets[at]!.name))
      const changing = moves.filter(({ from, to }) => from !== to)
      const end = played(changing)
      expect(end, `turn ${turn}`).toBeDefined()
      for (const { from, to } of changing) expect(end!.get(to)).toBe(from)
    }
  })

  test('ten thousand in one chain take no time', () => {
    const chain = Array.from({ length: 10_000 }, (_, n) => move(`${n}.cbz`, `${n + 1}.cbz`))
    expect(played(chain)).toBeDefined()
  })
})
