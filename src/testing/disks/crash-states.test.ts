import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { crashStates } from './crash-states'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-states-'))
  mkdirSync(at('a'))
  writeFileSync(at('a/one'), 'the bytes of a file that is copied')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const below = () => readdirSync(folder, { recursive: true }).map(String).sort()

test('a move by copy leaves half a copy, both files, or one; a read leaves nothing new', async () => {
  const { files, begin, end, states, count } = crashStates(folder, systemFiles)
  await files.stat(at('a/one'))
  begin()
  await files.stat(at('a/one'))
  await files.copy(at('a/one'), at('two'))
  await files.read(at('two'))
  await files.remove(at('a/one'))
  end()
  expect(count()).toBe(4)
  expect(states.map((state) => state.at)).toEqual([
    'before access 1, stat',
    'half-way through access 2, copy',
    'after access 2, copy',
    'after access 4, remove',
  ])
  const seen = states.map(({ putBack }) => {
    putBack()
    return [below(), existsSync(at('two')) ? statSync(at('two')).size : 0]
  })
  expect(seen).toEqual([
    [['a', 'a/one'], 0],
    [['a', 'a/one', 'two'], 20],
    [['a', 'a/one', 'two'], 34],
    [['a', 'two'], 34],
  ])
})

test('half-way through a move the file has both names, and two names of one file stay linked', async () => {
  linkSync(at('a/one'), at('a/same'))
  const { files, begin, end, states } = crashStates(folder, systemFiles)
  begin()
  await files.place(at('a/one'), at('b'))
  end()
  expect(states.map((state) => state.at)).toEqual([
    'before access 1, place',
    'half-way through access 1, place',
    'after access 1, place',
  ])
  const modified = statSync(at('b')).mtimeMs
  states[1]!.putBack()
  expect(below()).toEqual(['a', 'a/one', 'a/same', 'b'])
  expect([statSync(at('b')).nlink, Math.abs(statSync(at('b')).mtimeMs - modified) < 1]).toEqual([3, true])
})

test('a write outside the disk port is saved with the next access, and at the end', async () => {
  const { files, begin, end, states } = crashStates(folder, systemFiles)
  begin()
  writeFileSync(at('rows'), 'one')
  await files.stat(at('rows'))
  writeFileSync(at('rows'), 'two')
  end()
  expect(
    states.map((state) => {
      state.putBack()
      return [state.at, readFileSync(at('rows'), 'utf8')]
    }),
  ).toEqual([
    ['before access 1, stat', 'one'],
    ['at its end', 'two'],
  ])
})

test('a state that could not be saved fails the test, though the process continues', async () => {
  const { files, begin, end } = crashStates(at('later'), systemFiles)
  begin()
  await files.makeFolder(at('later'))
  expect(end).toThrow('no such file')
})
