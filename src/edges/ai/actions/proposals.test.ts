import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asUser } from '../../../base/platform/caller'
import { allArcs, arcIssues, hasOrders } from '../../../collecting/arcs/store'
import { entryIds } from '../../../collecting/readlist/store'
import { findSeries, findIssue as issueIn } from '../../../library/series/store'
import { assistantHarness, propose } from '../../../testing/assistant/assistant'
import { addProviderSeries, type FakeProvider, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { ProposedAction } from './schema'

let comicvine: FakeProvider
let harness: ReturnType<typeof assistantHarness>
beforeEach(() => {
  comicvine = fakeProvider('comicvine')
  harness = assistantHarness([comicvine])
  makeSeries(harness.db, { year: 2015 })
  makeIssues(harness.db, 'harbor', [1, 2, 3, { number: '4', intent: 'wanted' }, { number: '5', intent: 'ignored' }])
  makeFile(harness.db, { issues: ['harbor-1'] })
  makeSeries(harness.db, { comic_id: 'fern', name: 'Fern Gully Road' })
  makeIssues(harness.db, 'fern', [1, 2])
})
afterEach(() => harness.db.close())

async function made(name: string, args: unknown, context = {}): Promise<ProposedAction> {
  const { action } = await propose(harness, name, args, context)
  if (!action) throw new Error('nothing was proposed')
  return action
}
const confirm = (action: ProposedAction) => harness.proposals.confirm(action.id).action
const issue = (id: string) => issueIn(harness.db.read, id)
const intents = (...ids: string[]) => ids.map((id) => issue(id)?.intent)

describe('wanting issues', () => {
  test('is a preview first, and changes nothing', async () => {
    const { action, content } = await propose(harness, 'propose_want_issues', { issue_ids: ['harbor-2', 'fern-1'] })
    expect(action).toMatchObject({
      kind: 'mark_issues',
      status: 'pending',
      outcome: null,
      title: 'Want 2 issues of 2 series',
      detail: null,
      changes: [
        { label: 'Harbor Lights #2', before: 'Missing', after: 'Wanted', comic_id: 'harbor', issue_id: 'harbor-2' },
        { label: 'Fern Gully Road #1', before: 'Missing', after: 'Wanted', comic_id: 'fern', issue_id: 'fern-1' },
      ],
    })
    expect(JSON.parse(content)).toEqual({
      proposal: 'Want 2 issues of 2 series',
      status: 'pending',
      changes: 2,
      note: 'Nothing has changed yet: the user has to confirm it on the card below your answer.',
    })
    expect(intents('harbor-2', 'fern-1')).toEqual(['policy', 'policy'])
    expect(harness.searches).toEqual([])
  })

  test('is applied when it is confirmed, and searched for by series', async () => {
    const action = await made('propose_want_issues', { issue_ids: ['harbor-2', 'fern-1', 'harbor-3'] })
    expect(confirm(action)).toMatchObject({
      status: 'confirmed',
      outcome: 'applied',
      detail: '3 issues are wanted now.',
    })
    expect(intents('harbor-2', 'harbor-3', 'fern-1')).toEqual(['wanted', 'wanted', 'wanted'])
    expect(harness.searches).toEqual([['harbor-2', 'harbor-3'], ['fern-1']])
    expect(findSeries(harness.db.read, 'harbor')?.wanted).toBe(3)
  })

  test('confirmed twice is applied once', async () => {
    const action = await made('propose_want_issues', { issue_ids: ['harbor-2'] })
    const other = await made('propose_want_issues', { issue_ids: ['harbor-3'] })
    const first = confirm(action)
    expect(harness.proposals.view(other.id).action).toEqual(other)
    harness.library.setIntent('harbor-2', 'skipped')
    expect(confirm(action)).toEqual(first)
    expect(intents('harbor-2')).toEqual(['skipped'])
    expect(harness.searches).toEqual([['harbor-2']])
  })

  test('names issues by series and numbers, and leaves out wanted and owned ones', async () => {
    const args = { series_name: 'harbor lights', numbers: ['#1', '3', 4] }
    const { action, content } = await propose(harness, 'propose_want_issues', args)
    expect(action?.changes.map(({ issue_id }) => issue_id)).toEqual(['harbor-3'])
    expect(action?.title).toBe('Want Harbor Lights #3')
    expect(JSON.parse(content).note).toContain('Left out: Harbor Lights #1 is Downloaded, Harbor Lights #4 is Wanted.')
  })

  test('leaves out issues that are downloading, archived, or in an owned volume', async () => {
    const rows = (['snatched', 'covered', 'archived', 'failed'] as const).map((fulfillment, n) => ({
      number: `1${n}`,
      fulfillment,
    }))
    const { action } = await propose(harness, 'propose_want_issues', {
      issue_ids: makeIssues(harness.db, 'fern', rows),
    })
    expect(action?.changes.map(({ label, before }) => `${label} ${before}`)).toEqual(['Fern Gully Road #13 Failed'])
  })

  test('of a series without numbers means all its missing issues', async () => {
    const action = await made('propose_want_issues', { series_id: 'harbor' })
    expect(action.changes.map(({ issue_id }) => issue_id)).toEqual(['harbor-2', 'harbor-3'])
    expect(action.title).toBe('Want 2 issues')
  })

  test.each([
    [{ issue_ids: ['harbor-2', 'harbor-99'] }, 'The library has no issue with the id harbor-99.'],
    [{ issue_ids: [] }, 'Name at least one issue'],
    [{ issue_ids: ['harbor-1'] }, 'Nothing would change: Harbor Lights #1 is Downloaded.'],
    [{ series_id: 'harbor', numbers: ['77'] }, 'Harbor Lights has no issue 77.'],
    [{ series_name: 'Nobody' }, 'The library has no series named Nobody.'],
    [{ series_id: 'nobody' }, 'The library has no series with the id nobody.'],
    [{}, 'Name the series'],
    [{ issue_ids: ['harbor-2'], delete: true }, 'propose_want_issues has no parameter delete.'],
  ])('refuses %j', async (args, sentence) => {
    await expect(made('propose_want_issues', args)).rejects.toThrow(sentence)
  })

  test('refuses more issues than a preview shows', async () => {
    const many = (count: number) => ({ issue_ids: Array.from({ length: count }, (_, n) => `x${n}`) })
    await expect(made('propose_want_issues', many(201))).rejects.toThrow('A proposal has 200 issues at most.')
    await expect(made('propose_want_issues', many(200))).rejects.toThrow('The library has no issue with the id x0.')
  })

  test('refuses a name that several series have', async () => {
    makeSeries(harness.db, { comic_id: 'harbor2', name: 'Harbor Lights', year: 2020 })
    await expect(made('propose_want_issues', { series_name: 'Harbor Lights' })).rejects.toThrow(
      'Other series with the name: Harbor Lights (2020), ComicID harbor2.',
    )
  })

  test('refuses a series with more missing issues than a preview shows', async () => {
    makeIssues(
      harness.db,
      'fern',
      Array.from({ length: 300 }, (_, n) => n + 10),
    )
    await expect(made('propose_want_issues', { series_id: 'fern' })).rejects.toThrow('has 302 missing issues')
    makeSeries(harness.db, { comic_id: 'none', name: 'None' })
    await expect(made('propose_want_issues', { series_id: 'none' })).rejects.toThrow('None has no missing issues.')
  })
})

test('skipping issues is also a proposal, and searches for nothing', async () => {
  const action = await made('propose_skip_issues', { issue_ids: ['harbor-2', 'harbor-4'] })
  expect(action).toMatchObject({ title: 'Skip 2 issues', kind: 'mark_issues' })
  expect(action.changes.map(({ before, after }) => `${before} → ${after}`)).toEqual([
    'Missing → Skipped',
    'Wanted → Skipped',
  ])
  expect(confirm(action).detail).toBe('2 issues are skipped now.')
  expect(intents('harbor-2', 'harbor-4')).toEqual(['skipped', 'skipped'])
  expect(harness.searches).toEqual([])
})

describe('following a series', () => {
  beforeEach(() => {
    addProviderSeries(comicvine, '700', { facts: { name: 'Copper Orchard', publisher: 'Kestrel' }, issues: 3 })
  })

  test('proposes the series that a search finds by its exact name, and adds it when confirmed', async () => {
    addProviderSeries(comicvine, '701', { facts: { name: 'Copper Orchard Specials' }, issues: 1 })
    const action = await made('propose_follow_series', { name: 'copper orchard', monitor: 'all' })
    expect(action).toMatchObject({
      kind: 'add_series',
      title: 'Follow Copper Orchard (2012)',
      changes: [
        {
          label: 'Copper Orchard (2012), Kestrel, 3 issues, ComicVine',
          before: 'not in the library',
          after: 'Followed, all issues wanted',
        },
      ],
    })
    expect(findSeries(harness.db.read, '700')).toBeUndefined()
    expect(confirm(action)).toMatchObject({
      outcome: 'applied',
      detail: 'Copper Orchard (2012): It is being added from ComicVine.',
    })
    await harness.operations.idle()
    expect(findSeries(harness.db.read, '700')).toMatchObject({ name: 'Copper Orchard', total: 3, wanted: 3 })
  })

  test('without a word about issues shows the effect of the settings', async () => {
    const action = await made('propose_follow_series', { name: 'Copper Orchard' })
    expect(action.changes[0]?.after).toBe('Followed, new issues wanted')
  })

  test('lists several matches, and proposes the one that is then named', async () => {
    addProviderSeries(comicvine, '702', { facts: { name: 'Copper Orchard', year: 2020 }, issues: 1 })
    const { action, content } = await propose(harness, 'propose_follow_series', { name: 'Copper Orchard' })
    expect(action).toBeUndefined()
    const { rows, note } = JSON.parse(content)
    expect(rows.map(({ series_id, ComicYear }: Record<string, unknown>) => [series_id, ComicYear])).toEqual([
      ['700', '2012'],
      ['702', '2020'],
    ])
    expect(note).toContain('Several series fit')
    expect((await made('propose_follow_series', { name: 'Copper Orchard', year: 2020 })).title).toContain('(2020)')
    const chosen = await made('propose_follow_series', { name: 'Copper Orchard', series_id: '702' })
    expect(chosen.title).toBe('Follow Copper Orchard (2020)')
    expect(chosen.changes[0]?.label).toBe('Copper Orchard (2020), 1 issue, ComicVine')
  })

  test('lists at most ten matches', async () => {
    for (let n = 0; n < 11; n++) addProviderSeries(comicvine, `80${n}`, { facts: { name: `Long Winter ${n}` } })
    const { content } = await propose(harness, 'propose_follow_series', { name: 'Long Winter' })
    expect(JSON.parse(content)).toMatchObject({ total: 11, rows: { length: 10 } })
  })

  test('does not accept an id that no search of the name finds', async () => {
    addProviderSeries(comicvine, '999', { facts: { name: 'Something Else' }, issues: 1 })
    const { action } = await propose(harness, 'propose_follow_series', { name: 'Copper Orchard', series_id: '999' })
    expect(action).toBeUndefined()
    await expect(made('propose_follow_series', { name: '4050-999' })).rejects.toThrow(
      'Search by the name of the series',
    )
  })

  test('reports what no service has, and what failed', async () => {
    comicvine.failures.push({ failure: 'unreachable', detail: 'ComicVine could not be reached.' })
    const { content } = await propose(harness, 'propose_follow_series', { name: 'Nothing' })
    expect(JSON.parse(content)).toEqual({
      rows: [],
      total: 0,
      note: 'No metadata source has a series Nothing. ComicVine could not be reached.',
    })
  })

  test('refuses a series that is in the library or being added', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    comicvine.onAsked = (question) => (question === 'series 700' ? answered : undefined)
    confirm(await made('propose_follow_series', { name: 'Copper Orchard' }))
    await expect(made('propose_follow_series', { name: 'Copper Orchard' })).rejects.toThrow('is being added already')
    answer()
    await harness.operations.idle()
    await expect(made('propose_follow_series', { name: 'Copper Orchard' })).rejects.toThrow('is in the library already')
  })

  test('that was added meanwhile is stale', async () => {
    const [one, other] = [
      await made('propose_follow_series', { name: 'Copper Orchard' }),
      await made('propose_follow_series', { name: 'Copper Orchard', monitor: 'none' }),
    ]
    confirm(one)
    expect(confirm(other)).toMatchObject({
      status: 'error',
      outcome: 'stale',
      detail: 'Copper Orchard (2012) is now: being added. It was: not in the library. Nothing was changed.',
    })
    await harness.operations.idle()
  })
})

