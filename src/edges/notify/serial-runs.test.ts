import { expect, test } from 'bun:test'
import { SerialRuns } from './serial-runs'

/** Runs that end when the test ends them; `begun` counts them. */
function makeRuns() {
  const stopping = new AbortController()
  const ends: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const runs = new SerialRuns({
    run() {
      ends.push(Promise.withResolvers<void>())
      return ends.at(-1)!.promise
    },
    onError: (error) => void errors.push(error),
    signal: stopping.signal,
  })
  const begun = async (count: number) => {
    while (ends.length < count) await new Promise((done) => setImmediate(done))
    return ends[count - 1]!
  }
  return { runs, stopping, ends, errors, begun }
}

test('requests before a run begins share it, and those during it share one more', async () => {
  const { runs, ends, begun } = makeRuns()
  for (let nth = 0; nth < 3; nth++) void runs.requestRun()
  const first = await begun(1)
  for (let nth = 0; nth < 3; nth++) void runs.requestRun()
  expect(ends).toHaveLength(1)
  first.resolve()
  ;(await begun(2)).resolve()
  await runs.idle()
  expect(ends).toHaveLength(2)
})

test('a run that fails is reported, and the next one still begins', async () => {
  const { runs, errors, begun } = makeRuns()
  const failing = runs.requestRun()
  ;(await begun(1)).reject(new Error('no disk'))
  expect(await failing).toBeUndefined()
  expect(errors).toEqual([new Error('no disk')])
  void runs.requestRun()
  ;(await begun(2)).resolve()
  await runs.idle()
  expect(errors).toHaveLength(1)
})

test('nothing begins after a stop, and idle waits for the current run', async () => {
  const { runs, stopping, ends, begun } = makeRuns()
  void runs.requestRun()
  const first = await begun(1)
  stopping.abort()
  const second = runs.requestRun()
  let isIdle = false
  const idle = runs.idle().then(() => {
    isIdle = true
  })
  await new Promise((done) => setImmediate(done))
  expect(isIdle).toBe(false)
  first.resolve()
  await Promise.all([second, idle])
  expect(ends).toHaveLength(1)
})
