import type { XmlElement } from '../../platform/xml'
import { type FileIdKey, siteNames, siteOf } from '../../providers/descriptors'
import { findProviderIds, type ProviderIds } from './provider-ids'
import { withoutUndefined } from './without-undefined'
import { attribute, documentRoot, findChild, findChildren, findChildText, unlessUnknown, wholeIn } from './xml-lenient'

/** A resource with a page of its own at the source; `id` is its id there. */
export interface MetronResource {
  name: string
  id?: string
}

interface MetronId {
  /** `Comic Vine`, `Metron`, `MangaDex` and so on, as the schema spells them. */
  source: string
  id: string
}

export interface MetronSeries {
  name: string
  sortName?: string
  id?: string
  /** Two letters. */
  language?: string
  volume?: number
  /** `Single Issue`, `Limited Series`, `Trade Paperback`, `Digital Chapter` and so on. */
  format?: string
  startYear?: number
  issueCount?: number
  volumeCount?: number
  alternativeNames: (MetronResource & { language?: string })[]
}

/**
 * What MetronInfo.xml says, version 1.0 (Metron-Project/metroninfo). Undefined stands for values that are absent, empty
 * or out of range; lists are then empty. Ids without a source belong to the source of the first of `ids`.
 */
export interface MetronInfo {
  /** The id that the file marks as primary is first. */
  ids: MetronId[]
  publisher?: MetronResource & { imprint?: MetronResource }
  series?: MetronSeries
  /** For manga: the volume that the issue is, or belongs to. */
  mangaVolume?: string
  collectionTitle?: string
  /** As printed. */
  number?: string
  stories: MetronResource[]
  summary?: string
  prices: { country: string; price: number }[]
  /** `2024-05-31`. */
  coverDate?: string
  storeDate?: string
  pageCount?: number
  notes?: string
  genres: MetronResource[]
  tags: MetronResource[]
  arcs: (MetronResource & { number?: number })[]
  characters: MetronResource[]
  teams: MetronResource[]
  universes: (MetronResource & { designation?: string })[]
  locations: MetronResource[]
  reprints: MetronResource[]
  isbn?: string
  upc?: string
  ageRating?: string
  /** The address that the file marks as primary is first. */
  urls: string[]
  credits: (MetronResource & { roles: string[] })[]
  /** As written, in ISO 8601. */
  lastModified?: string
  providerIds: ProviderIds
}

const MOST = 1_000_000

/**
 * Reads a MetronInfo.xml of at most 1 MiB; names in another case and repeated elements are accepted. Throws XmlError.
 */
export function parseMetronInfo(document: Uint8Array | string): MetronInfo {
  const root = documentRoot(document, 'MetronInfo')
  const list = (name: string, item: string) => findChildren(findChild(root, name), item)
  const resources = (name: string, item: string) => list(name, item).flatMap(resource)
  const ids = primaryFirst(list('IDS', 'ID')).flatMap((each) => idOf(each))
  const urls = primaryFirst(list('URLs', 'URL')).flatMap(({ text }) => (text ? [text] : []))
  const series = seriesOf(findChild(root, 'Series'))
  const notes = findChildText(root, 'Notes')
  return withoutUndefined<MetronInfo>({
    ids,
    publisher: publisherOf(findChild(root, 'Publisher')),
    series,
    mangaVolume: findChildText(root, 'MangaVolume'),
    collectionTitle: findChildText(root, 'CollectionTitle'),
    number: findChildText(root, 'Number'),
    stories: resources('Stories', 'Story'),
    summary: findChildText(root, 'Summary'),
    prices: list('Prices', 'Price').flatMap(priceOf),
    coverDate: dateOf(findChildText(root, 'CoverDate')),
    storeDate: dateOf(findChildText(root, 'StoreDate')),
    pageCount: wholeIn(findChildText(root, 'PageCount'), 1, MOST),
    notes,
    genres: resources('Genres', 'Genre'),
    tags: resources('Tags', 'Tag'),
    arcs: list('Arcs', 'Arc').flatMap((arc) =>
      named(arc).map((each) => withoutUndefined({ ...each, number: wholeIn(findChildText(arc, 'Number'), 1, MOST) })),
    ),
    characters: resources('Characters', 'Character'),
    teams: resources('Teams', 'Team'),
    universes: list('Universes', 'Universe').flatMap((universe) =>
      named(universe).map((each) => withoutUndefined({ ...each, designation: findChildText(universe, 'Designation') })),
    ),
    locations: resources('Locations', 'Location'),
    reprints: resources('Reprints', 'Reprint'),
    isbn: findChildText(findChild(root, 'GTIN'), 'ISBN'),
    upc: findChildText(findChild(root, 'GTIN'), 'UPC'),
    ageRating: unlessUnknown(findChildText(root, 'AgeRating')),
    urls,
    credits: list('Credits', 'Credit').flatMap(creditOf),
    lastModified: findChildText(root, 'LastModified'),
    providerIds: providerIds(ids, series, notes, urls),
  })
}

