import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { putIssueSource, putSeriesSource } from '../../../library/metadata/store'
import { changeSeries } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { changedByPerson, withoutListed } from './edits-since'

/** The user's changes since an import, in a provider's series. */

const AT = '2026-11-21T10:00:00.000Z'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  facts('comicvine', '4050-1')
})
afterEach(() => db.close())

function facts(source: 'comicvine' | 'user', provider_id: string | null): void {
  db.write((tx) => putSeriesSource(tx, { comic_id: 'harbor', source, provider_id, facts: {}, said_at: AT }))
}
function issueFacts(issue_id: string, source: 'comicvine' | 'user', provider_id: string | null): void {
  db.write((tx) => putIssueSource(tx, { issue_id, source, provider_id, facts: {}, said_at: AT }))
}
const made = (issues = ['harbor-1', 'harbor-2']) => ({
  series: new Set(['harbor']),
  issues: new Set(issues),
  files: new Set<string>(),
  links: [],
})
const changed = (all = made()) => changedByPerson(db.read, all, all)

describe('changed by the user', () => {
  test('does not include changes and issues from the provider', () => {
    db.write((tx) => changeSeries(tx, 'harbor', { allow_packs: true }, '2027-01-01T00:00:00.000Z'))
    makeIssues(db, 'harbor', [3])
    expect(changed()).toBeUndefined()
  })

  test('is a series that was edited', () => {
    facts('user', null)
    expect(changed()).toBe('Harbor Lights was changed.')
  })

  test('is a series that was paused', () => {
    db.write((tx) => changeSeries(tx, 'harbor', { status: 'paused' }, AT))
    expect(changed()).toBe('Harbor Lights was changed.')
  })

  test('is a series with a file of an issue that was added since', () => {
    makeIssues(db, 'harbor', [3])
    makeFile(db, { issues: ['harbor-3'] })
    expect(changed()).toBe('Harbor Lights has more files since.')
  })

  test('is an issue that was edited', () => {
    issueFacts('harbor-2', 'user', null)
    expect(changed()).toBe('Issue 2 of Harbor Lights was changed.')
  })

  test('is an issue with another file', () => {
    makeFile(db, { issues: ['harbor-2'] })
    expect(changed()).toBe('Issue 2 of Harbor Lights has another file.')
  })
})

test('issues that a provider lists by now stay, in a series that existed before', () => {
  issueFacts('harbor-2', 'comicvine', '4000-2')
  issueFacts('harbor-1', 'user', null)
  const rows = made()
  expect([...withoutListed(db.read, rows, { ...rows, series: new Set() }).issues]).toEqual(['harbor-1'])
  expect([...withoutListed(db.read, rows, rows).issues]).toEqual(['harbor-1', 'harbor-2'])
})
