import { expect, test } from 'bun:test'
import { Refusal } from '../../base/refusal'
import { PictureQueue } from './picture-queue'

/** Jobs that end on command. */
function bench() {
  const pictureQueue = new PictureQueue(2)
  const begun: string[] = []
  const settlers = new Map<string, (error?: Error) => void>()
  const job = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      settlers.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  const end = async (name: string, error?: Error) => {
    settlers.get(name)!(error)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { pictureQueue, begun, job, end }
}

test('two pictures are made at once, the others wait for their turn', async () => {
  const { pictureQueue, begun, job, end } = bench()
  const made = [...'abcd'].map((name) => pictureQueue.make(name, job(name)))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of 'acd') await end(name)
  expect(await Promise.all(made)).toEqual([...'abcd'])
})

test('it is idle while nothing is made, and full while as many are made as may be at once', async () => {
  const { pictureQueue, job, end } = bench()
  const state = () => [pictureQueue.isIdle, pictureQueue.isFull]
  expect(state()).toEqual([true, false])
  for (const name of 'abc') void pictureQueue.make(name, job(name))
  expect(state()).toEqual([false, true])
  await end('a')
  expect(state()).toEqual([false, true])
  await end('b')
  expect(state()).toEqual([false, false])
  await end('c')
  expect(state()).toEqual([true, false])
})

test('a page that a client waits for goes before covers', async () => {
  const { pictureQueue, begun, job, end } = bench()
  for (const name of 'abc') void pictureQueue.make(name, job(name))
  void pictureQueue.make('page', job('page'), true)
  await end('a')
  expect(begun).toEqual(['a', 'b', 'page'])
})

test('requested pages keep their order, and one made in advance joins them when it is requested', async () => {
  const { pictureQueue, begun, job, end } = bench()
  for (const name of 'ab') void pictureQueue.make(name, job(name))
  void pictureQueue.make('cover', job('cover'))
  void pictureQueue.make('ahead', job('ahead'))
  for (const name of ['first', 'ahead', 'second']) void pictureQueue.make(name, job(name), true)
  for (const name of ['a', 'b', 'first', 'ahead']) await end(name)
  expect(begun).toEqual(['a', 'b', 'first', 'ahead', 'second', 'cover'])
})

test('simultaneous requests for the same picture share it, errors included', async () => {
  const { pictureQueue, begun, job, end } = bench()
  const [one, two] = [pictureQueue.make('a', job('a')), pictureQueue.make('a', job('a'))]
  expect(two).toBe(one)
  one.catch(() => undefined)
  await end('a', new Error('broken'))
  await expect(one).rejects.toThrow('broken')
  void pictureQueue.make('a', job('a'))
  expect(begun).toEqual(['a', 'a'])
})

test("a job beyond the queue's limit is refused", async () => {
  const { pictureQueue, job } = bench()
  for (let n = 0; n < 202; n++) void pictureQueue.make(`${n}`, job(`${n}`))
  const refused = await pictureQueue.make('late', job('late')).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ kind: 'unavailable', extra: { retry_after: 3 } })
})
