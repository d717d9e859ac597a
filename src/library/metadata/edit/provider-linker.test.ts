import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import {
  addProviderSeries,
  type FakeProvider,
  fakeIssueRecord,
  fakeProvider,
} from '../../../testing/fakes/metadata-provider'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { findIssue, findSeries, issuesOf } from '../../series/store'
import type { SeriesFacts } from '../providers/provider'
import { putSeriesSource, seriesSourcesOf } from '../store'
import { ProviderLinker } from './provider-linker'

let comicvine: FakeProvider
let metron: FakeProvider
let mangadex: FakeProvider
let db: Database
let events: AppEvent[]
let harness: ReturnType<typeof metadataHarness>
let linking: ProviderLinker
/** Refreshes that were started, with the newly linked provider. */
let begun: (string | undefined)[][]
beforeEach(() => {
  ;[comicvine, metron, mangadex] = [fakeProvider('comicvine'), fakeProvider('metron'), fakeProvider('mangadex')]
  db = testDatabase((event) => events.push(event))
  harness = metadataHarness([comicvine, metron, mangadex], db)
  begun = []
  const { refreshing, load } = harness
  const begin = refreshing.begin.bind(refreshing)
  refreshing.begin = (comicId, first) => {
    begun.push([comicId, first])
    return begin(comicId, first)
  }
  linking = new ProviderLinker({ load, refreshing })
  events = []
  makeSeries(db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2012 })
})

const row = () => findSeries(db.read, 'harbor')!
const sources = () => seriesSourcesOf(db.read, 'harbor').map(({ source, provider_id }) => `${source} ${provider_id}`)
const ids = () => issuesOf(db.read, 'harbor').map(({ issue_id }) => issue_id)
const refusalOf = (answer: Promise<unknown>) => answer.catch((refusal: unknown) => refusal)
async function link(provider: string, reference: string) {
  await linking.link('harbor', provider, reference)
  await harness.operations.idle()
}
const isTold = () => events.filter(({ type }) => type === 'series.changed').length

describe('a linked series', () => {
  beforeEach(() => addProviderSeries(comicvine, '7', { facts: { name: 'Harbor', publisher: 'Northgate' }, issues: 2 }))

  test("shows the provider's data at once, and its issues follow", async () => {
    await linking.link('harbor', 'comicvine', '7')
    expect(row()).toMatchObject({ name: 'Harbor', publisher: 'Northgate', source: 'comicvine' })
    expect(isTold()).toBe(1)
    await harness.operations.idle()
    expect(ids()).toEqual(['701', '702'])
    expect(sources()).toEqual(['comicvine 7', 'file null'])
    expect(begun).toEqual([['harbor', 'comicvine']])
  })

  test('is linked by an id or an address of the provider', async () => {
    addProviderSeries(metron, '55', { facts: { name: 'Harbor' } })
    await link('comicvine', ' 4050-7 ')
    await link('comicvine', 'https://comicvine.gamespot.com/harbor/4050-7/')
    await link('metron', 'metron-55')
    await link('metron', ' 55 ')
    expect([comicvine.requests[0], metron.requests[0]]).toEqual(['series 7', 'series 55'])
    expect(sources().toSorted()).toEqual(['comicvine 7', 'file null', 'metron 55'])
  })

  test('loses nothing when it is linked to the same series again, and is refreshed', async () => {
    await link('comicvine', '7')
    await linking.link('harbor', 'comicvine', '7')
    expect(ids()).toEqual(['701', '702'])
    expect(begun).toEqual([
      ['harbor', 'comicvine'],
      ['harbor', undefined],
    ])
    await harness.operations.idle()
  })

  test('loses the data of the former link when it is linked to another', async () => {
    await link('comicvine', '7')
    addProviderSeries(comicvine, '8', { facts: { name: 'Harbor Again' }, issues: 1 })
    await linking.link('harbor', 'comicvine', '8')
    expect(ids()).toEqual([])
    await harness.operations.idle()
    expect(ids()).toEqual(['801'])
    expect(sources()).toEqual(['comicvine 8', 'file null'])
    expect(begun.at(-1)).toEqual(['harbor', 'comicvine'])
  })

  test('is reported even if the other provider has no new data, and when it is unlinked there', async () => {
    addProviderSeries(comicvine, '7', { facts: { name: 'Harbor', year: 2012 } })
    addProviderSeries(metron, '55', { facts: { name: 'Harbor', year: 2012, issue_count: undefined } })
    await link('comicvine', '7')
    const before = row()
    events = []
    await linking.link('harbor', 'metron', '55')
    expect(events).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    await harness.operations.idle()
    events = []
    linking.unlink('harbor', 'metron')
    expect(events).toEqual([{ type: 'series.changed', comic_id: 'harbor' }])
    expect(row()).toEqual(before)
  })

  test('uses the record with exactly that id from a reply', async () => {
    addProviderSeries(comicvine, '8', { facts: { name: 'Clouds' } })
    const { series } = comicvine
    comicvine.series = () => series(['8', '7'])
    await linking.link('harbor', 'comicvine', '7')
    expect(row().name).toBe('Harbor')
    await harness.operations.idle()
  })
})

