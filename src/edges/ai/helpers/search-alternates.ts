import { Type } from 'typebox'
import { plus } from '../../../base/platform/clock'
import type { Clock, Instant, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { UnlistedSeries } from '../../../intake/search/queries/alternate-names'
import { findAlternates, keepAlternates } from './alternates-store'
import { type HelperModel, isLasting, lineOfModel } from './helper-model'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  model: HelperModel
}

/** Maximum number of names of a series, in all. */
const MOST_NAMES = 5
const MOST_AT_ONCE = 3
/** The model is queried once, and again when its first names found nothing for a week. */
const MOST_ASKS = 2
const SECOND_ASK_MS = 7 * 86_400_000
/** After a failure of the model, searches do not wait for it for this long. */
const REST_MS = 600_000

const Reply = Type.Object({ names: Type.Array(Type.String()) })

const INSTRUCTIONS = [
  `Indexers list comics by the names of their series, and have nothing under this one. Name up to ${MOST_AT_ONCE} other names`,
  'under which the same series is released: another title, a title in another language, a shorter or a longer form.',
  'Names of the series alone, without numbers of issues, years or formats. Reply with {"names":["…"]}, empty when there is none.',
].join('\n')

/** Other names to search for when indexers find nothing under the names of a series. */
export class SearchAlternates {
  private readonly asking = new Map<string, Promise<void>>()
  private restsUntil: Instant = ''

  constructor(private readonly deps: Deps) {}

  /** Never throws; empty when the helper is off or the model fails. */
  async namesFor(series: UnlistedSeries, signal: AbortSignal): Promise<readonly string[]> {
    const { db, model } = this.deps
    if (!model.isOn('ai_search_alternates')) return []
    const { comic_id } = series
    if (this.mayAsk(comic_id)) {
      const work = this.asking.get(comic_id) ?? this.ask(series, signal).finally(() => this.asking.delete(comic_id))
      this.asking.set(comic_id, work)
      await work
    }
    return findAlternates(db.read, comic_id)?.names ?? []
  }

  private mayAsk(comicId: string): boolean {
    const { db, clock } = this.deps
    const row = findAlternates(db.read, comicId)
    if (this.restsUntil > clock.now()) return false
    if (!row) return true
    return row.asks < MOST_ASKS && row.names.length < MOST_NAMES && plus(row.asked_at, SECOND_ASK_MS) <= clock.now()
  }

  private async ask(series: UnlistedSeries, signal: AbortSignal): Promise<void> {
    const { db, clock, log, model } = this.deps
    const { comic_id, series: name, year, publisher, aliases } = series
    const known = findAlternates(db.read, comic_id)
    const tried = [name, ...(aliases ?? []), ...(known?.names ?? [])]
    const answer = await model.ask({
      helper: 'ai_search_alternates',
      feature: 'search',
      description: `Other names of ${name}`,
      instructions: INSTRUCTIONS,
      data: { series: name, year, publisher, tried },
      reply: Reply,
      maxTokens: 200,
      entity: { type: 'series', id: comic_id },
      signal,
    })
    if ('failure' in answer && !isLasting(answer.failure)) {
      if (answer.failure !== 'cancelled') this.restsUntil = plus(clock.now(), REST_MS)
      return
    }
    const fresh = 'ok' in answer ? searchNames(answer.ok.names, tried) : []
    const names = [...(known?.names ?? []), ...fresh.slice(0, MOST_AT_ONCE)].slice(0, MOST_NAMES)
    const row = { comic_id, names, asks: (known?.asks ?? 0) + 1, asked_at: clock.now() }
    db.write((tx) => keepAlternates(tx, row))
    log.info('search', 'search names suggested', { series: name, names })
  }
}

const FOREIGN_SIGNS = /[^\p{L}\p{N}\p{M} '’&+:.,!-]/gu

/** Names that are usable as queries: short, of letters and digits, each once, and not tried before. */
function searchNames(names: readonly string[], tried: readonly string[]): string[] {
  const seen = new Set(tried.map((name) => name.toLowerCase()))
  return names.flatMap((raw) => {
    const name = lineOfModel(raw, 200).replace(FOREIGN_SIGNS, ' ').replace(/\s+/g, ' ').trim()
    const isName = name.length >= 2 && name.length <= 80 && /\p{L}/u.test(name)
    if (!isName || seen.has(name.toLowerCase())) return []
    seen.add(name.toLowerCase())
    return [name]
  })
}
