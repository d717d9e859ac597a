import { type SeriesIdKey, seriesIdKeys, siteNames, siteOf } from '../../base/providers/descriptors'
import type { ParsedFile } from './parsed-file'

/** Ids of a series by service, without those of its issues. */
export type SeriesIds = Partial<Record<SeriesIdKey, string>>

/** What files and folders say about a series besides its name and its run. */
interface SeriesFacts {
  description?: string
  bookType?: string
  totalIssues?: number
  providerIds: SeriesIds
}

export function idsOfSeries({ ids }: Pick<ParsedFile, 'ids'>): SeriesIds {
  const found: SeriesIds = {}
  for (const service of seriesIdKeys) if (ids[service] !== undefined) found[service] = ids[service]
  return found
}

/** Whether two are the same series for the services that list both; undefined when none does. One match is enough. */
export function sameIds(one: SeriesIds, other: SeriesIds): boolean | undefined {
  const both = seriesIdKeys.filter((service) => one[service] !== undefined && other[service] !== undefined)
  return both.length === 0 ? undefined : both.some((service) => one[service] === other[service])
}

const ISSUE_IDS = siteNames.flatMap((name) => siteOf(name).fileIds.issue ?? [])

export const hasIssueId = ({ ids }: Pick<ParsedFile, 'ids'>): boolean =>
  ISSUE_IDS.some((service) => ids[service] !== undefined)

/**
 * A service with both files lists them as two issues. Files with the same bytes are one issue, whatever a tagger wrote.
 */
export function areOtherIssues(
  one: Pick<ParsedFile, 'ids' | 'hash'>,
  other: Pick<ParsedFile, 'ids' | 'hash'>,
): boolean {
  if (one.hash !== undefined && one.hash === other.hash) return false
  const both = ISSUE_IDS.filter((service) => one.ids[service] !== undefined && other.ids[service] !== undefined)
  return both.length > 0 && both.every((service) => one.ids[service] !== other.ids[service])
}

/** The series ids in the files, each with its number of files, the most frequent first. */
export function idsNamed(parsedFiles: readonly ParsedFile[], service: keyof SeriesIds): [id: string, files: number][] {
  const count = new Map<string, number>()
  for (const { ids } of speaking(parsedFiles)) {
    const id = ids[service]
    if (id !== undefined) count.set(id, (count.get(id) ?? 0) + 1)
  }
  return [...count].sort((a, b) => b[1] - a[1])
}

/** series.json describes the series itself, so it wins; of the files' statements, the most frequent wins. */
export function aboutSeries(parsedFiles: readonly ParsedFile[]): SeriesFacts {
  const json = parsedFiles.find((parsed) => parsed.json)?.json
  const ids: SeriesIds = {}
  for (const service of seriesIdKeys) {
    const id = idsNamed(parsedFiles, service)[0]?.[0]
    if (id !== undefined) ids[service] = id
  }
  const folderId = parsedFiles.find((parsed) => parsed.folderId !== undefined)?.folderId
  if (folderId !== undefined) ids.comicvineVolume = folderId
  return {
    description: json?.description?.slice(0, 10_000),
    bookType: typeOf(json, parsedFiles),
    totalIssues: json?.totalIssues ?? mostOften(parsedFiles.map(({ count }) => count)),
    providerIds: ids,
  }
}

/** The type in series.json, unless it is the usual default; else the type that all counted files share. */
function typeOf(json: ParsedFile['json'], parsedFiles: readonly ParsedFile[]): string | undefined {
  const jsonType = json?.booktype?.slice(0, 100)
  if (jsonType !== undefined && !/^print$/i.test(jsonType)) return jsonType
  const regular = parsedFiles.filter(({ kind }) => kind === 'issue')
  const first = regular[0]?.bookType
  return first !== undefined && regular.every(({ bookType }) => bookType === first) ? first : jsonType
}

/** Annuals and collected editions have their own ids, so only files of the most frequent unit describe the series. */
function speaking(parsedFiles: readonly ParsedFile[]): readonly ParsedFile[] {
  const regular = parsedFiles.filter(({ kind }) => kind === 'issue')
  const unit = mostOften(regular.map((parsed) => parsed.unit))
  return regular.filter((parsed) => parsed.unit === unit)
}

function mostOften<T>(values: readonly (T | undefined)[]): T | undefined {
  const count = new Map<T, number>()
  for (const value of values) if (value !== undefined) count.set(value, (count.get(value) ?? 0) + 1)
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0]
}