describe('a link is refused', () => {
  test.each([
    ['harbor', 'nobody', '7', 'invalid', 'There is no provider nobody; there are comicvine, metron, mangadex, anilist.'],
    ['none', 'comicvine', '7', 'missing', 'There is no series none in the library.'],
    ['harbor', 'comicvine', 'metron-7', 'invalid', 'metron-7 is no id of a series of ComicVine.'],
    ['harbor', 'metron', 'https://comicvine.gamespot.com/harbor/4050-7/', 'invalid', 'https://comicvine.gamespot.com/harbor/4050-7/ is no id of a series of Metron.'],
    ['harbor', 'comicvine', ' ', 'invalid', '  is no id of a series of ComicVine.'],
    ['harbor', 'comicvine', '9', 'missing', 'ComicVine has no series 9.'],
  ])('of %s to %s %p', async (comicId, provider, reference, kind, detail) => {
    expect(await refusalOf(linking.link(comicId, provider, reference))).toMatchObject({ kind, detail })
    expect([sources(), begun, isTold()]).toEqual([[], [], 0])
  }) // biome-ignore format: one row a case

  test('where the provider fails', async () => {
    comicvine.failures = [{ failure: 'limit', detail: 'Later.' }]
    expect(await refusalOf(linking.link('harbor', 'comicvine', '7'))).toMatchObject({ detail: 'Later.' })
    expect(sources()).toEqual([])
  })

  test('where the other series is in the library too', async () => {
    addProviderSeries(comicvine, '7', { facts: { name: 'Clouds' } })
    harness.adding.add('7', { monitor: 'none' })
    await harness.operations.idle()
    expect(await refusalOf(linking.link('harbor', 'comicvine', '7'))).toMatchObject({
      kind: 'conflict',
      detail: 'ComicVine 7 is Clouds in your library already.',
    })
    expect([sources(), begun]).toEqual([[], []])
  })
})

describe('an unlinked series', () => {
  beforeEach(async () => {
    makeIssues(db, 'harbor', [{ number: '1', title: 'Mine' }])
    const one = fakeIssueRecord('701', '1', { title: 'Theirs' })
    const others = ['2', '3', '4', '5'].map((number) => fakeIssueRecord(`70${number}`, number))
    addProviderSeries(comicvine, '7', { facts: { name: 'Harbor' }, issues: [one, ...others] })
    await link('comicvine', '7')
  })

  test('is as before, with the issues that are owned or wanted', async () => {
    expect([row().listed, findIssue(db.read, 'harbor-1')?.title]).toEqual([true, 'Theirs'])
    makeFile(db, { issues: ['703'] })
    db.write((tx) => void tx.run("update issues set intent = 'wanted' where issue_id = '704'"))
    events = []
    linking.unlink('harbor', 'comicvine')
    expect(ids()).toEqual(['harbor-1', '703', '704'])
    expect(row()).toMatchObject({ name: 'Harbor Lights', source: 'local', listed: false })
    expect(findIssue(db.read, 'harbor-1')?.title).toBe('Mine')
    expect(sources()).toEqual(['file null'])
    expect(isTold()).toBe(1)
  })

  test('keeps the data of another provider', async () => {
    addProviderSeries(metron, '55', { facts: { name: 'Harbor of Old' }, issues: 2 })
    await link('metron', '55')
    linking.unlink('harbor', 'comicvine')
    expect(ids()).toEqual(['harbor-1', '702'])
    expect(row()).toMatchObject({ name: 'Harbor of Old', source: 'metron', listed: true })
  })

  test('is refused for providers that are not linked or unknown, and for unknown series', () => {
    expect(() => linking.unlink('harbor', 'metron')).toThrow('Harbor is not linked to Metron.')
    expect(() => linking.unlink('harbor', 'nobody')).toThrow('There is no provider nobody')
    expect(() => linking.unlink('none', 'comicvine')).toThrow('There is no series none')
    expect(sources()).toEqual(['comicvine 7', 'file null'])
  })
})

