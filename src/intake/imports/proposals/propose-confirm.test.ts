import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { comicOf } from '../../../library/metadata/store'
import { progressOfIssues } from '../../../library/reading/progress-store'
import { fileOf } from '../../../library/series/file-store'
import { findSeries, issuesOf, seriesNamed } from '../../../library/series/store'
import type { TestApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { progressOf } from '../../../testing/imports/imports'
import { type ProposalHarness, proposalHarness } from '../../../testing/imports/proposals'
import type { GroupResult, ReviewReply } from '../schema'

/** A confirm of a proposal creates the provider's series, and an undo removes it. */

let harness: ProposalHarness
let app: TestApp

beforeEach(async () => {
  harness = proposalHarness()
  app = await harness.start()
})
afterEach(() => harness.close())

async function confirm(ids: string[], changes = {}, want_new?: boolean) {
  const { scan_id } = await progressOf(app)
  const body = { scan_id, selected_ids: ids, changes, want_new }
  const reply = await app.reader.json<{ operation_id: string; imported: number }>(
    200,
    app.reader.post('/api/import/comic/confirm', body),
  )
  await harness.propose()
  return reply
}

const undo = async (operation_id: string, status = 200) => {
  const reply = app.reader.json(status, app.reader.post('/api/import/comic/undo', { operation_id }))
  return advanceUntil(app.clock, reply)
}

const choose = (group: GroupResult, proposal: string | null) =>
  advanceUntil(
    app.clock,
    app.reader.json<ReviewReply>(200, app.reader.patch(`/api/import/groups/${group.group_id}`, { proposal })),
  )

const HARBOR = '101000'
const numbers = (comicId: string, which: 'there' | 'missing') =>
  issuesOf(app.db.read, comicId)
    .filter(({ issue_id }) => (fileOf(app.db.read, issue_id) !== undefined) === (which === 'there'))
    .map(({ number }) => number)

describe('a confirm', () => {
  test("creates the series under the provider's id, with its facts, its issues and their files", async () => {
    harness.put('Harbor Lights (2012)', 1, 2, 5)
    await harness.proposed()
    expect(await confirm([HARBOR])).toMatchObject({ imported: 1 })
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({
      name: 'Harbor Lights',
      year: 2012,
      publisher: 'Northgate',
      source: 'comicvine',
      status: 'active',
      have: 3,
      total: 12,
      location: join(harness.comics, 'Harbor Lights (2012)'),
    })
    expect(numbers(HARBOR, 'there')).toEqual(['1', '2', '5'])
    expect(numbers(HARBOR, 'missing')).toEqual(['3', '4', '6', '7', '8', '9', '10', '11', '12'])
  })

  test.each([
    [{}, 'comic'],
    [{ [HARBOR]: { content_type: 'manga' } }, 'manga'],
  ])('with the changes %j makes it a %s', async (changes, content_type) => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR], changes)
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({ content_type, have: 1 })
  })

  test.each([true, false, undefined])(
    'with the choice %p for new issues sets it for the new series',
    async (want_new) => {
      harness.put('Harbor Lights (2012)', 1)
      harness.put('Paper Lanterns (1971)', 1)
      const { results } = await harness.proposed()
      const ids = results!.map(({ match }) => match!.comicid)
      await confirm(ids, {}, want_new)
      const made = [HARBOR, ...ids.filter((id) => id.startsWith('local-'))]
      expect(made).toHaveLength(2)
      expect(made.map((id) => findSeries(app.db.read, id)?.want_new)).toEqual([want_new === true, want_new === true])
      expect(issuesOf(app.db.read, HARBOR).filter(({ intent }) => intent === 'wanted')).toEqual([])
    },
  )

  test('does not change that choice for a series of the library', async () => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR], {}, false)
    harness.put('Harbour Lights', 2)
    const [group] = (await harness.proposed()).results!.filter(({ new_files }) => new_files > 0)
    await choose(group!, HARBOR)
    await confirm([group!.comic_id], {}, true)
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({ want_new: false, have: 2 })
  })

  test('creates a local series from a group that gets another name', async () => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR], { [HARBOR]: { name: 'Harbor Nights' } })
    expect(findSeries(app.db.read, HARBOR)).toBeUndefined()
    expect(seriesNamed(app.db.read, 'Harbor Nights')).toMatchObject([{ source: 'local', year: 2012, have: 1 }])
  })

  test('does not change the facts of a series of the library', async () => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR])
    app.db.write((tx) => void tx.run(sql`update series set reading_direction = 'rtl'`))
    harness.put('Harbour Lights', 2)
    const [group] = (await harness.proposed()).results!.filter(({ new_files }) => new_files > 0)
    await choose(group!, HARBOR)
    await confirm([group!.comic_id])
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({ reading_direction: 'rtl', have: 2 })
  })

  test("accepts the group's own id as well", async () => {
    harness.put('Harbor Lights (2012)', 1)
    const [group] = (await harness.proposed()).results!
    expect(group!.comic_id).toStartWith('local-')
    expect(await confirm([group!.comic_id])).toMatchObject({ imported: 1 })
    expect(comicOf(app.db.read, 'comicvine', HARBOR)).toBe(HARBOR)
  })

  test("joins the provider's series if the library has it", async () => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR])
    harness.put('Harbour Lights', 2, 3)
    const [group] = (await harness.proposed()).results!.filter(({ new_files }) => new_files > 0)
    const chosen = await choose(group!, HARBOR)
    expect(chosen.said).toBe('Harbour Lights matched to Harbor Lights (2012) of ComicVine')
    expect(chosen.groups[0]!.proposals.find(({ comicid }) => comicid === HARBOR)).toMatchObject({ in_library: HARBOR })
    await confirm([group!.comic_id])
    expect(numbers(HARBOR, 'there')).toEqual(['1', '2', '3'])
    expect(findSeries(app.db.read, group!.comic_id)).toBeUndefined()
  })

  test("adds annuals to the issues of the provider's series", async () => {
    harness.put('Harbor Lights Annual (2020)', 1, 3)
    const [group] = (await harness.proposed()).results!
    await choose(group!, '103000')
    await confirm(['103000'])
    expect(findSeries(app.db.read, '103000')).toMatchObject({ name: 'Harbor Lights Annual', have: 2, total: 3 })
    expect(numbers('103000', 'missing')).toEqual(['2'])
  })

  test('keeps a series local on request, also after another scan', async () => {
    harness.put('Harbor Lights (2012)', 1)
    const [group] = (await harness.proposed()).results!
    const kept = await choose(group!, null)
    expect(kept).toMatchObject({ said: 'Harbor Lights kept as a local series' })
    expect(kept.groups[0]).toMatchObject({ proposal_id: null, corrected: true, match: { source: 'local' } })
    const [again] = (await harness.proposed()).results!
    expect(again).toMatchObject({ proposal_id: null, match: { source: 'local' } })
    await confirm([again!.comic_id])
    expect(findSeries(app.db.read, again!.comic_id)).toMatchObject({ source: 'local', total: 1 })
  })
})

