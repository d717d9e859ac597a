import { matchKey, spacedName } from '../../../base/names/titles'
import { type ProviderName, providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import { pictureAddress } from '../../series/art'
import { countWithIgnored } from '../../series/column-store'
import { markIssuesListed } from '../../series/counts-store'
import { untouchedIssues } from '../../series/describe-store'
import { needSeries } from '../../series/need'
import { findSeries, issuesOf, type SeriesRow } from '../../series/store'
import { deleteMadeRows } from '../../series/unmake-store'
import { answerOrRefuse } from '../client/retry'
import { compareSeries, type IdentityVerdict, type SeriesIdentity, seriesIdentity } from '../lookup/compare-series'
import { noSourceSentence } from '../lookup/no-source'
import { queryProvider } from '../lookup/provider-answer'
import type { MetadataProvider, SeriesQuery, SeriesRecord } from '../providers/provider'
import type { LinkCandidates, ProviderFailure } from '../schema'
import * as store from '../store'
import { effectiveSeries } from '../sync/merge'
import { mergeAllIssueSources } from '../sync/save-issues'
import { mergeSeriesSources, saveSeriesRecord } from '../sync/save-series'
import type { LoadDeps } from '../sync/series-loader'
import type { SeriesRefresher } from '../sync/series-refresher'
import { readReference, readSeriesId, refId } from '../wire-ids'
import { seriesRowFacts } from './apply-edit'

type Candidate = LinkCandidates['candidates'][number]

/** The most candidates of a provider whose issues are compared. */
const COMPARED = 3

/** Manages which providers are linked to a series of the library. */
export class ProviderLinker {
  constructor(private readonly deps: { load: LoadDeps; refreshing: SeriesRefresher }) {}

  /**
   * From now on the provider counts as a source; its issues follow in an operation. Throws Refusal 'conflict' when that
   * series of the provider is linked to another series here.
   */
  async link(comicId: string, name: string, reference: string): Promise<void> {
    const provider = providerNamed(name)
    const { load, refreshing } = this.deps
    const row = needSeries(load.db.read, comicId)
    const provider_id = idAt(provider, reference)
    const answer = answerOrRefuse(await load.providers.get(provider).series([provider_id], { urgent: true }))
    const record = answer.find((each) => each.provider_id === provider_id)
    if (!record) throw new Refusal('missing', `${providerOf(provider).label} has no series ${provider_id}.`)
    const first = load.db.write((tx) => {
      const other = store.comicOf(tx, provider, provider_id)
      if (other !== undefined && other !== comicId) {
        const name = findSeries(tx, other)?.name ?? other
        throw new Refusal(
          'conflict',
          `${providerOf(provider).label} ${provider_id} is ${name} in your library already.`,
        )
      }
      const before = store.seriesSourceOf(tx, comicId, provider)
      if (before && before.provider_id !== provider_id) this.drop(tx, row, provider)
      saveSeriesRecord(tx, { comic_id: comicId, record, at: load.clock.now(), order: load.order() })
      tx.emit({ type: 'series.changed', comic_id: comicId })
      return before?.provider_id !== provider_id
    })
    refreshing.begin(comicId, first ? provider : undefined)
  }

  /**
   * Removes the provider's data. Issues that only this provider listed are removed, unless they have a file or the user
   * changed them.
   */
  unlink(comicId: string, name: string): void {
    const provider = providerNamed(name)
    const { db } = this.deps.load
    const row = needSeries(db.read, comicId)
    if (!store.seriesSourceOf(db.read, comicId, provider))
      throw new Refusal('missing', `${row.name} is not linked to ${providerOf(provider).label}.`)
    db.write((tx) => {
      this.drop(tx, row, provider)
      tx.emit({ type: 'series.changed', comic_id: comicId })
    })
  }

  private drop(tx: Tx, { comic_id }: SeriesRow, provider: ProviderName): void {
    const { clock, order } = this.deps.load
    const alone = store.issuesOnlyFrom(tx, comic_id, provider)
    const issues = new Set(untouchedIssues(tx, comic_id).filter((id) => alone.has(id)))
    store.dropSource(tx, comic_id, provider)
    deleteMadeRows(tx, { series: new Set(), issues, files: new Set(), links: [] })
    mergeSeriesSources(tx, comic_id, clock.now(), order())
    mergeAllIssueSources(tx, comic_id, clock.now(), order())
    if (!store.hasListedIssues(tx, comic_id)) markIssuesListed(tx, comic_id, false)
  }

  /** Probable matches at providers that are not linked yet, with the evidence. */
  async candidates(comicId: string): Promise<LinkCandidates> {
    const { load } = this.deps
    const row = needSeries(load.db.read, comicId)
    const rows = store.seriesSourcesOf(load.db.read, comicId)
    const mine: SeriesIdentity = {
      isOwned: true,
      facts: {
        ...effectiveSeries(rows.length > 0 ? rows : [seriesRowFacts(row)], load.order()).facts,
        issue_count: countWithIgnored(load.db.read, comicId),
      },
      issues: issuesOf(load.db.read, comicId).map(({ number, release_date, issue_date }) => ({
        number,
        ...(release_date ? { release_date } : {}),
        ...(issue_date ? { issue_date } : {}),
      })),
    }
    const linked = new Set(rows.filter(({ provider_id }) => provider_id !== null).map(({ source }) => source))
    const others = load.providers.serving(row.content_type).filter(({ name }) => !linked.has(name))
    if (others.length === 0 && linked.size === 0) return { candidates: [], problem: noSourceSentence(row.content_type) }
    const found = await Promise.all(others.map((provider) => this.ask(provider, row, mine)))
    const failures = found.flatMap(({ failure }) => failure ?? [])
    return {
      candidates: found.flatMap(({ candidates }) => candidates),
      ...(failures.length > 0 ? { provider_failures: failures } : {}),
    }
  }

  /** Comparing the issues of the best candidate decides what name and year leave open. */
  private async ask(
    provider: MetadataProvider,
    row: SeriesRow,
    mine: SeriesIdentity,
  ): Promise<{ candidates: Candidate[]; failure?: ProviderFailure }> {
    const query = { name: row.name, content_type: row.content_type, limit: 20, offset: 0 }
    const search = row.year === null ? query : { ...query, year: row.year }
    const id = mine.facts.ids?.[provider.name]
    const { found, failure } = await queryProvider(provider, async (each) => {
      if (id === undefined) return searchBySpellings(each, search)
      const answer = await each.series([id], { urgent: true })
      return 'ok' in answer ? { ok: { series: answer.ok, total: answer.ok.length } } : answer
    })
    const judged = (found?.series ?? [])
      .map((record) => ({ record, identity: seriesIdentity(record), ...compareSeries(mine, seriesIdentity(record)) }))
      .filter(({ verdict }) => verdict !== 'different')
      .toSorted((a, b) => Number(b.verdict === 'same') - Number(a.verdict === 'same'))
      .slice(0, 5)
    const unread = await this.compareIssues(provider, mine, judged)
    const candidates = judged.flatMap(({ record, verdict, ...says }) =>
      verdict === 'different' ? [] : [candidateOf(record, verdict, says)],
    )
    const problem = failure ?? unread
    return { candidates, ...(problem ? { failure: problem } : {}) }
  }

  /**
   * Compares the issues of the best candidates, each with requests: of those that seem the same, and of the others
   * until one is the same.
   */
  private async compareIssues(
    provider: MetadataProvider,
    mine: SeriesIdentity,
    judged: (IdentityVerdict & { record: SeriesRecord; identity: SeriesIdentity })[],
  ): Promise<ProviderFailure | undefined> {
    if (!provider.listsIssues || !mine.issues?.length) return undefined
    let isFound = false
    for (const one of judged.slice(0, COMPARED)) {
      if (isFound && one.verdict !== 'same') continue
      const { found, failure } = await queryProvider(provider, (each) =>
        each.issues(one.record.provider_id, { urgent: true }),
      )
      if (failure) return failure
      const issues = found?.map(({ facts }) => facts) ?? []
      Object.assign(one, compareSeries(mine, { ...one.identity, issues }))
      isFound ||= one.verdict === 'same'
    }
    return undefined
  }
}

function providerNamed(name: string): ProviderName {
  const known = providerNames.find((each) => each === name)
  if (!known) throw new Refusal('invalid', `There is no provider ${name}; there are ${providerNames.join(', ')}.`)
  return known
}

/**
 * The provider's own id, from our form of it or the address of its page. Throws Refusal 'invalid' for anything else.
 */
function idAt(provider: ProviderName, reference: string): string {
  const named = readReference(reference) ?? readSeriesId(refId({ provider, provider_id: reference.trim() }))
  if (named?.provider === provider) return named.provider_id
  throw new Refusal('invalid', `${reference} is no id of a series of ${providerOf(provider).label}.`)
}

function candidateOf(
  record: SeriesRecord,
  verdict: Candidate['verdict'],
  { evidence, against }: Pick<Candidate, 'evidence' | 'against'>,
): Candidate {
  const { provider, provider_id, facts, thumb_url } = record
  return {
    provider,
    provider_id,
    name: facts.name ?? provider_id,
    year: facts.year ?? null,
    publisher: facts.publisher ?? null,
    issue_count: facts.issue_count ?? null,
    image: pictureAddress(thumb_url ?? facts.image_url),
    url: facts.url ?? null,
    verdict,
    evidence,
    against,
  }
}

/** A name without spaces is also searched as separate words when it finds nothing. */
async function searchBySpellings(provider: MetadataProvider, query: SeriesQuery) {
  const first = await provider.search(query, { urgent: true })
  const spaced = spacedName(query.name)
  if (spaced === query.name || !('ok' in first) || first.ok.series.some((each) => isNamed(each, query.name)))
    return first
  return provider.search({ ...query, name: spaced }, { urgent: true })
}

const isNamed = ({ facts }: SeriesRecord, name: string) => matchKey(facts.name ?? '') === matchKey(name)
