import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { MetronInfo, MetronResource } from '../../base/formats/documents/metroninfo'

/** MetronInfo mapped to the fields of ComicInfo, so that both are parsed the same way. */
export function metronAsComicInfo(metron: MetronInfo): ComicInfo {
  const { series, publisher, credits } = metron
  const [year, month, day] = (metron.storeDate ?? metron.coverDate ?? '').split('-').map(Number)
  const writer = credits.filter(({ roles }) => roles.some((role) => /^(?:writer|story|script)$/i.test(role)))
  const info: ComicInfo = {
    // Taggers of ComicInfo put the start year of the run after the name.
    series: series && (series.startYear ? `${series.name} (${series.startYear})` : series.name),
    number: metron.number,
    volume: series?.volume,
    count: series?.issueCount,
    title: metron.stories.map(({ name }) => name).join('; ') || metron.collectionTitle,
    summary: metron.summary,
    year: year || undefined,
    month,
    day,
    writer: writer.length > 0 ? writer.map(({ name }) => name) : undefined,
    publisher: publisher?.name,
    imprint: publisher?.imprint?.name,
    languageISO: series?.language,
    format: series?.format,
    gtin: metron.upc ?? metron.isbn,
    genre: namesOf(metron.genres),
    tags: namesOf(metron.tags),
    ageRating: metron.ageRating,
    providerIds: metron.providerIds,
  }
  return withoutUnsaid(info)
}

/** Each name once, as in a list of ComicInfo; undefined when there is none. */
function namesOf(resources: readonly MetronResource[]): string[] | undefined {
  const names = new Set(resources.map(({ name }) => name))
  return names.size > 0 ? [...names] : undefined
}

/** ComicInfo wins; its empty fields are filled from MetronInfo. */
export function mergeComicInfo(info: ComicInfo | undefined, metron: ComicInfo | undefined): ComicInfo | undefined {
  if (!info || !metron) return info ?? metron
  const providerIds = { ...metron.providerIds, ...info.providerIds }
  // A date comes from one source; otherwise the day of one would be joined with the month of the other.
  const dated = info.year === undefined ? {} : { month: info.month, day: info.day }
  return withoutUnsaid({ ...metron, ...withoutUnsaid(info), ...dated, providerIds })
}

function withoutUnsaid(info: ComicInfo): ComicInfo {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)) as unknown as ComicInfo
}
