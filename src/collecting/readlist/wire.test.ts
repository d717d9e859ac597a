import { expect, test } from 'bun:test'
import type { ListEntry } from './entries'
import { entryItem, entryStatusOf } from './wire'

const entry = {
  list_id: 'default',
  issue_id: 'harbor-1',
  position: 1,
  added_at: '2026-11-21T08:00:00.000Z',
  removed_at: null,
  comic_id: 'harbor',
  series_name: 'Harbor Lights',
  label: '#1',
  issue_date: '2019-05-01',
}
const fileOf = (added_at: string) => ({ added_at, page_count: 24, path: '/library/1.cbz' }) as ListEntry['file']
const progressOf = (page: number, completed: boolean) =>
  ({ page, page_count: 24, percent: page / 24, completed }) as ListEntry['progress']
const [BEFORE, SINCE] = ['2026-11-20T08:00:00.000Z', '2026-11-22T08:00:00.000Z']

test.each<[why: string, Partial<ListEntry>, ReturnType<typeof entryStatusOf>]>([
  ['without a file', {}, 'Added'],
  ['whose file was there before', { file: fileOf(BEFORE) }, 'Added'],
  ['whose file was added at the same moment', { file: fileOf(entry.added_at) }, 'Added'],
  ['whose file was added later', { file: fileOf(SINCE) }, 'Downloaded'],
  ['that was started', { file: fileOf(BEFORE), progress: progressOf(4, false) }, 'Downloaded'],
  ['that was read and lost its file', { progress: progressOf(23, true) }, 'Read'],
])('an entry %s has the status that tools know: %#', (_, known, status) => {
  expect(entryStatusOf({ entry, ...known })).toBe(status)
})

test.each<[why: string, Partial<ListEntry>, object]>([
  ['nothing', {}, { state: 'unread', percent: 0, page: 0, page_count: 0, readable: false }],
  ['a file', { file: fileOf(SINCE) }, { state: 'unread', percent: 0, page: 0, page_count: 24, readable: true }],
  [
    'a file that was started',
    { file: fileOf(SINCE), progress: progressOf(6, false) },
    { state: 'reading', percent: 0.25, page: 6, page_count: 24 },
  ],
  [
    'progress and a missing file',
    { progress: progressOf(6, false) },
    { state: 'reading', percent: 0.25, page: 0, page_count: 0, readable: false },
  ],
])('an entry with %s says how far it was read', (_, known, said) => {
  expect(entryItem({ entry, ...known })).toMatchObject(said)
})
