import { child, childrenOf, type XmlElement } from '../../platform/xml'
import { splitNames } from './name-list'
import { findProviderIds, type ProviderIds } from './provider-ids'
import { documentRoot, unlessUnknown } from './xml-lenient'

export interface ComicInfoPage {
  /** Place in reading order, from 0. */
  image: number
  /** FrontCover, InnerCover, Roundup, Story, Advertisement, Editorial, Letters, Preview, BackCover, Other, Deleted. */
  type?: string
  doublePage?: boolean
  bookmark?: string
  width?: number
  height?: number
}

/**
 * What ComicInfo.xml says, versions 2.0 and 2.1 (anansi-project/comicinfo). Undefined stands for values that are
 * absent, empty, "Unknown" or out of range. Lists are split at commas (`name-list.ts`), trimmed and free of repeats.
 */
export interface ComicInfo {
  title?: string
  series?: string
  /** As printed: "1", "½", "1.MU". */
  number?: string
  count?: number
  volume?: number
  alternateSeries?: string
  alternateNumber?: string
  alternateCount?: number
  summary?: string
  notes?: string
  year?: number
  month?: number
  day?: number
  writer?: string[]
  penciller?: string[]
  inker?: string[]
  colorist?: string[]
  letterer?: string[]
  coverArtist?: string[]
  editor?: string[]
  translator?: string[]
  publisher?: string
  imprint?: string
  genre?: string[]
  tags?: string[]
  web?: string[]
  pageCount?: number
  languageISO?: string
  format?: string
  blackAndWhite?: 'Yes' | 'No'
  manga?: 'Yes' | 'No' | 'YesAndRightToLeft'
  characters?: string[]
  teams?: string[]
  locations?: string[]
  mainCharacterOrTeam?: string
  scanInformation?: string
  storyArc?: string
  storyArcNumber?: string
  seriesGroup?: string
  ageRating?: string
  /** 0 to 5. */
  communityRating?: number
  review?: string
  gtin?: string
  pages?: ComicInfoPage[]
  providerIds: ProviderIds
  /** Elements whose value is impossible, such as `Month 13`. */
  impossible?: string[]
}

const TEXTS = {
  title: 'Title',
  series: 'Series',
  number: 'Number',
  alternateSeries: 'AlternateSeries',
  alternateNumber: 'AlternateNumber',
  summary: 'Summary',
  notes: 'Notes',
  publisher: 'Publisher',
  imprint: 'Imprint',
  languageISO: 'LanguageISO',
  format: 'Format',
  mainCharacterOrTeam: 'MainCharacterOrTeam',
  scanInformation: 'ScanInformation',
  storyArc: 'StoryArc',
  storyArcNumber: 'StoryArcNumber',
  seriesGroup: 'SeriesGroup',
  review: 'Review',
  gtin: 'GTIN',
} as const

const LISTS = {
  writer: 'Writer',
  penciller: 'Penciller',
  inker: 'Inker',
  colorist: 'Colorist',
  letterer: 'Letterer',
  coverArtist: 'CoverArtist',
  editor: 'Editor',
  translator: 'Translator',
  genre: 'Genre',
  tags: 'Tags',
  characters: 'Characters',
  teams: 'Teams',
  locations: 'Locations',
} as const

/** Name, and the smallest and largest accepted value. The schema writes -1 for "not known", and 0 for a page count. */
const WHOLES = {
  count: ['Count', 1, 100_000],
  volume: ['Volume', 0, 100_000],
  alternateCount: ['AlternateCount', 1, 100_000],
  year: ['Year', 1, 9999],
  month: ['Month', 1, 12],
  day: ['Day', 1, 31],
  pageCount: ['PageCount', 1, 100_000],
} as const

/**
 * Reads a ComicInfo.xml of at most 1 MiB; names in another case and repeated elements are accepted. Throws XmlError.
 */
