import { expect, test } from 'bun:test'
import { deviceName } from './progress'
import { ProgressSync, type SavedProgress } from './progress-sync'

function box() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A server that answers with `status`, a clock that is moved by hand. */
function bench(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = box()) {
  const sent: [string, SavedProgress, boolean][] = []
  const due: { ms: number; work: () => void }[] = []
  const server = { status: 200, time: 0 }
  const sync = new ProgressSync({
    storage,
    now: () => `2026-11-21T10:00:0${server.time++}.000Z`,
    send: async (id, saved, leaving) => {
      if (server.status !== 200) throw Object.assign(new Error('no'), { status: server.status })
      sent.push([id, saved, leaving])
    },
    after: (ms, work) => {
      const one = { ms, work }
      due.push(one)
      return () => {
        if (due.includes(one)) due.splice(due.indexOf(one), 1)
      }
    },
  })
  const wait = async () => {
    const next = due.shift()
    next?.work()
    await sync.flush()
    return next?.ms
  }
  return { sync, sent, due, server, wait, storage }
}

test('turning many pages sends only the last place', async () => {
  const { sync, sent, due, wait } = bench()
  for (const page of [1, 2, 3]) sync.record('i1', page)
  expect(due).toHaveLength(1)
  await wait()
  expect(sent.map(([id, { page }]) => [id, page])).toEqual([['i1', 3]])
  expect(sync.unsent('i1')).toBeUndefined()
})

test('without a connection the pause grows each time, and progress is sent when the connection is back', async () => {
  const { sync, sent, due, server } = bench()
  server.status = 0
  sync.record('i1', 5)
  const waits: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    await sync.flush()
    waits.push(due.at(-1)!.ms)
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000])
  expect(sync.unsent('i1')?.page).toBe(5)
  server.status = 200
  await sync.flush()
  expect(sent.map(([, { page }]) => page)).toEqual([5])
  expect(due).toHaveLength(0)
})

test('unsent progress survives a restart of the browser, with the time of reading', async () => {
  const first = bench()
  first.server.status = 0
  first.sync.record('i1', 7)
  await first.sync.flush()
  const second = bench(first.storage)
  expect(second.sync.unsent('i1')?.page).toBe(7)
  await second.sync.flush()
  expect(second.sent[0]).toEqual(['i1', { page: 7, at: '2026-11-21T10:00:00.000Z' }, false])
})

test('a final refusal is not retried, an expired login is', async () => {
  for (const [status, kept] of [
    [404, false],
    [400, false],
    [401, true],
    [503, true],
    [500, true],
  ] as const) {
    const { sync, server } = bench()
    server.status = status
    sync.record('i1', 5)
    await sync.flush()
    expect([status, sync.unsent('i1') !== undefined]).toEqual([status, kept])
  }
})

test('progress made during a request is sent afterwards', async () => {
  const storage = box()
  const sent: number[] = []
  let go: () => void = () => undefined
  const sync = new ProgressSync({
    storage,
    now: () => String(sent.length + Math.random()),
    send: async (_, { page }) => {
      sent.push(page)
      if (sent.length === 1) await new Promise<void>((done) => (go = done))
    },
    after: () => () => undefined,
  })
  sync.record('i1', 1)
  const flushed = sync.flush()
  sync.record('i1', 2)
  go()
  await flushed
  expect(sync.unsent('i1')?.page).toBe(2)
  await sync.flush()
  expect(sent).toEqual([1, 2])
})

test('leaving the page sends progress at once, with keepalive', async () => {
  const { sync, sent } = bench()
  sync.record('i1', 3)
  await sync.flush(true)
  expect(sent.map(([, , leaving]) => leaving)).toEqual([true])
})

test('a browser without storage still sends the progress', async () => {
  const closed = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
    removeItem: () => undefined,
  }
  const { sync, sent } = bench(closed)
  sync.record('i1', 3)
  await sync.flush()
  expect(sent.map(([, { page }]) => page)).toEqual([3])
})

test('the device has a readable name', () => {
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('Browser on iPhone')
  expect(deviceName('Mozilla/5.0 (Linux; Android 16; Pixel 10) Mobile Safari')).toBe('Browser on Android phone')
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('Browser on Windows')
  expect(deviceName('curl/8')).toBe('Browser')
})

test('progress of an earlier session is sent before the newer place', async () => {
  const { sync, sent, server, wait } = bench()
  const sitting = (sitting_id: string, pages: number) => ({ sitting: { sitting_id, pages, seconds: 60 } })
  server.status = 0
  sync.record('i1', 2, sitting('monday', 3))
  sync.record('i1', 4, sitting('monday', 5))
  sync.record('i1', 7, sitting('tuesday', 4))
  sync.record('i2', 1, sitting('tuesday', 2))
  await wait()
  expect(sync.unsent('i1')?.page).toBe(7)
  server.status = 200
  await wait()
  const sums = sent.map(([id, { page, sitting }]) => [id, page, sitting?.sitting_id, sitting?.pages])
  expect(sums.filter(([id]) => id === 'i1')).toEqual([
    ['i1', 4, 'monday', 5],
    ['i1', 7, 'tuesday', 4],
  ])
  expect(sent).toHaveLength(3)
  expect(sync.unsent('i1')).toBeUndefined()
})

test('another tab that is closed later replaces no newer place, and its reading counts', async () => {
  const { sync, sent, server, wait, storage } = bench()
  const other = bench(storage).sync
  const sums = (sitting_id: string, seconds: number) => ({ sitting: { sitting_id, pages: 2, seconds } })
  server.status = 0
  const at = other.record('i1', 1, sums('first tab', 10), '2026-11-21T09:00:00.000Z')
  sync.record('i1', 7, sums('second tab', 60))
  other.record('i1', 1, sums('first tab', 90), at)
  expect(sync.unsent('i1')?.page).toBe(7)
  server.status = 200
  await wait()
  expect(sent.map(([id, { page, sitting }]) => [id, page, sitting?.seconds])).toEqual([
    ['i1', 1, 90],
    ['i1', 7, 60],
  ])
})