describe('the candidates of a series', () => {
  const add = (
    fake: FakeProvider,
    id: string,
    facts: SeriesFacts,
    more: Parameters<typeof addProviderSeries>[2] = {},
  ) => addProviderSeries(fake, id, { ...more, facts: { issue_count: undefined, ...facts } })
  const found = async () => {
    const { candidates } = await linking.candidates('harbor')
    return candidates.map(({ provider, provider_id, verdict }) => `${provider} ${provider_id} ${verdict}`)
  }
  const evidenceOf = async (at = 0) => (await linking.candidates('harbor')).candidates[at]?.evidence

  test('are searched by name and year at the providers of its kind', async () => {
    const queries: unknown[] = []
    const { search } = comicvine
    comicvine.search = (query) => {
      queries.push(query)
      return search(query)
    }
    expect(await linking.candidates('harbor')).toEqual({ candidates: [] })
    const query = { name: 'Harbor Lights', content_type: 'comic', limit: 20, offset: 0 }
    expect([metron.requests, mangadex.requests]).toEqual([['search Harbor Lights'], []])
    db.write((tx) => void tx.run('update series set year = null'))
    await linking.candidates('harbor')
    expect(queries).toEqual([{ ...query, year: 2012 }, query])
  })

  test('have the fields of a record, and defaults for missing ones', async () => {
    add(comicvine, '7', { name: 'Harbor Lights', publisher: 'Northgate', issue_count: 6, url: 'https://idx.test/7', image_url: 'https://idx.test/7.jpg' }) // biome-ignore format: one glance
    add(comicvine, '8', { name: 'Harbor Lights', year: undefined, image_url: 'https://idx.test/8.jpg' }, { thumb_url: 'https://idx.test/small.jpg' }) // biome-ignore format: one glance
    const { candidates } = await linking.candidates('harbor')
    expect(candidates).toEqual([
      {
        provider: 'comicvine',
        provider_id: '7',
        name: 'Harbor Lights',
        year: 2012,
        publisher: 'Northgate',
        issue_count: 6,
        image: '/api/metadata/image-proxy?url=https%3A%2F%2Fidx.test%2F7.jpg',
        url: 'https://idx.test/7',
        verdict: 'same',
        evidence: ['Both are called Harbor Lights.', 'Both began in 2012.'],
        against: [],
      },
      {
        provider: 'comicvine',
        provider_id: '8',
        name: 'Harbor Lights',
        year: null,
        publisher: null,
        issue_count: null,
        image: '/api/metadata/image-proxy?url=https%3A%2F%2Fidx.test%2Fsmall.jpg',
        url: null,
        verdict: 'likely',
        evidence: ['Both are called Harbor Lights.'],
        against: [],
      },
    ])
  })

  test('are five at most, equal ones first, and never a different series', async () => {
    for (const id of ['11', '12', '13', '14', '15']) add(comicvine, id, { name: 'Harbor Lights', year: 1960 })
    for (const id of ['21', '22', '23', '24']) add(comicvine, id, { name: 'Harbor Lights', year: undefined })
    expect(await found()).toEqual(['21', '22', '23', '24'].map((id) => `comicvine ${id} likely`))
    add(comicvine, '25', { name: 'Harbor Lights' })
    add(comicvine, '26', { name: 'Harbor Lights', year: undefined })
    add(comicvine, '27', { name: 'Harbor Lights' })
    expect(await found()).toEqual([
      'comicvine 25 same',
      'comicvine 27 same',
      'comicvine 21 likely',
      'comicvine 22 likely',
      'comicvine 23 likely',
    ])
  })

  test('belong to providers that are not linked yet', async () => {
    for (const fake of [comicvine, metron]) add(fake, '7', { name: 'Harbor Lights' })
    await link('comicvine', '7')
    comicvine.requests.length = 0
    expect(await found()).toEqual(['metron 7 same'])
    expect(comicvine.requests).toEqual([])
    const said_at = harness.clock.now()
    db.write((tx) => putSeriesSource(tx, { comic_id: 'harbor', source: 'metron', facts: { name: 'Port' }, said_at }))
    expect(await found()).toEqual(['metron 7 same'])
  })

  test('are requested by the id that another source names', async () => {
    add(comicvine, '7', { name: 'Harbor Lights' }, { ids: { metron: '55' } })
    await link('comicvine', '7')
    add(metron, '55', { name: undefined, year: undefined })
    const { candidates } = await linking.candidates('harbor')
    expect(candidates).toMatchObject([
      { provider_id: '55', name: '55', verdict: 'same', evidence: ['Both name the same series of Metron.'] },
    ])
    expect(metron.requests).toEqual(['series 55'])
    metron.failures = [{ failure: 'limit', detail: 'Later.' }]
    expect(await linking.candidates('harbor')).toEqual({
      candidates: [],
      provider_failures: [{ provider: 'metron', failure: 'limit', detail: 'Later.' }],
    })
  })

  test('are those of the other providers when one fails', async () => {
    add(metron, '7', { name: 'Harbor Lights' })
    comicvine.failures = [{ failure: 'limit', detail: 'Later.' }]
    const { candidates, provider_failures } = await linking.candidates('harbor')
    expect(candidates.map(({ provider }) => provider)).toEqual(['metron'])
    expect(provider_failures).toEqual([{ provider: 'comicvine', failure: 'limit', detail: 'Later.' }])
  })

  test('need an existing series', () => {
    expect(linking.candidates('none')).rejects.toThrow('There is no series none')
  })

  describe('are judged by the issues of the best one', () => {
    const dated = (id: string, date: string) => fakeIssueRecord(id, id.slice(-1), { release_date: date })
    beforeEach(() => {
      makeIssues(db, 'harbor', [
        { number: '1', release_date: '2012-01-04' },
        { number: '2', issue_date: '2012-02-01' },
        { number: '3' },
      ])
      db.write((tx) => void tx.run('update series set year = null'))
    })

    test('and may prove to be the same, or another', async () => {
      add(comicvine, '7', { name: 'Harbor Lights' }, { issues: [dated('1', '2012-01-04'), dated('2', '2012-01-30'), dated('3', '2012-03-07')] }) // biome-ignore format: one line
      add(comicvine, '8', { name: 'Harbor Lights' }, { issues: 1 })
      expect(await found()).toEqual(['comicvine 7 same', 'comicvine 8 likely'])
      expect(comicvine.requests).toEqual(['search Harbor Lights', 'issues 7'])
      expect(await evidenceOf()).toEqual([
        'Both are called Harbor Lights.',
        '2 of 2 dates agree.',
        '3 of your 3 numbers are among its 3.',
      ])
      comicvine.issues_.set('7', [dated('8', '1960-01-01'), dated('2', '1960-02-01')])
      comicvine.requests.length = 0
      expect(await found()).toEqual(['comicvine 8 likely'])
      expect(comicvine.requests).toEqual(['search Harbor Lights', 'issues 7', 'issues 8'])
    })

    test('unless the provider lists none, or fails', async () => {
      add(comicvine, '7', { name: 'Harbor Lights' }, { issues: [dated('1', '2012-01-04'), dated('2', '2012-01-30')] })
      comicvine.failures = [undefined, { failure: 'limit', detail: 'Later.' }]
      expect(await linking.candidates('harbor')).toMatchObject({ candidates: [{ verdict: 'likely' }] })
      Object.assign(comicvine, { listsIssues: false })
      comicvine.requests.length = 0
      expect(await found()).toEqual(['comicvine 7 likely'])
      expect(comicvine.requests).toEqual(['search Harbor Lights'])
    })

    test('unless the library has none', async () => {
      add(comicvine, '7', { name: 'Harbor Lights' }, { issues: 2 })
      db.write((tx) => void tx.run('delete from issues'))
      expect(await found()).toEqual(['comicvine 7 likely'])
      expect(comicvine.requests).toEqual(['search Harbor Lights'])
    })
  })

  describe('of a name without spaces', () => {
    beforeEach(() => db.write((tx) => void tx.run("update series set name = 'GhostFreight'")))

    test('are searched as separate words too when none has the name', async () => {
      add(comicvine, '7', { name: 'Ghost Freight' })
      add(metron, '8', { name: 'GhostFreight Annual' })
      expect(await found()).toEqual(['comicvine 7 same'])
      const both = ['search GhostFreight', 'search Ghost Freight']
      expect([comicvine.requests, metron.requests]).toEqual([both, both])
    })

    test('are searched once when one has the name, or the provider fails', async () => {
      add(comicvine, '8', { name: 'GhostFreight Annual' })
      add(comicvine, '7', { name: 'Ghostfreight' })
      metron.failures = [{ failure: 'limit', detail: 'Later.' }]
      expect(await found()).toEqual(['comicvine 7 same'])
      expect([comicvine.requests, metron.requests]).toEqual([['search GhostFreight'], ['search GhostFreight']])
    })
  })
})
