import type { ProviderName } from '../../base/providers/descriptors'
import type {
  IssueRecord,
  MetadataProvider,
  ProviderAnswer,
  QueryFailure,
  SeriesRecord,
} from '../../library/metadata/providers/provider'
import type { ArcIssueRecord, ArcRecord } from '../../library/metadata/providers/provider-arcs'
import type { Providers } from '../../library/metadata/providers/registry'

/** A provider in memory: tests change its records, and its requests are recorded. */
export interface FakeProvider extends MetadataProvider {
  series_: Map<string, SeriesRecord>
  issues_: Map<string, IssueRecord[]>
  /** Story arcs by their ids at the provider. */
  arcs_: Map<string, { record: ArcRecord; issues: ArcIssueRecord[] }>
  /** `series 1,2`, `issues 1`, `search harbor`, `issue 301`, `search arcs night`, `arc 12`, `arc issues 12`. */
  requests: string[]
  /** Failures of the next requests; undefined lets one succeed. */
  failures: (QueryFailure | undefined)[]
  /** Called before each request. */
  onAsked?: (question: string) => void | Promise<void>
}

export interface FakeOptions {
  serves?: MetadataProvider['serves']
  listsIssues?: boolean
  searchSize?: number
}

export function fakeProvider(name: ProviderName, options: FakeOptions = {}): FakeProvider {
  const answer = async <T>(question: string, ok: () => T): Promise<ProviderAnswer<T>> => {
    fake.requests.push(question)
    await fake.onAsked?.(question)
    return fake.failures.shift() ?? { ok: ok() }
  }
  const known = () => [...fake.series_.values()]
  const fake: FakeProvider = {
    name,
    label: name,
    serves: options.serves ?? (name === 'comicvine' || name === 'metron' ? ['comic'] : ['manga']),
    listsIssues: options.listsIssues ?? name !== 'anilist',
    searchSize: options.searchSize ?? 100,
    series_: new Map(),
    issues_: new Map(),
    arcs_: new Map(),
    requests: [],
    failures: [],
    search: (query) =>
      answer(query.offset === 0 ? `search ${query.name}` : `search ${query.name} from ${query.offset}`, () => {
        const found = known().filter(({ facts }) => facts.name?.toLowerCase().includes(query.name.toLowerCase()))
        return { series: found.slice(query.offset, query.offset + query.limit), total: found.length }
      }),
    series: (ids) => answer(`series ${ids.join(',')}`, () => ids.flatMap((id) => copied(fake.series_.get(id)))),
    issues: (id) => answer(`issues ${id}`, () => structuredClone(fake.issues_.get(id) ?? [])),
    issue: (id) =>
      answer(`issue ${id}`, () => {
        const found = [...fake.issues_.values()].flat().find(({ provider_id }) => provider_id === id)
        return found && { ...structuredClone(found), detailed: true }
      }),
    arcs: {
      search: (name) =>
        answer(`search arcs ${name}`, () => {
          const all = [...fake.arcs_.values()].map(({ record }) => structuredClone(record))
          return all.filter(({ facts }) => facts.name.toLowerCase().includes(name.toLowerCase()))
        }),
      arc: (id) => answer(`arc ${id}`, () => structuredClone(fake.arcs_.get(id)?.record)),
      issues: (id) => answer(`arc issues ${id}`, () => structuredClone(fake.arcs_.get(id)?.issues ?? [])),
    },
    test: () => answer('test', () => ({ detail: 'It answers.' })),
  }
  return fake
}

/** A copy, because tests change the record later. */
const copied = (record: SeriesRecord | undefined): SeriesRecord[] =>
  record ? [{ ...record, facts: { ...record.facts }, ids: { ...record.ids } }] : []

/** A series with issues 1 to `count`, ids counted from `from`. */
export function addProviderSeries(
  fake: FakeProvider,
  provider_id: string,
  record: Partial<SeriesRecord> & { issues?: IssueRecord[] | number; from?: number },
): void {
  const { issues = 0, from = Number(provider_id) * 100, facts, ...rest } = record
  const content_type = fake.serves[0]
  const list =
    typeof issues === 'number'
      ? Array.from({ length: issues }, (_, at) => fakeIssueRecord(String(from + at + 1), String(at + 1)))
      : issues
  fake.issues_.set(provider_id, list)
  const all = { content_type, year: 2012, issue_count: list.length, ...facts }
  fake.series_.set(provider_id, { provider: fake.name, provider_id, ids: {}, changed: 'a', ...rest, facts: all })
}

export const fakeIssueRecord = (
  provider_id: string,
  number: string,
  facts: IssueRecord['facts'] = {},
): IssueRecord => ({
  provider_id,
  facts: { number, ...facts },
  detailed: false,
})

export function fakeProviders(...fakes: FakeProvider[]): Providers {
  return {
    get: (name) => fakes.find((fake) => fake.name === name) ?? fakeProvider(name),
    serving: (kind) => fakes.filter(({ serves }) => serves.includes(kind)),
    all: () => fakes,
    disabledReason: () => undefined,
  }
}
