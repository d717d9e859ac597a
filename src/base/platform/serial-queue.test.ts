import { expect, test } from 'bun:test'
import { SerialQueue } from './serial-queue'

test('tasks run one after another, also after a failure, which only its own caller gets', async () => {
  const queue = new SerialQueue()
  const log: string[] = []
  const end = Promise.withResolvers<void>()
  const first = queue.run(async () => {
    log.push('first begins')
    await end.promise
    log.push('first ends')
    throw new Error('broken')
  })
  const second = queue.run(async () => {
    log.push('second')
    return 2
  })
  expect(queue.isIdle).toBe(false)
  end.resolve()
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe(2)
  await queue.idle()
  expect(log).toEqual(['first begins', 'first ends', 'second'])
  expect(queue.isIdle).toBe(true)
})
