import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { findIssue } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { itemAt } from '../../testing/downloads/clients'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { findBlocked } from '../downloads/blocklist/store'
import type { CleanupRules } from '../downloads/cleanup/cleanup'
import { addItem, type DownloadItem, findDownload, type NewDownloadItem } from '../downloads/store'
import { journal } from '../downloads/tables'
import type { FailureSettings } from '../downloads/tracking/failure-settings'
import { ItemOutcomes } from './item-outcomes'
import type { ImportedDownload } from './settings'
import type { Placement } from './store'

const RULES: CleanupRules = {
  placing: 'copy',
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
}
let db: Database
let clock: ReturnType<typeof fakeClock>
let failures: FailureSettings
let tagged: string[][]
let imports: ImportedDownload[]
let ends: ItemOutcomes
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  failures = { searches: true, blocks: true } as FailureSettings
  tagged = []
  imports = []
  const settings = {
    rules: () => RULES,
    failures: () => failures,
    tagging: (ids: string[]) => void tagged.push(ids),
    hooks: (_tx: unknown, brought: ImportedDownload) => void imports.push(brought),
  }
  ends = new ItemOutcomes({ db, clock, settings })
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  makeSeries(db, { comic_id: 'tide', name: 'Tide' })
  makeIssues(db, 'tide', ['1'])
})

/** An item that is being imported into the library. */
function item(more: Partial<DownloadItem> = {}, issues = ['harbor-1', 'harbor-2']): DownloadItem {
  const row = { ...itemAt('A', clock.now()), ...more } as NewDownloadItem
  db.write((tx) => {
    addItem(tx, row, issues)
    tx.update(journal)
      .set({ stage: more.stage ?? 'moved', client_id: 'job' })
      .run()
  })
  return findDownload(db.read, 'i')!
}
const now = () => findDownload(db.read, 'i')!
const arrived = (issue: string, more: Partial<Placement> = {}): Placement => {
  const file_id = makeFile(db, { path: `/comics/${issue}.cbz`, issues: [issue] })
  return { state: 'placed', issue_ids: [issue], comic_id: issue.split('-')[0], file_id, ...more } as Placement
}

describe('placed files', () => {
  test('end the item, and its job waits to be removed', () => {
    const it = item()
    ends.placed(it, [arrived('harbor-1'), arrived('harbor-2')])
    expect(now()).toMatchObject({ stage: 'post_processed', held: 'waiting', again_at: null })
    expect(findBlocked(db.read, it.digest)).toBeUndefined()
  })

  test('without some issues: the release is not grabbed again, and the rest is searched for', () => {
    const it = item()
    ends.placed(it, [arrived('harbor-1')])
    expect(ends.missing(it)).toEqual(['harbor-2'])
    expect(findBlocked(db.read, it.digest)?.reason).toBe('The release did not contain everything in its name.')
    expect(now().again_at).toBe(clock.now())
  })

  test('without some issues, when no search follows', () => {
    failures = { ...failures, searches: false }
    ends.placed(item(), [arrived('harbor-1')])
    expect(now()).toMatchObject({ stage: 'post_processed', again_at: null })
  })

  test('without some issues, from a folder', () => {
    const it = item({ origin: 'folder' as never })
    ends.placed(it, [arrived('harbor-1')])
    expect([now().again_at, findBlocked(db.read, it.digest)]).toEqual([null, undefined])
  })

  test('of a cancelled item send no notification', () => {
    const it = item({ stage: 'cancelled' })
    ends.placed(it, [arrived('harbor-1')])
    expect([now().stage, tagged, imports]).toEqual(['cancelled', [], []])
  })

  test('are listed by series and tagged; kept files are not', () => {
    const kept = { ...arrived('harbor-2'), state: 'kept' } as Placement
    ends.placed(item(), [arrived('harbor-1'), kept, arrived('tide-1')])
    expect(tagged).toEqual([['file-/comics/harbor-1.cbz', 'file-/comics/tide-1.cbz']])
    expect(imports).toEqual([
      { comic_id: 'harbor', issue_ids: ['harbor-1'], files: ['/comics/harbor-1.cbz'] },
      { comic_id: 'tide', issue_ids: ['tide-1'], files: ['/comics/tide-1.cbz'] },
    ])
  })

  test('from a folder belong to the issue that they turned out to be, once', () => {
    ends.placed(item({ entity_id: 'folder' }, []), [arrived('tide-1')])
    expect(now()).toMatchObject({
      entity_id: 'tide-1',
      comic_id: 'tide',
      entity_type: findIssue(db.read, 'tide-1')!.kind,
    })
  })

  test('include kept files, and no damaged ones', () => {
    const damaged = { ...arrived('harbor-1'), state: 'damaged' } as Placement
    const strange = { state: 'kept', issue_ids: null, comic_id: null } as Placement
    const kept = { ...arrived('harbor-2'), state: 'kept' } as Placement
    ends.placed(item({ entity_id: 'folder' }, []), [damaged, strange, kept])
    expect(now().entity_id).toBe('harbor-2')
  })

  test('stay with the issue that they were grabbed for', () => {
    ends.placed(item({ entity_id: 'harbor-1' }), [arrived('tide-1')])
    expect(now()).toMatchObject({ entity_id: 'harbor-1', comic_id: 'harbor' })
  })
})

describe('a release that is to blame', () => {
  test('is not grabbed again, and another one is searched for', () => {
    const it = item({ stage: 'post_processing' })
    ends.failed(it, 'import', 'post_process_failed' as never, 'It is damaged.')
    expect(now()).toMatchObject({ stage: 'failed', held: 'dropping' })
    expect(now().again_at).not.toBeNull()
    expect(findBlocked(db.read, it.digest)?.reason).toContain('It is damaged.')
  })

  test('may be grabbed again if the settings say so', () => {
    failures = { ...failures, blocks: false }
    const it = item({ stage: 'post_processing' })
    ends.failed(it, 'import', 'post_process_failed' as never, 'It is damaged.')
    expect(findBlocked(db.read, it.digest)).toBeUndefined()
  })
})

test('an item that the user has to review keeps its files', () => {
  const it = item({ stage: 'post_processing' })
  ends.review(it, 'post_process_failed' as never, 'The file could not be identified.')
  expect(now()).toMatchObject({ stage: 'manual_review', held: null, again_at: null })
  expect(findBlocked(db.read, it.digest)).toBeUndefined()
})

test('an item without a client needs no cleanup', () => {
  ends.placed(item({ client: null }), [arrived('harbor-1'), arrived('harbor-2')])
  expect(now()).toMatchObject({ stage: 'post_processed', held: null })
})
