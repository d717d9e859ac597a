import { describe, expect, test } from 'bun:test'
import { findIssue } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../testing/make'
import { bindRow } from './binding-store'
import { ReleaseFollower } from './follow-release'
import { addRelease, findRelease, type NewRelease, releasesIn } from './store'

describe('the series of a release', () => {
  const NOW = '2026-11-21T08:00:00.000Z'
  const names = ['comicvine', 'metron'] as const
  type Name = (typeof names)[number]

  /** The release with the source's facts, and others; `calls` records what was added and searched for. */
  function makeFollower(rows: Partial<NewRelease>[], { off = [] as Name[], found = {} as Record<string, string> } = {}) {
    const db = testDatabase()
    const calls: unknown[] = []
    const row: NewRelease = { source: 'metron', source_id: '0', day: '2026-11-18', series: 'Harbor Lights', match_key: 'harborlights', kind: 'issue', unit: 'issue', number: '7', year: 2015, series_ids: {}, issue_ids: {}, fetched_at: NOW }
    db.write((tx) => {
      for (const [at, more] of [{}, ...rows].entries()) addRelease(tx, { ...row, source: 'walksoftly', source_id: `${at}`, ...more })
    })
    const providers = {
      all: () => names.map((name) => ({ name, seriesOf: async (id: string) => ({ ok: found[`${name} ${id}`] ?? null }) })),
      disabledReason: (name: Name) => (off.includes(name) ? {} : undefined),
    }
    const adding = {
      add(id: string) {
        calls.push(id)
        return { comicid: id, message: 'It is being added.' }
      },
    }
    const follower = new ReleaseFollower({ db, clock: fakeClock(), providers, adding, searchFor: (id: string) => void calls.push(id) } as never)
    const [release] = releasesIn(db.read, { first: '2026-11-18', last: '2026-11-18' })
    const id = release!.release_id
    return { db, id, calls, follow: (want = false) => follower.follow(id, want), release: () => findRelease(db.read, id)! }
  } // biome-ignore format: one glance

  test.each<[string, Partial<NewRelease>, Parameters<typeof makeFollower>[1], string | undefined]>([
    ['the first provider that a source names', { series_ids: { metron: '8', comicvine: '7' } }, {}, '7'],
    ['the next provider when that is off', { series_ids: { metron: '8', comicvine: '7' } }, { off: ['comicvine'] }, 'metron-8'],
    ['a provider that has the issue', { issue_ids: { metron: '70' } }, { found: { 'metron 70': '8' } }, 'metron-8'],
    ['a named series before a known issue', { issue_ids: { comicvine: '70' }, series_ids: { metron: '8' } }, { found: { 'comicvine 70': '9' } }, 'metron-8'],
    ['none when the provider does not have the issue', { issue_ids: { metron: '70' } }, {}, undefined],
    ['none when all are off', { series_ids: { metron: '8' } }, { off: ['comicvine', 'metron'] }, undefined],
    ['another source two days off', { day: '2026-11-20', series_ids: { metron: '8' } }, {}, 'metron-8'],
    ['none three days off', { day: '2026-11-21', series_ids: { metron: '8' } }, {}, undefined],
    ['another source a year off', { year: 2016, series_ids: { metron: '8' } }, {}, 'metron-8'],
    ['another source without a year', { year: null, series_ids: { metron: '8' } }, {}, 'metron-8'],
    ['none two years off', { year: 2017, series_ids: { metron: '8' } }, {}, undefined],
    ['another source with a padded number', { number: '007', series_ids: { metron: '8' } }, {}, 'metron-8'],
    ['none of another number', { number: '8', series_ids: { metron: '8' } }, {}, undefined],
    ['none of another name', { match_key: 'fog', series_ids: { metron: '8' } }, {}, undefined],
    ['none of an annual', { kind: 'annual', series_ids: { metron: '8' } }, {}, undefined],
    ['none of a chapter', { unit: 'chapter', series_ids: { metron: '8' } }, {}, undefined],
  ])('is that of %s', async (_what, row, world, added) => {
    const { follow, calls } = makeFollower([row], world)
    const reply = await follow().catch((error: { detail: string }) => error.detail)
    expect(calls).toEqual(added === undefined ? [] : [added])
    if (added === undefined) expect(reply as string).toBe('No metadata source lists Harbor Lights. Search for the series to follow it.')
    else expect(reply).toMatchObject({ comicid: added })
  }) // biome-ignore format: a table

  test.each([true, false])('is added, and its issue is wanted later when the user says so (%p)', async (want) => {
    const { follow, release } = makeFollower([{ series_ids: { metron: '8' } }])
    await follow(want)
    expect(release().want).toBe(want)
  })

  test('is not added again, and its issue is wanted at once, or not changed', async () => {
    const { db, id, calls, follow } = makeFollower([])
    makeSeries(db)
    const [issue] = makeIssues(db, 'harbor', [7])
    db.write((tx) => bindRow(tx, id, 'harbor', null))
    expect(await follow(true)).toMatchObject({ message: 'Harbor Lights is already in the library.', comicid: 'harbor' })
    db.write((tx) => bindRow(tx, id, 'harbor', issue!))
    expect(await follow(false)).toMatchObject({ message: 'Harbor Lights is already in the library.' })
    expect([calls, findIssue(db.read, issue!)?.intent]).toEqual([[], 'policy'])
    expect(await follow(true)).toMatchObject({ message: 'Harbor Lights 7 is wanted.', comicid: 'harbor' })
    expect([calls, findIssue(db.read, issue!)?.intent]).toEqual([[issue!], 'wanted'])
  })
})