describe('arcs and lists', () => {
  const orderOf = (arcId: string) => arcIssues(harness.db.read, arcId).map(({ row }) => row.issue_arc_id)

  test('an arc of known issues is created in the order of the preview', async () => {
    const args = { name: ' Night Tide ', issue_ids: ['harbor-2', 'fern-1', 'harbor-2'] }
    const action = await made('propose_story_arc', args)
    expect(action).toMatchObject({
      kind: 'make_arc',
      title: 'Make the story arc Night Tide with 2 issues',
      changes: [
        { label: 'Harbor Lights #2', before: null, after: 'Place 1' },
        { label: 'Fern Gully Road #1', before: null, after: 'Place 2' },
      ],
    })
    expect(allArcs(harness.db.read)).toEqual([])
    expect(confirm(action).detail).toBe('The story arc Night Tide was made.')
    expect(arcIssues(harness.db.read, 'C0001').map(({ row }) => row.issue_id)).toEqual(['harbor-2', 'fern-1'])
    await expect(made('propose_story_arc', args)).rejects.toThrow('A story arc named Night Tide exists already.')
    await expect(made('propose_story_arc', { ...args, name: '  ' })).rejects.toThrow('The story arc needs a name.')
  })

  test('a list of known issues is created in the order of the preview', async () => {
    const action = await made('propose_reading_list', { name: 'Winter', issue_ids: ['harbor-2', 'fern-1'] })
    expect(confirm(action)).toMatchObject({ outcome: 'applied', detail: 'The reading list Winter was made.' })
    const list = harness.readlist.lists().lists.find(({ name }) => name === 'Winter')
    expect(entryIds(harness.db.read, list!.list_id)).toEqual(['harbor-2', 'fern-1'])
    await expect(made('propose_reading_list', { name: 'winter', issue_ids: ['fern-1'] })).rejects.toThrow(
      'exists already',
    )
  })

  test.each(['propose_story_arc', 'propose_reading_list'])(
    '%s whose name was taken meanwhile is stale',
    async (tool) => {
      const action = await made(tool, { name: 'Winter', issue_ids: ['harbor-2'] })
      if (tool === 'propose_story_arc') harness.arcs.make('Winter')
      else harness.readlist.make('Winter')
      expect(confirm(action)).toMatchObject({
        outcome: 'stale',
        detail: 'Winter is now: the name of another. It was: a free name. Nothing was changed.',
      })
    },
  )

  test('the order of an arc shows only entries that move', async () => {
    harness.arcs.make('Night Tide', ['harbor-1', 'harbor-2', 'harbor-3', 'fern-1'])
    const [one, two, three, four] = orderOf('C0001') as [string, string, string, string]
    const action = await made('propose_order', { arc_id: 'C0001', ids: [one, three] })
    expect(action).toMatchObject({
      kind: 'order_list',
      title: 'Order Night Tide',
      changes: [
        { label: 'Harbor Lights #3', before: 'Place 3', after: 'Place 2', comic_id: 'harbor', issue_id: 'harbor-3' },
        { label: 'Harbor Lights #2', before: 'Place 2', after: 'Place 3' },
      ],
    })
    expect(confirm(action).detail).toBe('The new order was saved.')
    expect(orderOf('C0001')).toEqual([one, three, two, four])
    expect(hasOrders(harness.db.read, 'C0001')).toBe(true)
  })

  test('the order of a list of another user is not proposed, shared or not', async () => {
    const { list_id } = asUser('lena', () => harness.readlist.make('Winter').list)
    const propose = () => made('propose_order', { list_id, ids: [] })
    await expect(propose()).rejects.toThrow(`There is no reading list ${list_id}.`)
    asUser('lena', () => harness.readlist.alter(list_id, { shared: true }))
    await expect(propose()).rejects.toThrow('Only the user who made Winter can order it.')
  })

  test('the order of a list is applied, and is stale when an issue was added meanwhile', async () => {
    const { list_id } = harness.readlist.make('Winter').list
    harness.readlist.add(list_id, ['harbor-1', 'harbor-2', 'harbor-3'])
    const ids = ['harbor-3', 'harbor-2', 'harbor-1']
    const [one, other] = [
      await made('propose_order', { list_id, ids }),
      await made('propose_order', { list_id, ids: ['harbor-2'] }),
    ]
    harness.readlist.add(list_id, ['fern-1'])
    expect(confirm(other)).toMatchObject({ detail: 'Fern Gully Road #1 was added. Nothing was changed.' })
    harness.readlist.remove(list_id, ['fern-1'])
    expect(confirm(one).outcome).toBe('applied')
    expect(entryIds(harness.db.read, list_id)).toEqual(ids)
  })

  test.each([
    [{ ids: ['a'] }, 'Name either arc_id or list_id.'],
    [{ arc_id: 'C0001', list_id: 'default', ids: ['a'] }, 'Name either arc_id or list_id.'],
    [{ arc_id: 'C9999', ids: ['a'] }, 'There is no story arc C9999.'],
    [{ list_id: 'other', ids: ['a'] }, 'There is no reading list other.'],
    [{ arc_id: 'C0001', ids: ['harbor-1'] }, 'Night Tide has no entry harbor-1.'],
    [{ arc_id: 'C0001', ids: ['C0001_2', 'C0001_2'] }, 'The order names an entry twice.'],
    [{ arc_id: 'C0001', ids: ['C0001_1'] }, 'Night Tide is in this order already.'],
    [{ arc_id: 'C0002', ids: ['C0002_1'] }, 'Long has 201 issues; lists of up to 200 can be ordered.'],
  ])('no order is proposed for %j', async (args, sentence) => {
    harness.arcs.make('Night Tide', ['harbor-1', 'harbor-2'])
    const many = Array.from({ length: 201 }, (_, n) => n + 10)
    harness.arcs.make('Long', makeIssues(harness.db, 'fern', many))
    await expect(made('propose_order', args)).rejects.toThrow(sentence)
  })
})

