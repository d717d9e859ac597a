import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { html } from '../html'
import { renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'
import { announce, connection, expectChanges, listen, openEvents } from './events'
import type { Operation } from './operation'
import { useQuery } from './query'
import { importWork, runningTasks, seriesWork } from './work'

withWindow()

class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  closed = false

  constructor(readonly url: string) {
    super()
    FakeSource.all.push(this)
  }

  close() {
    this.closed = true
  }

  send(type: string, data: string) {
    this.dispatchEvent(new MessageEvent(type, { data }))
  }
}

const real = globalThis.EventSource
beforeEach(() => {
  FakeSource.all = []
  globalThis.EventSource = FakeSource as unknown as typeof EventSource
})
afterEach(() => {
  globalThis.EventSource = real
  jest.useRealTimers()
})
const newest = () => FakeSource.all.at(-1) as FakeSource

test('a lost stream is reopened after 1, 2, 4 … at most 64 seconds', () => {
  jest.useFakeTimers()
  const close = openEvents(async () => true)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 64]) {
    const before = FakeSource.all.length
    newest().onerror?.()
    expect(connection.value).toBe('lost')
    jest.advanceTimersByTime(seconds * 1000 - 1)
    expect(FakeSource.all).toHaveLength(before)
    jest.advanceTimersByTime(1)
    expect(FakeSource.all).toHaveLength(before + 1)
  }
  newest().onopen?.()
  expect(connection.value).toBe('live')
  close()
})

test('answers from before the stream opened are fetched once more, and not again', async () => {
  const Page = () => {
    useQuery('GET /api/attention')
    return null
  }
  const page = await renderPage(html`<${Page} />`, { replies: { 'GET /api/attention': {} } })
  const fetched = () => page.requests.filter(({ name }) => name === 'GET /api/attention').length
  await page.whenIdle()
  const close = openEvents(async () => true)
  expect(fetched()).toBe(1)
  newest().onopen?.()
  await page.whenIdle()
  expect(fetched()).toBe(2)
  newest().onopen?.()
  await page.whenIdle()
  expect(fetched()).toBe(2)
  close()
})

test('answers of the state that the HTML named stay when nothing happened since', async () => {
  const Page = () => {
    useQuery('GET /api/attention')
    return null
  }
  for (const [ready, times] of [
    ['{"current":true}', 1],
    ['{}', 2],
  ] as const) {
    const page = await renderPage(html`<${Page} />`, { replies: { 'GET /api/attention': {} } })
    await page.whenIdle()
    expectChanges('run-7')
    const close = openEvents(async () => true)
    expect(newest().url).toBe('/api/events/stream?known=run-7')
    newest().onopen?.()
    newest().send('ready', ready)
    await page.whenIdle()
    expect(page.requests.filter(({ name }) => name === 'GET /api/attention')).toHaveLength(times)
    close()
  }
  expectChanges('')
})

test('after a gap the session is checked before anything else', async () => {
  jest.useFakeTimers()
  let checked = 0
  const close = openEvents(async () => {
    checked += 1
    return true
  })
  newest().onopen?.()
  expect(checked).toBe(0)
  newest().onerror?.()
  jest.advanceTimersByTime(1000)
  newest().onopen?.()
  expect(checked).toBe(1)
  newest().send('resync', '')
  expect(checked).toBe(2)
  close()
})

test('a stream that does not open again has the session checked', () => {
  jest.useFakeTimers()
  let checked = 0
  const leave = openEvents(async () => ++checked > 0)
  newest().onopen?.()
  newest().onerror?.()
  expect(checked).toBe(0)
  jest.advanceTimersByTime(1000)
  newest().onerror?.()
  expect(checked).toBe(1)
  leave()
})