function resource(element: XmlElement): MetronResource[] {
  return element.text ? [withoutUndefined({ name: element.text, id: attribute(element, 'id') })] : []
}

/** A resource whose name is a child element. */
function named(element: XmlElement | undefined): MetronResource[] {
  const name = findChildText(element, 'Name')
  return name ? [withoutUndefined({ name, id: attribute(element, 'id') })] : []
}

function primaryFirst(elements: readonly XmlElement[]): XmlElement[] {
  const isPrimary = (element: XmlElement) => /^(?:true|1)$/i.test(attribute(element, 'primary') ?? '')
  return [...elements.filter(isPrimary), ...elements.filter((element) => !isPrimary(element))]
}

function idOf(element: XmlElement): MetronId[] {
  const source = attribute(element, 'source')
  return source && element.text ? [{ source, id: element.text }] : []
}

function publisherOf(element: XmlElement | undefined): MetronInfo['publisher'] {
  // The draft before 1.0 wrote the name directly into the element.
  const found = named(element)[0] ?? (element && resource(element)[0])
  return found && withoutUndefined({ ...found, imprint: findChildren(element, 'Imprint').flatMap(resource)[0] })
}

function seriesOf(element: XmlElement | undefined): MetronSeries | undefined {
  const found = named(element)[0]
  if (!found) return undefined
  return withoutUndefined<MetronSeries>({
    ...found,
    sortName: findChildText(element, 'SortName'),
    language: attribute(element, 'lang'),
    volume: wholeIn(findChildText(element, 'Volume'), 0, MOST),
    format: findChildText(element, 'Format'),
    startYear: wholeIn(findChildText(element, 'StartYear'), 1, 9999),
    issueCount: wholeIn(findChildText(element, 'IssueCount'), 1, MOST),
    volumeCount: wholeIn(findChildText(element, 'VolumeCount'), 1, MOST),
    alternativeNames: findChildren(findChild(element, 'AlternativeNames'), 'AlternativeName').flatMap((each) =>
      resource(each).map((name) => withoutUndefined({ ...name, language: attribute(each, 'lang') })),
    ),
  })
}

function priceOf(element: XmlElement): { country: string; price: number }[] {
  const [country, price] = [attribute(element, 'country'), Number(element.text || Number.NaN)]
  return country && price >= 0 ? [{ country, price }] : []
}

function creditOf(element: XmlElement): (MetronResource & { roles: string[] })[] {
  const roles = findChildren(findChild(element, 'Roles'), 'Role').flatMap(({ text }) => (text ? [text] : []))
  return findChildren(element, 'Creator')
    .flatMap(resource)
    .slice(0, 1)
    .map((creator) => ({ ...creator, roles }))
}

/** xs:date may carry a time zone, which is meaningless for a cover date. */
function dateOf(text: string | undefined): string | undefined {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|Z|[+-]\d\d:\d\d$)/.exec(text ?? '')?.[0]
}

/** The key of an issue's id at each source, and of its series' id. Without issues, the id is the series' own. */
const SOURCES: Record<string, { issue: FileIdKey; series?: FileIdKey }> = Object.fromEntries(
  siteNames.map((name) => {
    const { tagName, fileIds } = siteOf(name)
    const { issue, series } = fileIds
    return [tagName.toLowerCase(), issue ? { issue, series } : { issue: series }]
  }),
)

function providerIds(
  ids: readonly MetronId[],
  series: MetronSeries | undefined,
  notes: string | undefined,
  urls: readonly string[],
): ProviderIds {
  const found: ProviderIds = {}
  for (const { source, id } of ids) {
    const keys = SOURCES[source.toLowerCase()]
    if (keys) found[keys.issue] ??= id
  }
  const first = SOURCES[ids[0]?.source.toLowerCase() ?? '']
  if (first?.series && series?.id) found[first.series] = series.id
  return { ...findProviderIds(notes, urls), ...found }
}
