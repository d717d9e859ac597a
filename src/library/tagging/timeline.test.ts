import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timelinePage } from '../../base/activity/timeline-store'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { taggingAt } from '../../testing/imports/tagging'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { recordTagged } from './timeline'

let folder: string
let at: ReturnType<typeof taggingAt>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-tagging-'))
  at = taggingAt(folder)
})
afterEach(async () => {
  await at.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Oldest first. */
const rows = () =>
  timelinePage(at.db.read, undefined, { limit: 50, offset: 0 })
    .rows.toReversed()
    .map((row) => [`${row.activity} ${row.status}`, row.subject_label, row.reason_code])

test('tagging one file adds a row for its issue', async () => {
  const { issue_id } = at.put('a.cbz', makeCbz(makePages(2)))
  at.tagging.issue({ issue_id })
  await at.operations.idle()
  expect(rows()).toEqual([
    ['tag started', 'Harbor Lights #1', null],
    ['tag succeeded', 'Harbor Lights #1', null],
  ])
})

test('tagging several files adds a row for their series, with the number of failures and the reason', async () => {
  at.put('a.cbz', makeCbz(makePages(2)))
  const { path } = at.put('b.cbz', makeCbz(makePages(2)))
  writeFileSync(path, 'changed behind our back')
  at.tagging.all({ comic_id: 'harbor' })
  await at.operations.idle()
  expect(rows().slice(1)).toEqual([['tag needs_attention', 'Harbor Lights', 'tag_partly_failed']])
})

test('a file that could not be tagged gives a failed row', async () => {
  const { path, issue_id } = at.put('a.cbz', makeCbz(makePages(2)))
  writeFileSync(path, 'changed behind our back')
  at.tagging.issue({ issue_id })
  await at.operations.idle()
  const [row] = timelinePage(at.db.read, undefined, { limit: 1, offset: 0 }).rows
  expect(row).toMatchObject({
    status: 'failed',
    reason_code: 'tag_failed',
    reason_detail: expect.stringContaining('The file changed'),
  })
})

test('each of several series gets a row for its own files', async () => {
  const { path } = at.put('a.cbz', makeCbz(makePages(2)))
  makeSeries(at.db, { comic_id: 'moon', name: 'Moon Parade' })
  const [issue] = makeIssues(at.db, 'moon', [1])
  const moon = makeFile(at.db, { path: join(folder, 'comics', 'moon.cbz'), issues: [issue!] })
  const harbor = at.put('b.cbz', makeCbz(makePages(2)))
  const files = [harbor.file_id, moon]
  const outcome = (file_id: string, state: 'done' | 'failed') =>
    ({ file_id, issue_id: null, path, state, sentence: state === 'failed' ? 'It is a link.' : null }) as const
  const outcomes = [outcome(harbor.file_id, 'done'), outcome(moon, 'failed')]
  at.db.write((tx) => recordTagged(tx, files, outcomes, at.clock.now()))
  expect(rows().toSorted()).toEqual([
    ['tag failed', 'Moon Parade', 'tag_failed'],
    ['tag succeeded', 'Harbor Lights', null],
  ])
})
