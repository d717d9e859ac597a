import { Config } from '../../base/config/config'
import type { OptionName } from '../../base/config/options'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { MetadataClient } from '../../library/metadata/client/metadata-client'
import type { ProviderAnswer } from '../../library/metadata/providers/provider'
import { makeProviders, type Providers } from '../../library/metadata/providers/registry'
import { type TestApp, type TestOptions, testApp } from '../app'
import { testDatabase } from '../database'
import { advanceUntil } from '../fakes/advance-until'
import { fakeAnilist } from '../fakes/anilist'
import { type FakeClock, fakeClock } from '../fakes/clock'
import { COMICVINE_KEY, fakeComicvine } from '../fakes/comicvine'
import { type FakeHttp, fakeHttp, type Handler } from '../fakes/http'
import { fakeMangadex } from '../fakes/mangadex'
import { fakeMetron, METRON_TOKEN } from '../fakes/metron'
import { makeProviderData, type ProviderData } from '../fakes/provider-data'
import type { FakeService } from '../fakes/service'
import { fakeWalksoftly } from '../fakes/walksoftly'

/** Settings that enable all services. */
export const PROVIDER_SETTINGS = { comicvine_api: COMICVINE_KEY, metron_token: METRON_TOKEN } as const

export interface Services {
  data: ProviderData
  comicvine: FakeService
  metron: FakeService
  mangadex: FakeService
  anilist: FakeService
  walksoftly: FakeService
  /** The fake internet with the hosts of the services. */
  http: FakeHttp
}

/** The fake services over the same data, at their real host names. */
export function fakeServices(more: Record<string, Handler> = {}, data: ProviderData = makeProviderData()): Services {
  const [comicvine, metron, mangadex] = [fakeComicvine(data), fakeMetron(data), fakeMangadex(data)]
  const [anilist, walksoftly] = [fakeAnilist(data), fakeWalksoftly(data)]
  const http = fakeHttp({
    'comicvine.gamespot.com': comicvine.fetch,
    'metron.cloud': metron.fetch,
    'api.mangadex.org': mangadex.fetch,
    'uploads.mangadex.org': mangadex.fetch,
    'graphql.anilist.co': anilist.fetch,
    's4.anilist.co': anilist.fetch,
    'walksoftly.itsaninja.party': walksoftly.fetch,
    ...more,
  })
  return { data, comicvine, metron, mangadex, anilist, walksoftly, http }
}

export interface TestMetadataClient {
  client: MetadataClient
  providers: Providers
  db: Database
  clock: FakeClock
  config: Config
  log: string[]
  /** The value of a successful reply, while time passes. Throws the sentence of a failure. */
  well<T>(answer: Promise<ProviderAnswer<T>>): Promise<T>
}

/** A client with a database in memory and a fake clock; see `advanceUntil`. */
export function testMetadataClient(
  http: FakeHttp,
  settings: Partial<Record<OptionName, string>> = PROVIDER_SETTINGS,
): TestMetadataClient {
  const clock = fakeClock()
  const log: string[] = []
  const config = new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { args: settings })
  const db = testDatabase()
  const client = new MetadataClient({
    db,
    clock,
    http,
    config,
    log: lineLog(clock.now, (line) => log.push(line), 'debug'),
  })
  const well = async <T>(answer: Promise<ProviderAnswer<T>>): Promise<T> => {
    const result = await advanceUntil(clock, answer)
    if ('ok' in result) return result.ok
    throw new Error(result.detail)
  }
  return { client, providers: makeProviders({ client, config }), db, clock, config, log, well }
}

/** The app with all fake services. */
export async function appAmongProviders(options: TestOptions = {}) {
  const services = fakeServices()
  const app = await testApp({
    ...options,
    ports: { http: services.http, ...options.ports },
    settings: { ...PROVIDER_SETTINGS, ...options.settings },
  })
  return { ...services, ...pacedClient(app), app }
}

/** Requests and rate-limited work that advance the fake clock. */
function pacedClient({ app, clock, reader }: TestApp) {
  const soon = <T>(status: number, reply: Promise<Response>) => advanceUntil(clock, reader.json<T>(status, reply))
  return {
    soon,
    idle: () => advanceUntil(clock, app.idle()),
    post: <T>(path: string, body?: unknown, status = 200) => soon<T>(status, reader.post(path, body)),
    get: <T>(path: string, status = 200) => soon<T>(status, reader.get(path)),
    patch: <T>(path: string, body: unknown, status = 200) => soon<T>(status, reader.patch(path, body)),
    put: <T>(path: string, body: unknown, status = 200) => soon<T>(status, reader.put(path, body)),
    remove: <T>(path: string, status = 200) => soon<T>(status, reader.delete(path)),
  }
}
