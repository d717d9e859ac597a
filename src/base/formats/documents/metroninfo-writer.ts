import type { XmlElement } from '../../platform/xml'
import { element, type Xml, xmlDocument } from '../../platform/xml-writer'
import { copyElement, namedAttributes } from './copy-element'
import type { MetronInfo, MetronResource, MetronSeries } from './metroninfo'
import { attribute, documentRoot, findChild, findChildren, findChildText } from './xml-lenient'

/** Everything that the document contains. The first of `ids` and of `urls` is written as the primary one. */
export type MetronInfoFields = Partial<Omit<MetronInfo, 'providerIds' | 'series'>> & {
  series: Omit<MetronSeries, 'alternativeNames'> & Partial<Pick<MetronSeries, 'alternativeNames'>>
}

export const METRON_FORMATS = [
  'Annual',
  'Digital Chapter',
  'Graphic Novel',
  'Hardcover',
  'Limited Series',
  'Omnibus',
  'One-Shot',
  'Single Issue',
  'Trade Paperback',
] as const
export const METRON_AGE_RATINGS = ['Unknown', 'Everyone', 'Teen', 'Teen Plus', 'Mature', 'Explicit', 'Adult'] as const
const SOURCES = [
  'AniList',
  'Comic Vine',
  'Grand Comics Database',
  'Kitsu',
  'MangaDex',
  'MangaUpdates',
  'Marvel',
  'Metron',
  'MyAnimeList',
  'League of Comic Geeks',
]
const ROLES = (
  'Writer|Script|Story|Plot|Interviewer|Artist|Penciller|Breakdowns|Illustrator|Layouts|Inker|Embellisher|Finishes|' +
  'Ink Assists|Colorist|Color Separations|Color Assists|Color Flats|Digital Art Technician|Gray Tone|Letterer|Cover|' +
  'Editor|Consulting Editor|Assistant Editor|Associate Editor|Group Editor|Senior Editor|Managing Editor|' +
  'Collection Editor|Production|Designer|Logo Design|Translator|Supervising Editor|Executive Editor|Editor In Chief|' +
  'President|Publisher|Chief Creative Officer|Executive Producer|Other'
).split('|')

/**
 * MetronInfo.xml 1.0 of `info`. Fields that `info` lacks are kept from `kept`, the document of another tool, with its
 * ids of people and things; ids and addresses of services that `info` does not name are kept too. Valid against the
 * schema when `kept` is; words outside the schema are left out, unknown roles become `Other`. Throws XmlError when
 * `kept` is not a MetronInfo of at most 1 MiB.
 */
export function writeMetronInfo(info: MetronInfoFields, kept?: Uint8Array | string): string {
  const root = kept === undefined ? undefined : documentRoot(kept, 'MetronInfo')
  const texts = new Map(sections(info, root).map((each) => [each.name.toLowerCase(), each.xml]))
  const written = [...texts].flatMap(([name, xml]) => xml ?? section(root, name))
  const unknown = (root?.children ?? []).filter(({ name }) => !texts.has(name.toLowerCase())).flatMap(copyElement)
  return xmlDocument(element('MetronInfo', namedAttributes(root?.attributes ?? {}), ...written, ...unknown))
}

/** The kept section, when it has no new value and is not empty. */
function section(root: XmlElement | undefined, name: string): Xml[] {
  const found = findChild(root, name)
  return found && (found.text !== '' || found.children.length > 0) ? copyElement(found) : []
}

/** In the order of the schema. A field without `xml` keeps the kept value. */
function sections(info: MetronInfoFields, root: XmlElement | undefined): { name: string; xml: Xml | undefined }[] {
  const text = (name: string, value: string | number | undefined) => ({
    name,
    xml: value === undefined || value === '' ? undefined : element(name, {}, String(value)),
  })
  const list = (name: string, items: Xml[] | undefined) => ({
    name,
    xml: items && items.length > 0 ? element(name, {}, ...items) : undefined,
  })
  const resources = (name: string, item: string, items: MetronResource[] | undefined) =>
    list(name, items?.map(resource(item, findChildren(findChild(root, name), item))))
  return [
    list('IDS', idsOf(info, findChild(root, 'IDS'))),
    { name: 'Publisher', xml: publisherOf(info.publisher, findChild(root, 'Publisher')) },
    { name: 'Series', xml: seriesOf(info.series, findChild(root, 'Series')) },
    text('MangaVolume', info.mangaVolume),
    text('CollectionTitle', info.collectionTitle),
    text('Number', info.number),
    resources('Stories', 'Story', info.stories),
    text('Summary', info.summary),
    list('Prices', info.prices?.flatMap(priceOf)),
    text('CoverDate', info.coverDate),
    text('StoreDate', info.storeDate),
    text('PageCount', info.pageCount),
    text('Notes', info.notes),
    resources('Genres', 'Genre', info.genres),
    resources('Tags', 'Tag', info.tags),
    list('Arcs', info.arcs?.map(arcOf(findChildren(findChild(root, 'Arcs'), 'Arc')))),
    resources('Characters', 'Character', info.characters),
    resources('Teams', 'Team', info.teams),
    list('Universes', undefined),
    resources('Locations', 'Location', info.locations),
    resources('Reprints', 'Reprint', info.reprints),
    list('GTIN', [...some('ISBN', info.isbn), ...some('UPC', info.upc)]),
    text('AgeRating', listed(METRON_AGE_RATINGS, info.ageRating)),
    list('URLs', urlsOf(info, findChild(root, 'URLs'))),
    list('Credits', info.credits?.map(creditOf(findChildren(findChild(root, 'Credits'), 'Credit')))),
    text('LastModified', info.lastModified),
  ]
}