export function parseComicInfo(document: Uint8Array | string): ComicInfo {
  const root = documentRoot(document, 'ComicInfo')
  const texts = textsOf(root)
  const info: ComicInfo = { providerIds: {} }
  for (const [key, name] of TEXT_FIELDS) put(info, key, texts.get(name))
  for (const [key, name] of LIST_FIELDS) put(info, key, splitNames(texts.get(name)))
  const impossible: string[] = []
  for (const [key, name, least, most] of WHOLE_FIELDS) {
    const text = texts.get(name)
    const value = whole(text, least, most)
    put(info, key, value)
    if (value === undefined && text !== undefined && !NOT_KNOWN.test(text)) impossible.push(described(key, text))
  }
  put(info, 'web', split(texts.get('web'), /\s+|,(?=\s*https?:)/))
  put(info, 'manga', oneOf(texts.get('manga'), ['Yes', 'No', 'YesAndRightToLeft']))
  put(info, 'blackAndWhite', oneOf(texts.get('blackandwhite'), ['Yes', 'No']))
  put(info, 'ageRating', unlessUnknown(texts.get('agerating')))
  const stated = texts.get('communityrating')
  put(info, 'communityRating', rating(stated))
  if (info.communityRating === undefined && stated !== undefined && !NOT_KNOWN.test(stated))
    impossible.push(described('communityRating', stated))
  put(info, 'pages', pagesOf(root))
  info.providerIds = findProviderIds(info.notes, info.web ?? [])
  if (impossible.length > 0) info.impossible = impossible
  return info
}

/** Programs write these for a value that is not known. */
const NOT_KNOWN = /^(?:-1|0|unknown|none|n\/a|\?)$/i
const MOST_SHOWN = 20

const described = (key: keyof ComicInfo, text: string) =>
  `${key[0]!.toUpperCase()}${key.slice(1)} ${text.slice(0, MOST_SHOWN)}`

const TEXT_FIELDS = entriesOf(TEXTS).map(([key, name]) => [key, name.toLowerCase()] as const)
const LIST_FIELDS = entriesOf(LISTS).map(([key, name]) => [key, name.toLowerCase()] as const)
const WHOLE_FIELDS = entriesOf(WHOLES).map(
  ([key, [name, least, most]]) => [key, name.toLowerCase(), least, most] as const,
)

function put<K extends keyof ComicInfo>(info: ComicInfo, key: K, value: ComicInfo[K] | undefined): void {
  if (value !== undefined) info[key] = value
}

function entriesOf<T extends object>(of: T): [keyof T, T[keyof T]][] {
  return Object.entries(of) as [keyof T, T[keyof T]][]
}

/** Values by element name in lower case; of repeated elements the first with a value. */
function textsOf(root: XmlElement): Map<string, string> {
  const texts = new Map<string, string>()
  for (const element of root.children) {
    const name = element.name.toLowerCase()
    if (element.text && !texts.has(name)) texts.set(name, element.text)
  }
  return texts
}

function split(text: string | undefined, at: RegExp): string[] | undefined {
  if (text === undefined) return undefined
  const parts = new Set(text.split(at).map((part) => part.trim()))
  parts.delete('')
  return parts.size > 0 ? [...parts] : undefined
}

function whole(text: string | undefined, least: number, most: number): number | undefined {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

function rating(text: string | undefined): number | undefined {
  const value = Number((text ?? 'none').replace(',', '.'))
  return value >= 0 && value <= 5 ? value : undefined
}

function oneOf<W extends string>(text: string | undefined, words: readonly W[]): W | undefined {
  return words.find((word) => word.toLowerCase() === text?.toLowerCase())
}

function pagesOf(root: XmlElement): ComicInfoPage[] | undefined {
  const pages = childrenOf(child(root, 'Pages'), 'Page').flatMap(({ attributes }) => {
    const image = whole(attributes.Image, 0, 100_000)
    if (image === undefined) return []
    const page: ComicInfoPage = { image }
    // The type is a list in the schema; every tagger writes one word.
    const type = attributes.Type?.trim().split(/\s+/)[0]
    if (type) page.type = type
    if (/^(?:true|1)$/i.test(attributes.DoublePage ?? '')) page.doublePage = true
    if (attributes.Bookmark) page.bookmark = attributes.Bookmark
    const [width, height] = [whole(attributes.ImageWidth, 1, 1_000_000), whole(attributes.ImageHeight, 1, 1_000_000)]
    if (width && height) Object.assign(page, { width, height })
    return [page]
  })
  return pages.length > 0 ? pages : undefined
}