test('reading progress of a local series stays when the series is linked to a provider', async () => {
  harness.put('Harbor Lights (2012)', 1, 2)
  const [group] = (await harness.proposed()).results
  await choose(group!, null)
  await confirm([group!.comic_id])
  const [first] = issuesOf(app.db.read, group!.comic_id)
  await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: [first!.issue_id], read: true }))
  const link = app.reader.put(`/api/series/${group!.comic_id}/sources/comicvine`, { provider_id: HARBOR })
  await advanceUntil(app.clock, app.reader.json(200, link))
  await harness.propose()
  expect(findSeries(app.db.read, group!.comic_id)).toMatchObject({ have: 2, total: 12, publisher: 'Northgate' })
  expect(progressOfIssues(app.db.read, [first!.issue_id]).get(first!.issue_id)).toMatchObject({ completed: true })
})

describe('a choice', () => {
  test('of a series that was searched for is kept, also after another scan', async () => {
    harness.put('Harbor Lights (2012)', 1)
    const [group] = (await harness.proposed()).results!
    const { groups } = await choose(group!, '106000')
    expect(groups[0]!.match).toMatchObject({ comicid: '106000', name: 'Paper Wolves' })
    const { results } = await harness.proposed()
    expect(results![0]!.match).toMatchObject({ comicid: '106000', name: 'Paper Wolves' })
  })

  test('is undone step by step', async () => {
    harness.put('Harbor Lights (2012)', 1)
    const { results, scan_id } = await harness.proposed()
    await choose(results![0]!, null)
    const back = await app.reader.json<ReviewReply>(200, app.reader.post('/api/import/groups/undo', { scan_id }))
    expect(back.groups[0]!.match).toMatchObject({ comicid: HARBOR })
  })

  test('of a series that no provider knows is refused with a sentence, and changes nothing', async () => {
    harness.put('Harbor Lights (2012)', 1)
    const [group] = (await harness.proposed()).results!
    const patch = (body: object) => app.reader.patch(`/api/import/groups/${group!.group_id}`, body)
    const unknown = await advanceUntil(app.clock, app.reader.json(404, patch({ proposal: '999999' })))
    expect(unknown.detail).toBe('ComicVine has no series 999999.')
    expect(await app.reader.json(404, patch({ proposal: 'nonsense' }))).toMatchObject({
      detail: 'There is no proposal nonsense for Harbor Lights.',
    })
    await app.reader.json(400, patch({ proposal: null, name: 'Other' }))
    expect((await progressOf(app)).results![0]!.match).toMatchObject({ comicid: HARBOR })
  })

  test('of another name is queried again', async () => {
    harness.put('Harbor Lights (2012)', 1)
    const [group] = (await harness.proposed()).results!
    const body = { name: 'Paper Wolves', year: 2003 }
    await app.reader.json(200, app.reader.patch(`/api/import/groups/${group!.group_id}`, body))
    await harness.propose()
    expect((await progressOf(app)).results![0]!.match).toMatchObject({ comicid: '106000' })
  })
})

describe('an undo', () => {
  test('removes the series with all issues that the provider listed since, and the files can be confirmed again', async () => {
    harness.put('Harbor Lights (2012)', 1, 2)
    await harness.proposed()
    const { operation_id } = await confirm([HARBOR])
    expect(issuesOf(app.db.read, HARBOR)).toHaveLength(12)
    await undo(operation_id)
    expect(findSeries(app.db.read, HARBOR)).toBeUndefined()
    expect(issuesOf(app.db.read, HARBOR)).toEqual([])
    expect(comicOf(app.db.read, 'comicvine', HARBOR)).toBeUndefined()
    await confirm([HARBOR])
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({ have: 2, total: 12 })
  })

  test('of files that joined a series leaves the series and its other rows', async () => {
    harness.put('Harbor Lights (2012)', 1)
    await harness.proposed()
    await confirm([HARBOR])
    harness.put('Harbor Lights (2012)', 4)
    const [group] = (await harness.proposed()).results!
    const { operation_id } = await confirm([group!.comic_id])
    expect(numbers(HARBOR, 'there')).toEqual(['1', '4'])
    await undo(operation_id)
    expect(findSeries(app.db.read, HARBOR)).toMatchObject({ have: 1, total: 12 })
    expect(numbers(HARBOR, 'there')).toEqual(['1'])
  })
})
