import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { TestApp } from '../../../testing/app'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { COMICVINE_KEY } from '../../../testing/fakes/comicvine'
import { coverPicture, coverSeed } from '../../../testing/fakes/cover'
import { progressOf, putFile } from '../../../testing/imports/imports'
import { type ProposalHarness, proposalHarness } from '../../../testing/imports/proposals'
import type { GroupResult } from '../schema'

let harness: ProposalHarness
let app: TestApp

beforeEach(() => {
  harness = proposalHarness()
})
afterEach(() => harness.close())

const start = async (settings?: Record<string, string>) => {
  app = await harness.start(settings)
}
const at = (path: string) => join(harness.comics, path)
const found = (results: GroupResult[] | null, name: string) => results!.find(({ series_name }) => series_name === name)!

test("a scan proposes the provider's series with its evidence, and chooses it when it is certain", async () => {
  await start()
  harness.put('Harbor Lights (2012)', 1, 2, 3, 4)
  const { results, proposing } = await harness.proposed()
  const group = found(results, 'Harbor Lights')
  expect(proposing).toBeNull()
  expect(group.proposals[0]).toMatchObject({
    provider: 'comicvine',
    label: 'ComicVine',
    comicid: '101000',
    name: 'Harbor Lights',
    year: '2012',
    in_library: null,
  })
  expect(group.proposals[0]!.parts.map(({ reason }) => reason)).toContain('Both began in 2012')
  expect(group.proposal_id).toBe(group.proposals[0]!.proposal_id)
  expect(group.match).toMatchObject({ comicid: '101000', name: 'Harbor Lights', year: '2012', source: 'comicvine' })
  expect(group.match!.image).toStartWith('/api/metadata/image-proxy?url=http')
  expect(group.comic_id).toStartWith('local-')
  expect(harness.questions()).toHaveLength(1)
})

test('without a provider nothing is queried or reported', async () => {
  await start({})
  harness.put('Harbor Lights (2012)', 1, 2)
  const { results, proposing } = await harness.proposed()
  expect(found(results, 'Harbor Lights')).toMatchObject({
    proposals: [],
    proposal_id: null,
    match: { source: 'local' },
  })
  expect(proposing).toBeNull()
  expect(harness.http.requests).toEqual([])
})

test('ids in files are queried together, and are certain', async () => {
  await start()
  const tagged = (id: number) => ({
    comicInfo: `<ComicInfo><Web>https://comicvine.gamespot.com/x/4050-${id}/</Web></ComicInfo>`,
  })
  for (const [name, id] of [
    ['Copper Orchard', 104_000],
    ['Paper Wolves', 106_000],
    ['Winter Atlas', 107_000],
  ] as const)
    for (const n of [1, 2])
      putFile(at(`${name}/${name} ${n}.cbz`), makeCbz({ ...makePages(1), 'n.txt': `${id} ${n}` }, tagged(id)))
  const { results } = await harness.proposed()
  expect(results!.map(({ match }) => match!.comicid).sort()).toEqual(['104000', '106000', '107000'])
  expect(harness.questions()).toHaveLength(1)
})

