import type { Config } from '../../../base/config/config'
import { pagination } from '../../../base/http/paging'
import { matchKey } from '../../../base/names/titles'
import { currentCaller } from '../../../base/platform/caller'
import { Refusal } from '../../../base/refusal'
import type { MetadataProvider } from '../providers/provider'
import type { ArcQueries, ArcRecord } from '../providers/provider-arcs'
import type { Providers } from '../providers/registry'
import type { ProviderFailure, SearchBody, SearchReply } from '../schema'
import { readArcReference, refId } from '../wire-ids'
import { arcSearchRow } from './lookup-wire'
import { queryProvider } from './provider-answer'

interface Deps {
  config: Pick<Config, 'get'>
  providers: Providers
  /** Whether the library has a story arc with this id. */
  hasArc: (arcId: string) => boolean
}

type ArcProvider = MetadataProvider & { readonly arcs: ArcQueries }

const USUAL = 50

/** Finds story arcs at the providers. */
export class ArcSearch {
  constructor(private readonly deps: Deps) {}

  /**
   * The first arcs that each provider finds; arcs with a reading order come before arcs sorted by date only. Throws
   * Refusal 'forbidden' for readers, who can ask for series and issues alone.
   */
  async search(body: SearchBody): Promise<SearchReply> {
    const { config, hasArc } = this.deps
    if (currentCaller().role === 'reader') throw new Refusal('forbidden', 'Readers can search for series only.')
    const name = body.name?.trim()
    if (!name) throw new Refusal('invalid', 'name is required.')
    if (body.content_type === 'manga')
      throw new Refusal('invalid', 'Story arcs are available for comics only: content_type must be comic.')
    const { arcs, failures } = await this.find(name)
    const ignored = config.get('ignored_publishers').split(',').map(plain).filter(Boolean)
    const shown = arcs.filter(({ facts }) => !ignored.includes(plain(facts.publisher ?? '')))
    const rows = sorted(shown, name, body.sort).map((arc) => arcSearchRow(arc, hasArc(refId(arc))))
    const page = { limit: body.limit ?? USUAL, offset: body.offset ?? 0 }
    const results = rows.slice(page.offset, page.offset + page.limit)
    return {
      results,
      ...(body.limit === undefined
        ? {}
        : { pagination: { ...pagination(rows.length, page, results.length), returned: results.length } }),
      ...(failures.length > 0 ? { provider_failures: failures } : {}),
    }
  }

  private async find(name: string): Promise<{ arcs: ArcRecord[]; failures: ProviderFailure[] }> {
    const reference = readArcReference(name)
    const providers = this.providers().filter((each) => !reference || each.name === reference.provider)
    if (providers.length === 0) throw noArcProvider()
    const answers = await Promise.all(
      providers.map((provider) =>
        queryProvider(provider, async () => {
          if (!reference) return provider.arcs.search(name, { urgent: true })
          const answer = await provider.arcs.arc(reference.provider_id, { urgent: true })
          return 'ok' in answer ? { ok: answer.ok ? [answer.ok] : [] } : answer
        }),
      ),
    )
    return {
      arcs: answers.flatMap(({ found }) => found ?? []),
      failures: answers.flatMap(({ failure }) => failure ?? []),
    }
  }

  private providers(): ArcProvider[] {
    return this.deps.providers.serving('comic').filter((each): each is ArcProvider => each.arcs !== undefined)
  }
}

const plain = (name: string): string => name.trim().toLowerCase()

function noArcProvider(): Refusal {
  const detail = 'No source for story arcs is set up. Add one under Settings, Metadata.'
  return new Refusal('invalid', detail, { code: 'provider_not_configured', error: detail })
}

/** Exact names come first, then arcs with a reading order; the rest stays in the providers' order. */
function sorted(arcs: readonly ArcRecord[], name: string, sort: SearchBody['sort'] = 'relevance'): ArcRecord[] {
  const key = matchKey(name)
  const rank = ({ facts, ordered }: ArcRecord) => (matchKey(facts.name) === key ? 0 : 2) + (ordered ? 0 : 1)
  const byRank = arcs.toSorted((a, b) => rank(a) - rank(b))
  if (sort !== 'title' && !sort.startsWith('name_')) return byRank
  const sign = sort === 'name_desc' ? -1 : 1
  return byRank.toSorted((a, b) => sign * matchKey(a.facts.name).localeCompare(matchKey(b.facts.name)))
}
