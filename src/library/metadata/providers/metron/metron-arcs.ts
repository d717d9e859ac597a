import { plainText } from '../plain-text'
import type { ProviderAnswer, ProviderRequestOptions } from '../provider'
import { type ArcFacts, type ArcIssueRecord, type ArcQueries, type ArcRecord, byDate } from '../provider-arcs'
import {
  addressField,
  knownFields,
  lineField,
  longTextField,
  type ReplyFields,
  replyFields,
  requiredText,
  yearField,
} from '../reply-fields'
import { listedIssue, type MetronPage, metronBookType, metronName } from './metron-records'

interface Requests {
  /** One page of a list. */
  page<T>(path: string, query: Record<string, string | number>, read: (fields: ReplyFields) => T, asking?: ProviderRequestOptions): Promise<ProviderAnswer<MetronPage<T>>> // biome-ignore format: one line
  detail<T>(
    path: string,
    read: (fields: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<T | undefined>>
}

/** The prefix for ids of reading lists: they are numbered separately from arcs. */
const LIST = 'list-'
const MOST_PAGES = 100

/** Metron's reading lists, which are in reading order, and its arcs, which are sorted by date. */
export function metronArcs({ page, detail }: Requests): ArcQueries {
  const pathOf = (arcId: string) =>
    arcId.startsWith(LIST) ? `reading_list/${arcId.slice(LIST.length)}` : `arc/${arcId}`
  async function everyPage<T>(
    path: string,
    read: (fields: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<T[]>> {
    const all: T[] = []
    for (let at = 1; at <= MOST_PAGES; at++) {
      const found = await page(path, { page: at }, read, asking)
      if (!('ok' in found)) return found
      all.push(...found.ok.results)
      if (!found.ok.more) break
    }
    return { ok: all }
  }

  return {
    async search(name, asking) {
      const lists = await page('reading_list', { name, page: 1 }, listOf, asking)
      if (!('ok' in lists)) return lists
      const arcs = await page('arc', { name, page: 1 }, arcOf, asking)
      if (!('ok' in arcs)) return arcs
      return { ok: [...lists.ok.results, ...arcs.ok.results] }
    },

    arc: (arcId, asking) => detail(pathOf(arcId), arcId.startsWith(LIST) ? listOf : arcOf, asking),

    async issues(arcId, asking) {
      if (!arcId.startsWith(LIST)) {
        const found = await everyPage(`${pathOf(arcId)}/issue_list`, issueOf, asking)
        return 'ok' in found ? { ok: byDate(found.ok) } : found
      }
      const read = (item: ReplyFields) => ({ order: orderOf(item), issue: issueOf(replyFields(item.issue, 'issue')) })
      const found = await everyPage(`${pathOf(arcId)}/items`, read, asking)
      if (!('ok' in found)) return found
      return { ok: found.ok.toSorted((a, b) => a.order - b.order).map(({ issue }) => issue) }
    },
  }
}

function orderOf(item: ReplyFields): number {
  const order = Number(requiredText(item, 'order'))
  if (Number.isNaN(order)) throw new Error('order is not as expected')
  return order
}

const arcOf = (arc: ReplyFields): ArcRecord => recordOf(arc, { id: requiredText(arc, 'id'), ordered: false })
const listOf = (list: ReplyFields): ArcRecord => recordOf(list, { id: LIST + requiredText(list, 'id'), ordered: true })

function recordOf(from: ReplyFields, { id, ordered }: { id: string; ordered: boolean }): ArcRecord {
  return {
    provider: 'metron',
    provider_id: id,
    ordered,
    facts: knownFields<ArcFacts>({
      name: requiredText(from, 'name'),
      publisher: undefined,
      description: plainText(longTextField(from, 'desc')),
      image_url: addressField(from, 'image'),
      url: addressField(from, 'resource_url'),
      issue_count: undefined,
    }),
  }
}

function issueOf(issue: ReplyFields): ArcIssueRecord {
  const { provider_id, facts } = listedIssue(issue)
  const series = replyFields(issue.series, 'series')
  return knownFields<ArcIssueRecord>({
    provider_id,
    series_id: lineField(series, 'id'),
    series: requiredText(series, 'name'),
    series_year: yearField(series, 'year_began'),
    // A list names the type as text; the series itself contains it as an object.
    book_type: metronBookType(
      typeof series.series_type === 'string' ? lineField(series, 'series_type') : metronName(series, 'series_type'),
    ),
    number: facts.number ?? '',
    title: undefined,
    release_date: facts.release_date,
    issue_date: facts.issue_date,
    ids: facts.ids,
  })
}
