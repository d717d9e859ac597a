import { describe, expect, test } from 'bun:test'
import { sabnzbdHistoryItem, sabnzbdQueueItems } from './sabnzbd-jobs'

describe('a job in the queue of SABnzbd', () => {
  const seen = (slot: object, queue: object = {}) =>
    sabnzbdQueueItems(queue as never, [{ nzo_id: 'a', ...slot }]).get('a')!

  test.each<[string, object, object, string]>([
    ['Paused', {}, {}, 'paused'],
    ['Checking', {}, {}, 'checking'],
    ['QuickCheck', {}, {}, 'checking'],
    ['Verifying', {}, { paused: true }, 'checking'],
    ['Repairing', {}, {}, 'unpacking'],
    ['Extracting', {}, {}, 'unpacking'],
    ['Moving', {}, {}, 'unpacking'],
    ['Running', {}, { paused: true }, 'unpacking'],
    ['Downloading', {}, {}, 'downloading'],
    ['Fetching', {}, {}, 'downloading'],
    ['Queued', {}, {}, 'queued'],
    ['Downloading', {}, { paused: true }, 'paused'],
    ['Downloading', { priority: 'Force' }, { paused: true }, 'downloading'],
    ['Downloading', { priority: '2' }, { paused: true }, 'downloading'],
    ['Downloading', { priority: 'High' }, { paused: true }, 'paused'],
  ])('that is %s with %j in a queue with %j is %s', (status, more, queue, state) => {
    expect(seen({ status, ...more }, queue).state).toBe(state as 'queued')
  })

  test.each<[object, object, string | undefined]>([
    [{ labels: ['DUPLICATE'] }, {}, 'SABnzbd holds it back as a duplicate of something it had before.'],
    [{ labels: ['TOO LARGE'] }, {}, 'SABnzbd holds it back because it is larger than its limit.'],
    [{}, { paused: true }, 'The whole queue of SABnzbd is paused.'],
    [{}, {}, 'It is paused in SABnzbd.'],
    [{ status: 'Downloading', labels: ['DUPLICATE'] }, {}, undefined],
  ])('that is paused with %j in a queue with %j reports %p', (more, queue, detail) => {
    expect(seen({ status: 'Paused', ...more }, queue).detail).toBe(detail as string)
  })

  test.each<[object, boolean]>([
    [{ filename: 'ENCRYPTED / x' }, true],
    [{ filename: 'x ENCRYPTED /' }, false],
    [{ labels: ['ENCRYPTED'] }, true],
    [{ labels: ['UNWANTED'] }, true],
    [{ labels: ['OTHER'] }, false],
    [{ labels: 'ENCRYPTED' }, false],
  ])('with %j has failed, and blames the release: %p', (more, failed) => {
    const { state, blames } = seen({ status: 'Paused', ...more })
    expect([state, blames]).toEqual(failed ? ['failed', true] : ['paused', undefined])
  })

  test.each<[object, object, object]>([
    [{ mb: '2', mbleft: '0.5' }, {}, { total: 2_097_152, done: 1_572_864 }],
    [{ mb: '2' }, {}, { total: 2_097_152, done: undefined }],
    [{ mbleft: '2' }, {}, { total: undefined, done: undefined }],
    [{ timeleft: '0:01:05' }, { kbpersec: '10' }, { speed: 10_240, eta: 65 }],
    [{ timeleft: '1:02:03:04' }, {}, { speed: 0, eta: 93_784 }],
    [{ timeleft: '0:00:00' }, {}, { eta: undefined }],
    [{ timeleft: '01:05' }, {}, { eta: undefined }],
    [{ timeleft: 'soon:0:0' }, {}, { eta: undefined }],
  ])('with %j in a queue with %j reports the progress %j', (more, queue, far) => {
    const sighting = seen({ status: 'Downloading', ...more }, queue)
    for (const [field, value] of Object.entries(far)) expect(sighting[field as 'eta']).toBe(value as number)
    expect(seen({ status: 'Queued', ...more }, queue)).not.toHaveProperty('eta')
  })
})

test.each<[object, object]>([
  [{ status: 'Completed', storage: '/done/x', bytes: 5 }, { state: 'done', total: 5, done: 5, path: '/done/x' }],
  [{ status: 'Completed', storage: '', bytes: 5 }, { state: 'unpacking', total: 5, done: 5 }],
  [{ status: 'Moving', storage: '/done/x', bytes: 5 }, { state: 'unpacking', total: 5, done: 5 }],
  [{ status: 'Verifying', bytes: 5 }, { state: 'checking', total: 5, done: 5 }],
  [{ status: 'QuickCheck', bytes: 5 }, { state: 'checking', total: 5, done: 5 }],
  [{ status: 'Failed', bytes: 5, fail_message: 'Aborted, cannot be completed' }, { state: 'failed', total: 5, blames: true, detail: 'Aborted, cannot be completed' }],
  [{ status: 'Failed', bytes: 5, fail_message: 'Disk full' }, { state: 'failed', total: 5, blames: false, detail: 'Disk full' }],
  [{ status: 'Failed', bytes: 5, fail_message: 'Post-processing was aborted' }, { state: 'failed', total: 5, blames: false, detail: 'Post-processing was aborted' }],
  [{ status: 'Failed', bytes: 5 }, { state: 'failed', total: 5, blames: true, detail: 'SABnzbd does not say why.' }],
])('a job in the history of SABnzbd with %j is %j', (slot, item) => {
  expect(sabnzbdHistoryItem(slot as never)).toEqual(item as never)
}) // biome-ignore format: a row each
