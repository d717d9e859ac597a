import { expect, test } from 'bun:test'
import type { Priority } from '../states'
import { SearchSlots } from './search-slots'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Work that lasts until `end` is called. */
function makeWorks() {
  const turns = new SearchSlots()
  const begun: string[] = []
  const end: Record<string, () => void> = {}
  const add = (name: string, priority: Priority, signal = new AbortController().signal) =>
    turns.run(priority, signal, () => {
      begun.push(name)
      return new Promise<string>((resolve) => {
        end[name] = () => resolve(name)
      })
    })
  return { begun, end, add }
}

test('users go before routine, and routine before recovery; there is always a slot for a user', async () => {
  const { begun, end, add } = makeWorks()
  for (const name of ['r1', 'r2', 'r3', 'r4']) void add(name, 'routine')
  void add('late', 'recovery')
  void add('person', 'interactive')
  void add('other', 'interactive')
  await settle()
  expect(begun).toEqual(['r1', 'r2', 'r3', 'person'])
  for (const name of ['r1', 'r2', 'r3', 'person', 'other']) {
    end[name]!()
    await settle()
  }
  expect(begun).toEqual(['r1', 'r2', 'r3', 'person', 'other', 'r4', 'late'])
})

test('a search that is cancelled while waiting is not run, and leaves no gap', async () => {
  const { begun, end, add } = makeWorks()
  for (const name of ['a', 'b', 'c']) void add(name, 'routine')
  const cancel = new AbortController()
  const slot = add('gone', 'routine', cancel.signal)
  void add('next', 'routine')
  cancel.abort()
  expect(await slot).toBeUndefined()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  end.a!()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'next'])
})

test('a search that is cancelled while it runs takes no other out of the queue', async () => {
  const { begun, end, add } = makeWorks()
  const cancel = new AbortController()
  void add('a', 'routine', cancel.signal)
  for (const name of ['b', 'c', 'next', 'last']) void add(name, 'routine')
  await settle()
  cancel.abort()
  for (const name of ['a', 'b']) {
    end[name]!()
    await settle()
  }
  expect(begun).toEqual(['a', 'b', 'c', 'next', 'last'])
})

test('a search that was cancelled before does not wait for a slot', async () => {
  const { begun, add } = makeWorks()
  for (const name of ['a', 'b', 'c']) void add(name, 'routine')
  let ended = false
  void add('gone', 'routine', AbortSignal.abort()).then(() => {
    ended = true
  })
  await settle()
  expect([ended, begun]).toEqual([true, ['a', 'b', 'c']])
})

test('searches that break free their slots', async () => {
  const turns = new SearchSlots()
  const { signal } = new AbortController()
  for (let n = 0; n < 4; n++)
    await expect(turns.run('routine', signal, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
  expect(await turns.run('routine', signal, async () => 'done')).toBe('done')
})
