import { expect, test } from 'bun:test'
import { Refusal } from '../refusal'
import { Workshop } from './workshop'

/** Jobs that end when told. */
function bench() {
  const workshop = new Workshop(2)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const job = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { workshop, begun, job, end }
}

test('two pictures are made at once, the others wait their turn', async () => {
  const { workshop, begun, job, end } = bench()
  const made = [...'abcd'].map((name) => workshop.make(name, job(name)))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of 'acd') await end(name)
  expect(await Promise.all(made)).toEqual([...'abcd'])
})

test('a page that somebody waits for goes before covers', async () => {
  const { workshop, begun, job, end } = bench()
  for (const name of 'abc') void workshop.make(name, job(name))
  void workshop.make('page', job('page'), true)
  await end('a')
  expect(begun).toEqual(['a', 'b', 'page'])
})

test('pages that are waited for go in the order they were asked for, and one made ahead joins them', async () => {
  const { workshop, begun, job, end } = bench()
  for (const name of 'ab') void workshop.make(name, job(name))
  void workshop.make('cover', job('cover'))
  void workshop.make('ahead', job('ahead'))
  for (const name of ['first', 'ahead', 'second']) void workshop.make(name, job(name), true)
  for (const name of ['a', 'b', 'first', 'ahead']) await end(name)
  expect(begun).toEqual(['a', 'b', 'first', 'ahead', 'second', 'cover'])
})

test('whoever asks for the same picture shares it, failure included', async () => {
  const { workshop, begun, job, end } = bench()
  const [one, two] = [workshop.make('a', job('a')), workshop.make('a', job('a'))]
  expect(two).toBe(one)
  one.catch(() => undefined)
  await end('a', new Error('broken'))
  expect(one).rejects.toThrow('broken')
  void workshop.make('a', job('a'))
  expect(begun).toEqual(['a', 'a'])
})

test('a queue that is too long is refused', async () => {
  const { workshop, job } = bench()
  for (let n = 0; n < 202; n++) void workshop.make(`${n}`, job(`${n}`))
  const refused = await workshop.make('late', job('late')).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ kind: 'unavailable', extra: { retry_after: 3 } })
})
