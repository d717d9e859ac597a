import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { between } from '../../../base/platform/clock'
import type { ProviderName } from '../../../base/providers/descriptors'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { COMICVINE_KEY } from '../../../testing/fakes/comicvine'
import { METRON_TOKEN } from '../../../testing/fakes/metron'
import { makeProviderData, seriesOf } from '../../../testing/fakes/provider-data'
import type { Fault } from '../../../testing/fakes/service'
import { makeIssues, makeSeries } from '../../../testing/make'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../testing/metadata/providers'
import { contentTypes } from '../../series/states'
import { issues, series } from '../../series/tables'
import type { ProviderState } from '../client/metadata-client'
import type { FailureKind } from '../states'
import type { MetadataProvider } from './provider'

/** Result of a fault: the caller's reply, the health of the provider, and the minutes without requests. */
type Row = [fault: Fault, failure: FailureKind, state: ProviderState['state'], minutes: number]

const everywhere: Row[] = [
  ['silence', 'unreachable', 'waiting', 1],
  ['no connection', 'unreachable', 'waiting', 1],
  ['status 500', 'unavailable', 'waiting', 1],
  ['status 503', 'unavailable', 'waiting', 2], // the reply says so itself
  ['web page', 'unreadable', 'waiting', 1],
  ['cut off', 'unreadable', 'waiting', 1],
  ['field missing', 'unreadable', 'ready', 0],
  ['field changed', 'unreadable', 'ready', 0],
  ['status 400', 'refused', 'ready', 0],
  ['limit with a date', 'limit', 'waiting', 20],
]

const keyed: Row[] = [...everywhere, ['ban', 'banned', 'blocked', 1440], ['key not taken', 'auth', 'blocked', 360]]
/** Both replies state the duration, in seconds. */
const keyless: Row[] = [
  ...everywhere,
  ['limit', 'limit', 'waiting', 0.75],
  ['limit as a web page', 'limit', 'waiting', 1],
]

const matrix: { name: ProviderName; secret?: string; rows: Row[]; ask: (of: MetadataProvider) => Asked }[] = [
  {
    name: 'comicvine',
    secret: COMICVINE_KEY,
    rows: [...keyed, ['limit', 'limit', 'waiting', 60], ['limit as a web page', 'limit', 'waiting', 60]],
    ask: (of) => of.series(['101000']),
  },
  {
    name: 'metron',
    secret: METRON_TOKEN,
    rows: [...keyed, ['limit', 'limit', 'waiting', 0.75], ['limit as a web page', 'limit', 'waiting', 1]],
    ask: (of) => of.series(['5101000']),
  },
  {
    name: 'mangadex',
    // Requests after a limit lead to a ban for a while.
    rows: [...keyless, ['ban', 'limit', 'waiting', 1]],
    ask: (of) => of.series([seriesOf(makeProviderData(), 'courier').ids.mangadex!]),
  },
  {
    name: 'anilist',
    rows: [...keyless, ['ban', 'banned', 'blocked', 1440]],
    ask: (of) => of.series(['990001']),
  },
]
type Asked = ReturnType<MetadataProvider['series']>

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
  makeSeries(at.db, { comic_id: '101000', name: 'Harbor Lights' })
  makeIssues(at.db, '101000', [1, 2, 3])
})
afterEach(() => at.db.close())

const library = () => JSON.stringify([at.db.read.select().from(series).all(), at.db.read.select().from(issues).all()])

describe.each(matrix)('$name', ({ name, secret, rows, ask }) => {
  const provider = () => at.providers.get(name)
  const queryCount = () => services[name].requests.length

  test.each(rows)(
    '%s: the caller gets %s, the provider is %s for %d minutes',
    async (fault, failure, state, minutes) => {
      const before = library()
      services[name].fail(fault)
      const answer = await advanceUntil(at.clock, ask(provider()))
      const now = at.clock.now()
      expect(answer).toMatchObject({ failure })
      if ('ok' in answer) throw new Error('it was answered')

      // The sentence names the service and what to do or what happens next.
      expect(answer.detail).toContain(provider().label)
      expect(answer.detail).toMatch(/Settings, Metadata|tries again (?:later|automatically|in a day)|stays as it is/)
      expect(answer.until === undefined ? 0 : Math.round(between(now, answer.until) / 6000) / 10).toBeCloseTo(
        minutes,
        0,
      )
      expect(at.client.state(name)).toMatchObject({ state, blocked_until: answer.until ?? null })
      if (failure !== 'refused') expect(at.client.state(name)).toMatchObject({ failure, detail: answer.detail })
      expect(library()).toBe(before)
      if (secret) expect(JSON.stringify([at.log, answer, at.client.state(name)])).not.toContain(secret)

      // During the pause nothing is sent; the next request after it makes the provider healthy again.
      services[name].fail()
      if (minutes > 0) {
        const sent = queryCount()
        expect(await advanceUntil(at.clock, ask(provider()))).toEqual(answer)
        expect(queryCount()).toBe(sent)
        await at.clock.advance(`${minutes} min`)
      }
      expect(await advanceUntil(at.clock, ask(provider()))).toHaveProperty('ok')
      expect(at.client.state(name)).toMatchObject({ state: 'ready', failure: null, detail: null, blocked_until: null })
    },
  )

  test('a lasting failure is retried less and less often, also after a restart', async () => {
    services[name].fail('status 500')
    const waits: number[] = []
    for (let time = 0; time < 5; time++) {
      const answer = await advanceUntil(at.clock, ask(provider()))
      if ('ok' in answer) throw new Error('it was answered')
      waits.push(Math.round(between(at.clock.now(), answer.until!) / 60_000))
      await at.clock.advance(`${waits.at(-1)! + 1} min`)
    }
    expect(waits).toEqual([1, 5, 15, 60, 60])
  })

  test('turned off, nothing is sent', async () => {
    const off = testMetadataClient(services.http, {
      [`${name}_enabled`]: 'false',
      comicvine_api: COMICVINE_KEY,
      metron_token: METRON_TOKEN,
    })
    expect(await ask(off.providers.get(name))).toMatchObject({ failure: 'disabled' })
    for (const kind of contentTypes) {
      expect(off.providers.serving(kind).map((each) => each.name)).not.toContain(name)
    }
    expect(services.http.requests).toEqual([])
    off.db.close()
  })
})

test.each(matrix.filter(({ secret }) => secret))('without its key nothing is sent to $name', async ({ name, ask }) => {
  const bare = testMetadataClient(services.http, {})
  expect(await ask(bare.providers.get(name))).toMatchObject({ failure: 'not_configured' })
  expect(bare.client.state(name)).toMatchObject({ state: 'off', configured: false, failure: 'not_configured' })
  expect(bare.providers.serving('comic')).toEqual([])
  expect(services.http.requests).toEqual([])
  bare.db.close()
})
