import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { type FakeProvider, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { files } from '../../series/tables'
import { issueSourcesOf, putIssueSource } from '../store'
import { issueSources } from '../tables'
import { IssuePages } from './issue-page'

let comicvine: FakeProvider
let metron: FakeProvider
let db: Database
let events: AppEvent[]
let pages: IssuePages
beforeEach(() => {
  events = []
  comicvine = fakeProvider('comicvine')
  metron = fakeProvider('metron')
  db = testDatabase((event) => events.push(event))
  pages = new IssuePages(metadataHarness([comicvine, metron], db).load)
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2', '3', { number: '1', kind: 'annual' }])
  events = []
})
const at = '2026-11-21T08:00:00.000Z'
const link = (provider: FakeProvider, provider_id: string) => {
  provider.issues_.set('s', [{ provider_id, facts: { number: '2', title: provider.name }, detailed: false }])
  const source = provider.name
  db.write((tx) =>
    putIssueSource(tx, { issue_id: 'harbor-2', source, provider_id, facts: { number: '2' }, said_at: at }),
  )
}
const details = () => issueSourcesOf(db.read, 'harbor-2').map(({ source, detailed }) => [source, detailed])

describe('the details of an issue', () => {
  test('come from every provider that lists it', async () => {
    link(comicvine, '7')
    link(metron, '8')
    expect(await pages.refresh('harbor-2')).toEqual({ success: true })
    expect([comicvine.requests, metron.requests]).toEqual([['issue 7'], ['issue 8']])
    expect(details()).toEqual([
      ['comicvine', true],
      ['metron', true],
    ])
    expect(events).toContainEqual({ type: 'issue.changed', issue_id: 'harbor-2', comic_id: 'harbor' })
  })

  test('come from the others when one fails', async () => {
    link(comicvine, '7')
    link(metron, '8')
    comicvine.failures = [{ failure: 'limit', detail: 'Later.' }]
    expect(await pages.refresh('harbor-2')).toEqual({ success: true })
    expect(details()).toEqual([
      ['comicvine', false],
      ['metron', true],
    ])
  })

  test('are refused with the first failure when all fail', async () => {
    link(comicvine, '7')
    link(metron, '8')
    comicvine.failures = [{ failure: 'limit', detail: 'Later.' }]
    metron.failures = [{ failure: 'auth', detail: 'No.' }]
    expect(pages.refresh('harbor-2')).rejects.toThrow('Later.')
  })

  test('are refused where the issue is unknown or has none', async () => {
    expect(pages.refresh('harbor-2')).rejects.toThrow('No metadata source has this issue')
    db.write((tx) => putIssueSource(tx, { issue_id: 'harbor-2', source: 'file', facts: { number: '2' }, said_at: at }))
    expect(pages.refresh('harbor-2')).rejects.toThrow('No metadata source has this issue')
    expect(pages.refresh('none')).rejects.toThrow('There is no issue none')
  })

  test('that are the same again are not a change', async () => {
    link(comicvine, '7')
    await pages.refresh('harbor-2')
    events = []
    expect(await pages.refresh('harbor-2')).toEqual({ success: true })
    expect(events).toEqual([])
  })

  test('of an issue that the provider no longer lists change nothing', async () => {
    link(comicvine, '7')
    comicvine.issues_.clear()
    expect(await pages.refresh('harbor-2')).toEqual({ success: true })
    expect(details()).toEqual([['comicvine', false]])
  })
})

describe('the page of an issue', () => {
  test('shows its neighbours of the same kind', () => {
    const around = (id: string) => {
      const { previous_issue_id, next_issue_id } = pages.detail(id)
      return [previous_issue_id, next_issue_id]
    }
    expect(around('harbor-1')).toEqual([null, 'harbor-2'])
    expect(around('harbor-2')).toEqual(['harbor-1', 'harbor-3'])
    expect(around('harbor-3')).toEqual(['harbor-2', null])
    expect(around('harbor-a1')).toEqual([null, null])
  })

  test('shows the existing files', () => {
    makeFile(db, { path: '/comics/2.cbz', issues: ['harbor-2'] })
    const file_id = makeFile(db, { path: '/comics/2 old.cbz', issues: ['harbor-2'] })
    db.write((tx) => tx.update(files).set({ gone_at: at }).where(eq(files.file_id, file_id)).run())
    expect(pages.detail('harbor-2').files.map(({ path }) => path)).toEqual(['/comics/2.cbz'])
  })

  test('shows its history, the latest first', () => {
    const day = (date: number) => `2026-11-${date}T08:00:00.000Z`
    makeFile(db, { path: '/comics/2.cbz', issues: ['harbor-2'], added_at: day(11) })
    const file_id = makeFile(db, { path: '/comics/2 old.cbz', issues: ['harbor-2'], added_at: day(10) })
    const put = (row: Omit<Parameters<typeof putIssueSource>[1], 'issue_id' | 'facts'>) =>
      db.write((tx) => putIssueSource(tx, { issue_id: 'harbor-2', facts: { number: '2' }, ...row }))
    put({ source: 'file', said_at: day(19) })
    put({ source: 'user', said_at: day(13) })
    put({ source: 'metron', provider_id: '8', said_at: day(13) })
    put({ source: 'comicvine', provider_id: '7', said_at: day(12) })
    db.write((tx) => {
      tx.update(files)
        .set({ gone_at: day(14) })
        .where(eq(files.file_id, file_id))
        .run()
      tx.update(issueSources)
        .set({ removed_at: day(15) })
        .where(eq(issueSources.source, 'comicvine'))
        .run()
    })
    expect(pages.detail('harbor-2').history.map(({ at, sentence }) => `${at.slice(8, 10)} ${sentence}`)).toEqual([
      '15 ComicVine no longer lists this issue.',
      '14 File missing: 2 old.cbz.',
      '13 Edited by you.',
      '13 Metadata from Metron.',
      '12 Metadata from ComicVine.',
      '11 File imported: 2.cbz.',
      '10 File imported: 2 old.cbz.',
      '02 Added to the series.',
    ])
  })

  test('shows its row when no source has data', () => {
    const { facts, sources } = pages.detail('harbor-2')
    expect([facts.number, sources]).toEqual(['2', []])
  })
})
