import type { ComicInfo, ComicInfoPage } from '../../base/formats/documents/comicinfo'
import type { ComicInfoFields } from '../../base/formats/documents/comicinfo-writer'
import type { MetronInfo } from '../../base/formats/documents/metroninfo'
import type { MetronInfoFields } from '../../base/formats/documents/metroninfo-writer'
import { withoutUndefined } from '../../base/formats/documents/without-undefined'
import { providerOf } from '../../base/providers/descriptors'
import type { IssueFacts } from '../metadata/providers/provider'
import type { FactSource } from '../metadata/states'
import type { KnownSeries } from '../metadata/sync/merge'
import type { IssueRow, SeriesRow } from '../series/store'
import { linkAddresses, otherLinkAddresses, type TagLink } from './addresses'
import { changedComicInfo, changedMetronInfo } from './kept-fields'
import { type NotesFormat, notesLine, withLine } from './notes'
import { ageRatingOf, formatOf, metronFormatOf, metronRatingOf, priceOf, rolesOf } from './words'

/** All metadata of a file's content. */
export interface TagSources {
  series: SeriesRow
  issue: IssueRow
  /** The merged metadata. */
  seriesFacts: KnownSeries
  issueFacts: IssueFacts
  /** The source of each field; absent for a field of files without other sources. */
  from: {
    series: Partial<Record<keyof KnownSeries, FactSource>>
    issue: Partial<Record<keyof IssueFacts, FactSource>>
  }
  links: readonly TagLink[]
  /** The number of regular issues of the series, in its unit; undefined while no provider lists them. */
  total?: number | undefined
  pages: number
  /** Index of the cover. */
  cover: number
}

export interface SheetOptions {
  /** Whether the volume is written. */
  volume: boolean
  /** Whether the start year is written as the volume, as ComicVine's taggers do. */
  startYearAsVolume: boolean
  notes: NotesFormat
}

/**
 * The library's metadata as ComicInfo. `kept` is the file's own document: notes, addresses and pages of other tools
 * stay, and so does what the library has from its files.
 */
export const comicInfoOf = (known: TagSources, options: SheetOptions, kept?: ComicInfo): ComicInfoFields =>
  changedComicInfo(allComicInfo(known, options, kept), known, kept)

/** The same as MetronInfo, which holds ids of several services. */
export const metronInfoOf = (known: TagSources, kept?: MetronInfo): MetronInfoFields =>
  changedMetronInfo(allMetronInfo(known, kept), known, kept)

function allComicInfo(known: TagSources, options: SheetOptions, kept?: ComicInfo): ComicInfoFields {
  const { series, issue, seriesFacts, issueFacts: facts, links } = known
  const arcs = facts.arcs?.filter(({ name }) => name.trim() !== '') ?? []
  const numbers = arcs.map(({ number }) => number)
  const urls = [facts.url, seriesFacts.url].filter((url) => url !== undefined)
  return withoutUndefined({
    title: issue.title ?? facts.title,
    series: series.name,
    number: numberOf(known),
    count: issue.kind === 'issue' && issue.unit === 'issue' ? known.total : undefined,
    volume: volumeOf(known, options),
    ...alternateOf(facts, arcs[0]),
    summary: issue.summary ?? facts.summary,
    notes: withLine(kept?.notes, notesLine(links, options.notes)),
    ...dateOf(issue.issue_date ?? issue.release_date ?? issue.digital_date),
    ...creditsOf(known),
    publisher: series.publisher ?? undefined,
    imprint: series.imprint ?? undefined,
    genre: some(facts.genres) ?? some(series.genres ?? undefined),
    tags: some(facts.tags) ?? some(seriesFacts.tags),
    web: some([...linkAddresses(links, urls), ...otherLinkAddresses(kept?.web ?? [], links)]),
    pageCount: known.pages,
    languageISO: series.language ?? undefined,
    format: issue.kind === 'annual' ? 'Annual' : formatOf(series.book_type),
    manga: mangaOf(series),
    characters: some(facts.characters),
    teams: some(facts.teams),
    locations: some(facts.locations),
    storyArc:
      arcs
        .map(({ name }) =>
          name
            .split(',')
            .map((part) => part.trim())
            .join(' '),
        )
        .join(', ') || undefined,
    storyArcNumber: numbers.every((number) => number) ? numbers.join(', ') || undefined : undefined,
    mainCharacterOrTeam: facts.main_character,
    seriesGroup: facts.series_groups?.join(', '),
    ageRating: ageRatingOf(facts.age_rating ?? series.stated_age_rating),
    blackAndWhite: facts.black_and_white === undefined ? undefined : facts.black_and_white ? 'Yes' : 'No',
    communityRating: facts.community_rating,
    review: facts.review,
    gtin: facts.upc ?? facts.isbn,
    pages: pagesOf(known, kept),
  })
}

