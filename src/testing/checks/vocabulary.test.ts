import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { activities, activityStatuses, allowedSubjects, subjectTypes } from '../../base/activity/states'
import { migrations } from '../../base/storage/migrations/index'
import { entryStatuses } from '../../collecting/readlist/states'
import { historyStatuses } from '../../intake/downloads/states'
import { testDatabase } from '../database'
import { isPresent } from '../harness/programs'

/** Compares the words that the code sends to existing tools with the words that those tools know. */

const ONE = ['issue', 'annual']
const [THREE, TWO, TAGGED] = [
  ['series', 'issue', 'arc'],
  ['series', 'arc'],
  ['issue', 'series'],
]
const CELLS = {
  search: { started: ['run'], succeeded: ['run'], cancelled: ONE, failed: ONE, blocked: ONE, needs_attention: ONE },
  grab: { succeeded: ONE, failed: ONE, blocked: ONE, cancelled: [...ONE, 'series'] },
  download: { succeeded: ONE, failed: ONE, cancelled: ONE },
  import: { started: ONE, succeeded: ONE, failed: ONE, needs_attention: ONE, cancelled: ONE },
  refresh: { started: THREE, succeeded: THREE, failed: THREE },
  add: { started: TWO, succeeded: TWO, failed: TWO },
  tag: { started: TAGGED, succeeded: TAGGED, failed: TAGGED, needs_attention: TAGGED },
}
const HISTORY = ['Snatched', 'Downloaded', 'Post-Processed', 'Failed']
const READING_LIST = ['Added', 'Downloaded', 'Read']
/** Events besides the names that end in `.changed`, which say what to fetch again. */
const EVENTS = [
  'activity', 'ai_activity', 'shutdown', 'restart', 'ready', 'ping', 'resync', 'import_progress', 'migration_progress',
  'interactive_search', 'download_progress', 'status', 'config_changed', 'log_rotated',
] // biome-ignore format: words

test('the timeline has the activities, statuses and subjects that tools know', () => {
  expect(allowedSubjects as unknown).toEqual(CELLS)
  expect([...activities].sort()).toEqual(Object.keys(CELLS).sort() as never)
  const statuses = new Set(Object.values(CELLS).flatMap((cell) => Object.keys(cell)))
  // A search without a result has succeeded: no cell has `no_match`, but tools know the word.
  expect([...activityStatuses].sort()).toEqual([...statuses, 'no_match'].sort() as never)
  expect([...subjectTypes].sort()).toEqual([...new Set(Object.values(CELLS).flatMap((cell) => Object.values(cell).flat()))].sort() as never) // biome-ignore format: one line
})

test('the history and the reading list have the statuses that tools know', () => {
  expect([...historyStatuses] as string[]).toEqual(HISTORY)
  expect([...entryStatuses] as string[]).toEqual(READING_LIST)
})

test('the stream sends the events that tools know', () => {
  const source = ['wire.ts', 'stream.ts'].map((file) =>
    readFileSync(join(import.meta.dir, '../../base/events', file), 'utf8'),
  )
  const names = [...source.join('\n').matchAll(/event: '([^']+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(EVENTS.length)
  expect(names.filter((name) => !EVENTS.includes(name) && !/^[a-z]+\.changed$/.test(name))).toEqual([])
})

const facts = join(import.meta.dir, '../../../../shared/facts/api-enums.json')
const present = isPresent(existsSync(facts), 'the list of words is not on this machine')
test.skipIf(!present)('these words are those of the sheet', () => {
  const sheet = JSON.parse(readFileSync(facts, 'utf8')) as Record<string, unknown>
  expect(sheet.activity).toEqual([...activities])
  expect(Object.values(sheet.activity_status as Record<string, string[]>).flat()).toEqual([...activityStatuses])
  expect(sheet.activity_subject_type).toEqual([...subjectTypes])
  expect(sheet.history_status).toEqual(HISTORY)
  expect(sheet.readlist_status).toEqual(READING_LIST)
})

test('rows of an earlier version are sent in these words too', () => {
  const db = testDatabase()
  const earlier = [
    ['repair', 'succeeded', 'series', 'repaired'],
    ['repair', 'cancelled', 'series', 'repair_rolled_back'],
    ['repair', 'needs_attention', 'series', 'repair_conflicts'],
    ['import', 'succeeded', 'series', 'imported'],
    ['import', 'failed', 'series', 'not_imported'],
    ['import', 'failed', 'run', 'not_imported'],
    ['import', 'succeeded', 'run', 'scanned'],
    ['import', 'cancelled', 'run', 'scan_cancelled'],
    ['import', 'failed', 'run', 'scan_failed'],
    ['import', 'succeeded', 'issue', null],
  ]
  db.write((tx) => {
    for (const [activity, status, type, code] of earlier) {
      const row = { activity, status, type, code: code ?? null }
      tx.run(`insert into timeline (created_at, activity, status, subject_type, subject_id, subject_label, reason_code, run_id)
        values ('2026-01-02T03:04:05.000Z', '${row.activity}', '${row.status}', '${row.type}', 'x', 'x', ${row.code === null ? 'null' : `'${row.code}'`}, ${row.activity === 'repair' ? "'r1'" : 'null'})`)
    }
    for (const statement of migrations.find(({ name }) => name.startsWith('0039'))!.sql.split(';\n'))
      if (statement.trim() !== '') tx.run(statement)
  })
  type Row = { activity: keyof typeof CELLS; status: string; subject_type: string; run_id: string | null }
  const rows = db.read.all<Row>('select activity, status, subject_type, run_id from timeline order by event_id')
  expect(rows.map(({ activity, status, subject_type }) => `${activity}.${status} ${subject_type}`)).toEqual([
    'refresh.succeeded series',
    'refresh.succeeded series',
    'refresh.failed series',
    'refresh.succeeded series',
    'refresh.failed series',
    'add.failed series',
    'search.succeeded run',
    'search.started run',
    'search.started run',
    'import.succeeded issue',
  ])
  for (const { activity, status, subject_type, run_id } of rows) {
    expect((CELLS[activity] as Record<string, string[]>)[status]).toContain(subject_type)
    expect(run_id).toBeNull()
  }
  db.close()
})