const listed = <W extends string>(words: readonly W[], text: string | undefined) =>
  words.find((word) => word.toLowerCase() === text?.toLowerCase())
const some = (name: string, text: string | number | undefined): Xml[] =>
  text === undefined || text === '' ? [] : [element(name, {}, String(text))]
const language = (code: string | undefined) => (/^[a-z]{2}$/.test(code ?? '') ? code : undefined)

/** The kept resource of the same name: its id is kept where `info` has none. */
function resource(name: string, kept: readonly XmlElement[]) {
  return (entry: MetronResource) => element(name, { id: entry.id ?? idOf(kept, entry.name) }, entry.name)
}

function idOf(kept: readonly XmlElement[], name: string): string | undefined {
  return attribute(
    kept.find(({ text }) => text.toLowerCase() === name.toLowerCase()),
    'id',
  )
}

function idsOf({ ids = [] }: MetronInfoFields, kept: XmlElement | undefined): Xml[] {
  const ours = ids.flatMap(({ source, id }) => {
    const known = listed(SOURCES, source)
    return known ? [{ source: known, id }] : []
  })
  const others = findChildren(kept, 'ID').flatMap((each) => {
    const source = listed(SOURCES, attribute(each, 'source'))
    return source && each.text && !ours.some((own) => own.source === source) ? [{ source, id: each.text }] : []
  })
  return [...ours, ...others].map(({ source, id }, at) =>
    element('ID', { source, primary: at === 0 ? 'true' : undefined }, id),
  )
}

function urlsOf({ urls = [] }: MetronInfoFields, kept: XmlElement | undefined): Xml[] {
  const all = new Set([...urls, ...findChildren(kept, 'URL').map(({ text }) => text)].filter((url) => url !== ''))
  return [...all].map((url, at) => element('URL', { primary: at === 0 ? 'true' : undefined }, url))
}

function publisherOf(publisher: MetronInfo['publisher'], kept: XmlElement | undefined): Xml | undefined {
  if (!publisher) return undefined
  const same = findChildText(kept, 'Name')?.toLowerCase() === publisher.name.toLowerCase()
  const imprint = publisher.imprint
    ? [resource('Imprint', findChildren(kept, 'Imprint'))(publisher.imprint)]
    : section(same ? kept : undefined, 'Imprint')
  const id = publisher.id ?? (same ? attribute(kept, 'id') : undefined)
  return element('Publisher', { id }, element('Name', {}, publisher.name), ...imprint)
}

function seriesOf(series: MetronInfoFields['series'], kept: XmlElement | undefined): Xml {
  const same = findChildText(kept, 'Name')?.toLowerCase() === series.name.toLowerCase() ? kept : undefined
  const one = (name: string, value: string | number | undefined) =>
    value === undefined ? section(same, name) : some(name, value)
  const names = series.alternativeNames?.map((each) =>
    element('AlternativeName', { id: each.id, lang: language(each.language) }, each.name),
  )
  return element(
    'Series',
    { lang: language(series.language) ?? language(attribute(same, 'lang')), id: series.id ?? attribute(same, 'id') },
    element('Name', {}, series.name),
    ...one('SortName', series.sortName),
    ...one('Volume', series.volume),
    ...one('Format', listed(METRON_FORMATS, series.format)),
    ...one('StartYear', series.startYear === undefined ? undefined : String(series.startYear).padStart(4, '0')),
    ...one('IssueCount', series.issueCount),
    ...one('VolumeCount', series.volumeCount),
    ...(names && names.length > 0 ? [element('AlternativeNames', {}, ...names)] : section(same, 'AlternativeNames')),
  )
}

function priceOf({ country, price }: { country: string; price: number }): Xml[] {
  return /^[A-Z]{2}$/.test(country) && price >= 0 ? [element('Price', { country }, String(price))] : []
}

function arcOf(kept: readonly XmlElement[]) {
  return ({ name, id, number }: MetronInfo['arcs'][number]): Xml => {
    const same = kept.find((each) => findChildText(each, 'Name')?.toLowerCase() === name.toLowerCase())
    return element('Arc', { id: id ?? attribute(same, 'id') }, element('Name', {}, name), ...some('Number', number))
  }
}

function creditOf(kept: readonly XmlElement[]) {
  const creators = kept.flatMap((credit) => findChildren(credit, 'Creator'))
  return ({ name, id, roles }: MetronInfo['credits'][number]): Xml => {
    const known = new Set(roles.map((role) => listed(ROLES, role) ?? 'Other'))
    const each = [...known].map((role) => element('Role', {}, role))
    return element('Credit', {}, resource('Creator', creators)({ name, id }), element('Roles', {}, ...each))
  }
}