function allMetronInfo(known: TagSources, kept?: MetronInfo): MetronInfoFields {
  const { series, issue, seriesFacts, issueFacts: facts, links } = known
  const names = (list: readonly string[] | undefined) => some(list?.map((name) => ({ name })))
  const main = links.find(({ issue_id }) => issue_id !== undefined)
  const urls = [facts.url, seriesFacts.url].filter((url) => url !== undefined)
  const isVolume = series.content_type === 'manga' && issue.unit === 'volume'
  return withoutUndefined<MetronInfoFields>({
    ids: some(
      links.flatMap(({ provider, issue_id }) =>
        issue_id ? [{ source: providerOf(provider).tagName, id: issue_id }] : [],
      ),
    ),
    publisher: series.publisher
      ? withoutUndefined({ name: series.publisher, imprint: series.imprint ? { name: series.imprint } : undefined })
      : undefined,
    series: withoutUndefined({
      name: series.name,
      sortName: series.sort_name === series.name ? undefined : series.sort_name,
      id: main?.series_id,
      language: series.language?.slice(0, 2).toLowerCase(),
      volume: series.volume ?? undefined,
      format: issue.kind === 'annual' ? 'Annual' : metronFormatOf(series.book_type),
      startYear: series.year ?? undefined,
      issueCount: issue.kind === 'issue' && issue.unit === unitOf(series) ? known.total : undefined,
      alternativeNames: some(series.aliases?.map((name) => ({ name }))),
    }),
    mangaVolume: isVolume ? issue.number : (issue.volume_number ?? undefined),
    number: isVolume ? undefined : issue.number,
    stories: names(issue.title ? issue.title.split(';').map((part) => part.trim()) : undefined),
    summary: issue.summary ?? facts.summary,
    prices: some(priceOf(facts.price)),
    coverDate: wholeDay(issue.issue_date),
    storeDate: wholeDay(issue.release_date),
    pageCount: known.pages,
    notes: withLine(kept?.notes, notesLine(links, 'Issue ID')),
    genres: names(some(facts.genres) ?? series.genres ?? undefined),
    tags: names(some(facts.tags) ?? seriesFacts.tags),
    arcs: some(facts.arcs?.map(({ name, number }) => withoutUndefined({ name, number: placeIn(number) }))),
    characters: names(facts.characters),
    teams: names(facts.teams),
    locations: names(facts.locations),
    isbn: facts.isbn,
    upc: facts.upc,
    ageRating: metronRatingOf(facts.age_rating ?? series.stated_age_rating),
    urls: some(linkAddresses(links, urls)),
    credits: some(
      (facts.credits ?? []).map(({ name, roles }) => ({
        name,
        roles: roles.map((role) => (role === 'CoverArtist' ? 'Cover' : role)),
      })),
    ),
  })
}

/** Where no other series lists the issue, its first arc does. */
function alternateOf({ alternate }: IssueFacts, arc: { name: string; number?: string } | undefined) {
  const { series, number, count } = alternate ?? { series: arc?.name, number: arc?.number, count: undefined }
  return { alternateSeries: series, alternateNumber: number, alternateCount: count }
}

/** The unit in which the total of a series is stated. */
const unitOf = ({ content_type, counted_in }: SeriesRow) => (content_type === 'manga' ? counted_in : 'issue')

/** A manga volume has its number as Volume, as manga readers expect. */
function numberOf({ series, issue }: TagSources): string | undefined {
  return series.content_type === 'manga' && issue.unit === 'volume' ? undefined : issue.number || undefined
}

function volumeOf({ series, issue }: TagSources, { volume, startYearAsVolume }: SheetOptions): number | undefined {
  if (series.content_type === 'manga') return whole(issue.unit === 'volume' ? issue.number : issue.volume_number)
  if (!volume) return undefined
  return (startYearAsVolume ? series.year : series.volume) ?? undefined
}

function mangaOf({ content_type, reading_direction }: SeriesRow): ComicInfo['manga'] {
  if (content_type !== 'manga') return 'No'
  return reading_direction === 'rtl' ? 'YesAndRightToLeft' : 'Yes'
}

/** The date may be just a month or a year. */
function dateOf(day: string | null): Pick<ComicInfoFields, 'year' | 'month' | 'day'> {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  return { year: year || undefined, month: month || undefined, day: date || undefined }
}

const wholeDay = (day: string | null) => (/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? (day as string) : undefined)
const whole = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)
const placeIn = (number: string | undefined) => whole(number ?? null) || undefined

function creditsOf({ series, issue, seriesFacts, issueFacts }: TagSources) {
  const credits: Partial<Record<ReturnType<typeof rolesOf>[number], string[]>> = {}
  for (const { name, roles } of issueFacts.credits ?? [])
    for (const role of new Set(roles.flatMap(rolesOf))) credits[role] = [...(credits[role] ?? []), name]
  const writers = issue.writer?.split(', ') ?? (series.content_type === 'manga' ? seriesFacts.authors : undefined)
  return { ...credits, writer: credits.writer ?? some(writers) }
}

/** A cover marked in the file is kept. */
function pagesOf({ cover, pages }: TagSources, kept: ComicInfo | undefined): ComicInfoPage[] | undefined {
  if (pages === 0 || kept?.pages?.some(({ type }) => type === 'FrontCover')) return undefined
  return [{ image: cover, type: 'FrontCover' }]
}

const some = <T>(list: readonly T[] | undefined) => (list && list.length > 0 ? [...list] : undefined)