describe('a proposal', () => {
  test.each([
    ['was wanted', () => harness.library.setIntent('harbor-2', 'wanted'), 'is now: Wanted. It was: Missing.'],
    ['arrived', () => makeFile(harness.db, { issues: ['harbor-2'] }), 'is now: Downloaded. It was: Missing.'],
    ['was deleted', () => harness.library.removeAll(['harbor']), 'Harbor Lights #2 is gone.'],
  ])('is stale when one of its issues %s meanwhile, and changes nothing', async (_what, change, sentence) => {
    const action = await made('propose_want_issues', { issue_ids: ['fern-1', 'harbor-2'] })
    change()
    const { status, outcome, detail } = confirm(action)
    expect([status, outcome]).toEqual(['error', 'stale'])
    expect(detail).toContain(sentence)
    expect(detail).toEndWith('Nothing was changed.')
    expect(intents('fern-1')).toEqual(['policy'])
    expect(harness.searches).toEqual([])
    expect(confirm(action).outcome).toBe('stale')
  })

  test('that is dismissed stays dismissed', async () => {
    const action = await made('propose_want_issues', { issue_ids: ['harbor-2'] })
    expect(harness.proposals.dismiss(action.id).action).toMatchObject({ status: 'dismissed', outcome: null })
    expect(harness.proposals.dismiss(action.id).action.status).toBe('dismissed')
    expect(() => confirm(action)).toThrow('This proposal was dismissed.')
    expect(intents('harbor-2')).toEqual(['policy'])
  })

  test('that was confirmed cannot be dismissed', async () => {
    const action = await made('propose_want_issues', { issue_ids: ['harbor-2'] })
    confirm(action)
    expect(() => harness.proposals.dismiss(action.id)).toThrow('was confirmed already')
  })

  test('of another user is confirmed like an own one', async () => {
    const action = await asUser('lena', () => made('propose_want_issues', { issue_ids: ['harbor-2'] }))
    expect(confirm(action).outcome).toBe('applied')
    expect(intents('harbor-2')).toEqual(['wanted'])
  })

  test('for a reading list does not exist for other users, and makes the list of its user', async () => {
    const args = { name: 'Winter', issue_ids: ['harbor-2'] }
    const action = await asUser('lena', () => made('propose_reading_list', args))
    for (const verb of ['view', 'confirm', 'dismiss'] as const)
      expect(() => harness.proposals[verb](action.id)).toThrow(`There is no proposal ${action.id}.`)
    asUser('lena', () => harness.proposals.confirm(action.id))
    const names = () => harness.readlist.lists().lists.map(({ name }) => name)
    expect(names()).not.toContain('Winter')
    expect(asUser('lena', names)).toContain('Winter')
  })

  test('that is made again in its thread is the same one, until it is decided', async () => {
    const turn = { thread_id: 't1', message_id: 'm1' }
    const first = await made('propose_want_issues', { issue_ids: ['harbor-2'] }, turn)
    expect(first).toMatchObject(turn)
    expect((await made('propose_want_issues', { issue_ids: ['harbor-2'] }, turn)).id).toBe(first.id)
    expect((await made('propose_want_issues', { issue_ids: ['harbor-3'] }, turn)).id).not.toBe(first.id)
    expect((await made('propose_want_issues', { issue_ids: ['harbor-2'] }, { thread_id: 't2' })).id).not.toBe(first.id)
    harness.proposals.dismiss(first.id)
    expect((await made('propose_want_issues', { issue_ids: ['harbor-2'] }, turn)).id).not.toBe(first.id)
    expect(harness.proposals.ofThread('t1').map(({ status }) => status)).toEqual(['dismissed', 'pending', 'pending'])
  })

  test('of another kind is another one, even for the same issues', async () => {
    const turn = { thread_id: 't1', message_id: 'm1' }
    const args = { name: 'Winter', issue_ids: ['harbor-2'] }
    const kinds = [await made('propose_story_arc', args, turn), await made('propose_reading_list', args, turn)]
    expect(kinds.map(({ kind }) => kind)).toEqual(['make_arc', 'make_list'])
  })

  test('without a thread is kept for thirty days, and with a thread as long as the thread', async () => {
    const loose = await made('propose_want_issues', { issue_ids: ['harbor-2'] })
    const kept = await made('propose_want_issues', { issue_ids: ['harbor-2'] }, { thread_id: 't1' })
    await harness.clock.advance('30 d')
    await made('propose_want_issues', { issue_ids: ['harbor-3'] })
    expect(harness.proposals.view(loose.id).action).toEqual(loose)
    await harness.clock.advance('1 s')
    await made('propose_want_issues', { issue_ids: ['harbor-3'] })
    expect(() => harness.proposals.view(loose.id)).toThrow('There is no proposal')
    expect(harness.proposals.view(kept.id).action).toEqual(kept)
  })

  test('is one of at most five in an answer', async () => {
    const turn = { thread_id: 't1', message_id: 'm1' }
    makeIssues(harness.db, 'fern', [3, 4, 5, 6, 7])
    for (const n of [1, 2, 3, 4, 5]) await made('propose_want_issues', { issue_ids: [`fern-${n}`] }, turn)
    const more = { issue_ids: ['fern-6'] }
    await expect(made('propose_want_issues', more, turn)).rejects.toThrow('One answer may propose 5 changes at most.')
    expect((await made('propose_want_issues', more, { ...turn, message_id: 'm2' })).status).toBe('pending')
    const loose = { thread_id: 't2' }
    for (const n of [1, 2, 3, 4, 5, 6]) await made('propose_want_issues', { issue_ids: [`fern-${n}`] }, loose)
    expect(harness.proposals.ofThread('t2')).toHaveLength(6)
  })
})
