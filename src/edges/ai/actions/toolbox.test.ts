import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findIssue } from '../../../library/series/store'
import { assistantHarness } from '../../../testing/assistant/assistant'
import { addProviderSeries, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { makeIssues, makeSeries } from '../../../testing/make'

let harness: ReturnType<typeof assistantHarness>
beforeEach(() => {
  harness = assistantHarness()
  makeSeries(harness.db)
  makeIssues(harness.db, 'harbor', [1, 2])
})
afterEach(() => harness.db.close())

const call = (name: string, args: unknown) => harness.toolbox.call({ name, arguments: args }, {})

describe('the toolbox', () => {
  test('offers queries and proposals that validate their arguments, in few words', () => {
    const all = harness.toolbox.definitions()
    expect(all.every(({ checksArguments }) => checksArguments)).toBe(true)
    expect(all.filter(({ name }) => name.startsWith('propose_')).map(({ name }) => name)).toEqual([
      'propose_follow_series',
      'propose_want_issues',
      'propose_skip_issues',
      'propose_story_arc',
      'propose_reading_list',
      'propose_order',
    ])
    // Local models may have a context of only 4,096 tokens.
    expect(JSON.stringify(all).length).toBeLessThan(11_000)
  })

  test('answers a query for the model and for the page', async () => {
    const reply = await call('search_series', { name: 'harbor', limit: '1' })
    expect(reply.results).toMatchObject({ pattern_id: 'search_series', total: 1, data: [{ ComicID: 'harbor' }] })
    expect(JSON.parse(reply.content)).toMatchObject({ total: 1, rows: [{ ComicName: 'Harbor Lights' }] })
    expect(reply.results).not.toHaveProperty('note')
    expect((await call('series_issues', { series_id: 'x' })).results?.note).toBe(
      'The library has no series with the id x.',
    )
  })

  test('answers a proposal with its card, and changes nothing', async () => {
    const { action, results } = await call('propose_want_issues', { series_id: 'harbor' })
    expect(action?.changes).toHaveLength(2)
    expect(results).toBeUndefined()
    expect(findIssue(harness.db.read, 'harbor-1')?.intent).toBe('policy')
  })

  test.each([
    ['delete_series', { series_id: 'harbor' }, 'There is no tool delete_series.'],
    ['constructor', {}, 'There is no tool constructor.'],
    ['', {}, 'There is no tool .'],
    ['search_series', { sql: '1' }, 'search_series has no parameter sql. It has: name, limit.'],
    ['search_series', [], 'search_series needs its parameters as one JSON object.'],
    [
      'propose_want_issues',
      { issue_ids: ['nope'] },
      'The library has no issue with the id nope. Use an IssueID of a row.',
    ],
  ])('explains to the model: %s %j', async (name, args, error) => {
    const reply = await call(name, args)
    expect(JSON.parse(reply.content)).toEqual({ error })
    expect([reply.action, reply.results]).toEqual([undefined, undefined])
  })

  test('shortens an invalid tool name', async () => {
    const reply = await call('x'.repeat(500), {})
    expect(JSON.parse(reply.content)).toEqual({ error: `There is no tool ${'x'.repeat(60)}.` })
  })

  test('stores no proposal of an answer that was stopped during a provider query', async () => {
    const stopped = new AbortController()
    const comicvine = fakeProvider('comicvine')
    comicvine.onAsked = () => stopped.abort()
    addProviderSeries(comicvine, '700', { facts: { name: 'Copper Orchard' } })
    harness.db.close()
    harness = assistantHarness([comicvine])
    const context = { thread_id: 't1', signal: stopped.signal }
    const follow = { name: 'propose_follow_series', arguments: { name: 'Copper Orchard' } }
    const { action, content } = await harness.toolbox.call(follow, context)
    expect([action, JSON.parse(content)]).toEqual([undefined, { error: 'The user stopped the answer.' }])
    expect(harness.proposals.ofThread('t1')).toEqual([])
    expect(harness.logged.join('')).not.toContain('tool failed')
  })

  test('hides the text of a fault, which is in the log', async () => {
    harness.db.close()
    const reply = await call('search_series', { name: 'harbor' })
    expect(JSON.parse(reply.content)).toEqual({ error: 'The tool failed because of an internal error.' })
    expect(harness.logged.join('\n')).toContain('tool=search_series')
    harness = assistantHarness()
  })
})