describe('a query', () => {
  test('is not repeated by later scans, nor for added files', async () => {
    await start()
    harness.put('Harbor Lights (2012)', 1, 2)
    const before = found((await harness.proposed()).results, 'Harbor Lights')
    const queries = harness.questions().length
    harness.put('Harbor Lights (2012)', 3)
    const after = found((await harness.proposed()).results, 'Harbor Lights')
    expect(harness.questions()).toHaveLength(queries)
    const ids = ({ proposals }: GroupResult) => proposals.map(({ proposal_id, comicid }) => `${proposal_id} ${comicid}`)
    expect(ids(after)).toEqual(ids(before))
    expect(after.proposal_id).toBe(before.proposal_id)
    expect(after.file_count).toBe(3)
  })

  test('costs one request for each series and one for a hundred files, in any case of doubt', async () => {
    await start()
    const names = FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`)).slice(0, 60)
    harness.data.series = names.flatMap((name, nth) => {
      const template = harness.data.series[0]!
      // Every third series has another run of the same name, and its files do not say which one they belong to.
      const runs = nth % 3 === 0 ? [2001, 2009] : [2005]
      return runs.map((year) => ({ ...template, name, year, aliases: [], ids: { comicvine: `${nth * 10 + year}` } }))
    })
    for (const [nth, name] of names.entries())
      for (let n = 1; n <= (nth < 40 ? 17 : 16); n++)
        putFile(at(`${name}/${name} ${n}.cbz`), makeCbz({ ...makePages(1), 'n.txt': `${nth} ${n}` }))
    const { results, progress } = await harness.proposed()
    expect(progress.total_files).toBe(1000)
    expect(results).toHaveLength(60)
    expect(results!.every(({ proposals }) => proposals.length > 0)).toBe(true)
    expect(harness.questions().length).toBeLessThanOrEqual(60 + 10)
  }, 60_000)
})

describe('a failing provider', () => {
  test('that is rate-limited is waited for, the results can be used meanwhile, and the rest follows automatically', async () => {
    await start()
    harness.put('Harbor Lights (2012)', 1, 2)
    harness.put('Copper Orchard (2015)', 1, 2)
    harness.comicvine.fail('limit', 1)
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await until(async () => (await progressOf(app)).proposing?.waiting_until)
    const waiting = await progressOf(app)
    expect(waiting).toMatchObject({
      status: 'completed',
      proposing: { running: true, provider: 'ComicVine', total: 2 },
    })
    expect(waiting.proposing!.trouble).toContain('ComicVine')
    expect(found(waiting.results, 'Harbor Lights')).toMatchObject({ proposal_id: null, match: { source: 'local' } })
    await app.clock.advance('2 h')
    await harness.propose()
    const { results, proposing } = await progressOf(app)
    expect(proposing).toBeNull()
    expect(results!.map(({ match }) => match!.comicid).sort()).toEqual(['101000', '104000'])
  })

  test('that rejects the key is skipped with a sentence, until the key changes', async () => {
    await start({})
    const key = (comicvine_api: string) => app.reader.json(200, app.reader.put('/api/config', { comicvine_api }))
    await key('a'.repeat(40))
    harness.put('Harbor Lights (2012)', 1, 2)
    const { results, proposing } = await harness.proposed()
    expect(found(results, 'Harbor Lights').proposals).toEqual([])
    expect(proposing).toMatchObject({ running: false })
    expect(proposing!.trouble).toContain('key')
    await key(COMICVINE_KEY)
    await harness.propose()
    expect(found((await progressOf(app)).results, 'Harbor Lights').match!.comicid).toBe('101000')
  })
})

test('300 files of the made-up catalog are matched with their series', async () => {
  await start()
  const called: Record<string, (number: string) => string> = {
    'harbor-2012': (n) => `Harbor Lights (2012)/Harbor Lights ${n} (2012).cbz`,
    'harbor-2019': (n) => `Harbor Lights v2019/Harbor Lights ${n}.cbz`,
    'harbor-annual': (n) => `Harbor Lights Annual (2020)/Harbor Lights Annual ${n}.cbz`,
    copper: (n) => `The Copper Orchard (2015)/Copper Orchard ${n} (of 8) (2015).cbz`,
    paper: (n) => `Wolves of Paper (2003)/Wolves of Paper #${n}.cbz`,
    atlas: (n) => `Winter Atlas/Winter Atlas ${n.padStart(3, '0')} (1998) (scan).cbz`,
    divers: () => 'Glass Divers (2018)/Glass Divers (2018).cbz',
  }
  let files = 0
  for (const series of harness.data.series)
    for (const { number, kind } of called[series.key] ? series.issues : []) {
      const name = called[series.key]!(kind === 'annual' ? `Annual ${number}` : number.replace('½', '0.5'))
      putFile(at(name), makeCbz({ ...makePages(1), 'n.txt': `${files++}` }))
    }
  const { results } = await harness.proposed()
  expect(files).toBeGreaterThan(280)
  const right = Object.keys(called).map((key) => harness.data.series.find((one) => one.key === key)!.ids.comicvine!)
  expect(results.map(({ proposals }) => proposals[0]!.comicid).sort()).toEqual(right.sort())
  // All are certain except the annuals, whose files have no year.
  const open = results.filter(({ proposal_id }) => proposal_id === null)
  expect(open.map(({ proposals }) => proposals[0]!.name)).toEqual(['Harbor Lights Annual'])
  expect(open[0]!.proposals[0]!.confidence).toBeGreaterThan(80)
  expect(harness.questions().length).toBeLessThanOrEqual(right.length + 3)
}, 30_000)

test('the cover decides between two runs of one name', async () => {
  await start()
  // The budget has no room for pages of issues of two series, and no other evidence distinguishes them.
  const cover = await coverPicture(coverSeed('harbor-2019/½'), 600)
  putFile(at('Harbor Lights/Harbor Lights 1.cbz'), makeCbz({ 'p1.jpg': cover, ...makePages(2) }))
  const group = found((await harness.proposed()).results, 'Harbor Lights')
  expect(group.proposals[0]!.parts.map(({ reason }) => reason)).toContain(
    'The first page looks like the cover of the series',
  )
  expect(group.match!.comicid).toBe('102000')
})

const FIRST = ['Amber', 'Borrowed', 'Crooked', 'Distant', 'Electric', 'Forgotten', 'Gilded', 'Hollow']
const SECOND = ['Orchard', 'Machine', 'Parliament', 'Volcano', 'Lighthouse', 'Suitcase', 'Kingdom', 'Umbrella']

/** Advances time until the condition holds. */
async function until(so: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; !(await so()); tries++) {
    if (tries > 600) throw new Error('It never came to be.')
    await app.clock.advance('1 s')
  }
}

test('a name without spaces is split into words when it finds nothing', async () => {
  await start()
  harness.put('HarborLights (2012)', 1, 2, 3, 4)
  const { results } = await harness.proposed()
  expect(results![0]!.proposals[0]).toMatchObject({ comicid: '101000', name: 'Harbor Lights' })
  expect(harness.questions()).toHaveLength(2)
})