test('a silent stream counts as lost and is reopened', () => {
  jest.useFakeTimers()
  const close = openEvents(async () => true)
  newest().onopen?.()
  for (let at = 0; at < 10; at++) {
    jest.advanceTimersByTime(15_000)
    newest().send('ping', '{}')
  }
  expect(connection.value).toBe('live')
  jest.advanceTimersByTime(45_000)
  expect(connection.value).toBe('lost')
  expect(newest().closed).toBe(true)
  jest.advanceTimersByTime(1000)
  expect(FakeSource.all).toHaveLength(2)
  close()
})

test('closing stops the stream and the next attempt', () => {
  jest.useFakeTimers()
  const close = openEvents(async () => true)
  newest().onerror?.()
  close()
  jest.advanceTimersByTime(100_000)
  expect(FakeSource.all).toHaveLength(1)
  expect(newest().closed).toBe(true)
})

test('listeners get the data of each event, and an unreadable event is ignored', () => {
  jest.useFakeTimers()
  const got: unknown[] = []
  const leave = listen((event) => got.push(event))
  const close = openEvents(async () => true)
  newest().send('series.changed', '{"comic_id":"7"}')
  newest().send('import_progress', 'not json')
  jest.advanceTimersByTime(1000)
  close()
  leave()
  expect(got).toEqual([
    { type: 'series.changed', data: { comic_id: '7' } },
    { type: 'import_progress', data: {} },
  ])
})

test('many events in a row refetch the visible data once', async () => {
  function Settings() {
    const { data } = useQuery('GET /api/config')
    return html`<p>${data?.version}</p>`
  }
  const page = await renderPage(html`<${Settings} />`, { replies: { 'GET /api/config': { version: '1' } } })
  jest.useFakeTimers()
  for (let at = 0; at < 50; at++) announce('config_changed', { keys: ['opds_enable'] })
  jest.advanceTimersByTime(1000)
  jest.useRealTimers()
  await page.whenIdle()
  expect(page.requests).toHaveLength(2)
})

test('the status line shows the progress of a scan and is empty when it has finished', () => {
  const at = (data: Record<string, unknown>) => importWork({ type: 'import_progress', data })
  expect(at({ kind: 'comic', status: 'scanning', total_files: 4100, processed_files: 1025 })).toEqual({
    text: 'Scanning your comics: 1,025 of 4,100 files',
    value: 0.25,
    href: '/import',
  })
  expect(at({ kind: 'manga', status: 'importing', total_files: 0, processed_files: 0 })).toMatchObject({
    text: 'Adding your manga',
    value: undefined,
  })
  expect(at({ kind: 'comic', status: 'completed' })).toBeUndefined()
})

test('the status line names the series being added', () => {
  const operation = (more: object) =>
    ({ kind: 'series_add', state: 'running', progress: 0, detail: null, ...more }) as Operation
  expect(seriesWork(operation({}))).toMatchObject({ text: 'Adding a series…' })
  const detail = { comic_id: 'md-1', name: 'Harbor Lights' }
  expect(seriesWork(operation({ detail, progress: 0.5 }))).toEqual({
    text: 'Adding Harbor Lights…',
    value: 0.5,
    href: '/library/md-1',
  })
  expect(seriesWork(operation({ detail, kind: 'series_refresh' }))?.text).toBe('Refreshing Harbor Lights…')
  expect(seriesWork(operation({ detail, state: 'succeeded' }))).toBeUndefined()
  expect(seriesWork(operation({ detail, kind: 'import_scan' }))).toBeUndefined()
})

test('when several series are being added, the newest is shown first, then the others', () => {
  const hear = (ids: readonly string[], operation_id: string, state: string, kind = 'series_add') =>
    runningTasks(ids, { type: 'operation.changed', data: { operation_id, state, kind } })
  const two = hear(hear(hear([], 'a', 'queued'), 'a', 'running'), 'b', 'queued')
  expect(two).toEqual(['a', 'b'])
  expect(hear(two, 'c', 'running', 'import_scan')).toBe(two)
  expect(hear(two, 'b', 'succeeded')).toEqual(['a'])
  expect(hear(hear(two, 'b', 'failed'), 'a', 'succeeded')).toEqual([])
})
