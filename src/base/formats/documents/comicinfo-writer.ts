import type { XmlElement } from '../../platform/xml'
import { type Attributes, element, type Xml, xmlDocument } from '../../platform/xml-writer'
import type { ComicInfo, ComicInfoPage } from './comicinfo'
import { copyElement, namedAttributes } from './copy-element'
import { documentRoot } from './xml-lenient'

/** Everything that the document contains; ids are written into `notes` and `web`. */
export type ComicInfoFields = Partial<Omit<ComicInfo, 'providerIds' | 'impossible'>>
type ComicInfoVersion = '2.0' | '2.1'

export const AGE_RATINGS = [
  'Unknown',
  'Adults Only 18+',
  'Early Childhood',
  'Everyone',
  'Everyone 10+',
  'G',
  'Kids to Adults',
  'M',
  'MA15+',
  'Mature 17+',
  'PG',
  'R18+',
  'Rating Pending',
  'Teen',
  'X18+',
] as const
const PAGE_TYPES = [
  'FrontCover',
  'InnerCover',
  'Roundup',
  'Story',
  'Advertisement',
  'Editorial',
  'Letters',
  'Preview',
  'BackCover',
  'Other',
  'Deleted',
] as const

type Kind = 'text' | 'whole' | 'list' | 'web' | 'rating' | 'pages' | readonly string[]
type Row = readonly [name: string, key: keyof ComicInfoFields, kind: Kind, since?: '2.1']

const YES_NO = ['Unknown', 'No', 'Yes'] as const

/** In the order of the schemas, which are sequences (anansi-project/comicinfo). */
const ELEMENTS: readonly Row[] = [
  ['Title', 'title', 'text'],
  ['Series', 'series', 'text'],
  ['Number', 'number', 'text'],
  ['Count', 'count', 'whole'],
  ['Volume', 'volume', 'whole'],
  ['AlternateSeries', 'alternateSeries', 'text'],
  ['AlternateNumber', 'alternateNumber', 'text'],
  ['AlternateCount', 'alternateCount', 'whole'],
  ['Summary', 'summary', 'text'],
  ['Notes', 'notes', 'text'],
  ['Year', 'year', 'whole'],
  ['Month', 'month', 'whole'],
  ['Day', 'day', 'whole'],
  ['Writer', 'writer', 'list'],
  ['Penciller', 'penciller', 'list'],
  ['Inker', 'inker', 'list'],
  ['Colorist', 'colorist', 'list'],
  ['Letterer', 'letterer', 'list'],
  ['CoverArtist', 'coverArtist', 'list'],
  ['Editor', 'editor', 'list'],
  ['Translator', 'translator', 'list', '2.1'],
  ['Publisher', 'publisher', 'text'],
  ['Imprint', 'imprint', 'text'],
  ['Genre', 'genre', 'list'],
  ['Tags', 'tags', 'list', '2.1'],
  ['Web', 'web', 'web'],
  ['PageCount', 'pageCount', 'whole'],
  ['LanguageISO', 'languageISO', 'text'],
  ['Format', 'format', 'text'],
  ['BlackAndWhite', 'blackAndWhite', YES_NO],
  ['Manga', 'manga', [...YES_NO, 'YesAndRightToLeft']],
  ['Characters', 'characters', 'list'],
  ['Teams', 'teams', 'list'],
  ['Locations', 'locations', 'list'],
  ['ScanInformation', 'scanInformation', 'text'],
  ['StoryArc', 'storyArc', 'text'],
  ['StoryArcNumber', 'storyArcNumber', 'text', '2.1'],
  ['SeriesGroup', 'seriesGroup', 'text'],
  ['AgeRating', 'ageRating', AGE_RATINGS],
  ['Pages', 'pages', 'pages'],
  ['CommunityRating', 'communityRating', 'rating'],
  ['MainCharacterOrTeam', 'mainCharacterOrTeam', 'text'],
  ['Review', 'review', 'text'],
  ['GTIN', 'gtin', 'text', '2.1'],
]

const KNOWN = new Set(ELEMENTS.map(([name]) => name.toLowerCase()))

/**
 * ComicInfo.xml of `info`. Fields that `info` lacks are kept from `kept`, the document of another tool: its fields, its
 * pages with types and bookmarks, and elements and attributes outside the schema, which come last. Apart from those,
 * the document is valid against the schema of its version, and against 2.0 unless it contains a newer field. Kept
 * words outside the schema stay, such as an age rating of another country; kept values without a meaning, such as a
 * year in letters, are left out. Throws XmlError when `kept` is not a ComicInfo of at most 1 MiB.
 */
export function writeComicInfo(
  info: ComicInfoFields,
  kept?: Uint8Array | string,
  version: ComicInfoVersion = '2.1',
): string {
  const root = kept === undefined ? undefined : documentRoot(kept, 'ComicInfo')
  const originals = new Map<string, XmlElement>()
  for (const each of root?.children ?? []) {
    const name = each.name.toLowerCase()
    if (!originals.has(name) && (each.text !== '' || each.children.length > 0)) originals.set(name, each)
  }
  const parts = ELEMENTS.flatMap((row) => partOf(row, info, originals.get(row[0].toLowerCase()), version))
  const unknown = (root?.children ?? []).filter(({ name }) => !KNOWN.has(name.toLowerCase())).flatMap(copyElement)
  return xmlDocument(element('ComicInfo', namedAttributes(root?.attributes ?? {}), ...parts, ...unknown))
}

function partOf(
  [name, key, kind, since]: Row,
  info: ComicInfoFields,
  kept: XmlElement | undefined,
  version: ComicInfoVersion,
): Xml[] {
  const value = since === '2.1' && version === '2.0' ? undefined : info[key]
  if (kind === 'pages') return pagesOf(value as ComicInfoPage[] | undefined, kept)
  const ours = value === undefined ? undefined : textOf(kind, value)
  if (ours !== undefined) return [element(name, {}, ours)]
  const text = keptText(kind, kept?.text ?? '')
  return text === undefined ? [] : [element(name, namedAttributes(kept?.attributes ?? {}), text)]
}

/** Undefined for values that are empty or cannot be written. */
function textOf(kind: Kind, value: unknown): string | undefined {
  if (kind === 'list')
    return joined(
      (value as string[]).map((each) =>
        each
          .split(/[,;]/)
          .map((part) => part.trim())
          .join(' '),
      ),
      ', ',
    )
  if (kind === 'web')
    return joined(
      (value as string[]).map((each) => each.replace(/\s/g, '%20')),
      ' ',
    )
  return allowed(kind, String(value).trim())
}

function joined(parts: readonly string[], between: string): string | undefined {
  const each = new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))
  return each.size > 0 ? [...each].join(between) : undefined
}

/** The text of another tool: in the schema's spelling where it has the word, and as it is where readers understand it. */
function keptText(kind: Kind, text: string): string | undefined {
  if (text === '') return undefined
  if (kind === 'whole') return isInt(text) ? text : wholeOf(text)
  if (kind === 'rating') return ratingOf(text) === undefined ? undefined : text.replace(',', '.')
  return allowed(kind, text) ?? (typeof kind === 'string' ? undefined : text)
}

/** "7.0" is 7. */
const wholeOf = (text: string) => (/^-?\d{1,10}\.0+$/.test(text) ? String(Number(text)) : undefined)

/** The text in the schema's spelling, if the schema allows it. */
function allowed(kind: Kind, text: string): string | undefined {
  if (text === '') return undefined
  if (kind === 'whole') return isInt(text) ? text : undefined
  if (kind === 'rating') return ratingOf(text)
  if (typeof kind !== 'string') return kind.find((word) => word.toLowerCase() === text.toLowerCase())
  return text
}

const isInt = (text: string) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31

function ratingOf(text: string): string | undefined {
  const value = Number(text.replace(',', '.'))
  return value >= 0 && value <= 5 ? String(Math.round(value * 10) / 10) : undefined
}

/** A fixed order of attributes, so that the same page is always written the same way. */
const PAGE: Attributes = { Image: undefined, Type: undefined, DoublePage: undefined, Bookmark: undefined }

/** New values of a page replace the kept ones; other kept values stay. */
function pagesOf(pages: readonly ComicInfoPage[] | undefined, kept: XmlElement | undefined): Xml[] {
  const all = new Map<number, { attributes: Attributes; inside: Xml[] }>()
  for (const page of kept?.children.filter(({ name }) => name.toLowerCase() === 'page') ?? []) {
    const image = page.attributes.Image?.trim() ?? ''
    if (!isInt(image) || all.has(Number(image))) continue
    all.set(Number(image), {
      attributes: { ...PAGE, ...pageAttributes(page.attributes) },
      inside: page.children.flatMap(copyElement),
    })
  }
  for (const { image, type, doublePage, bookmark, width, height } of pages ?? []) {
    const fields = { Type: type, DoublePage: doublePage, Bookmark: bookmark, ImageWidth: width, ImageHeight: height }
    const ours = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    const before = all.get(image)
    const attributes = { ...PAGE, Image: image, ...before?.attributes, ...pageAttributes(Object.fromEntries(ours)) }
    all.set(image, { attributes, inside: before?.inside ?? [] })
  }
  const inOrder = [...all].sort(([a], [b]) => a - b)
  if (inOrder.length === 0) return []
  return [element('Pages', {}, ...inOrder.map(([, { attributes, inside }]) => element('Page', attributes, ...inside)))]
}

/** Without values that have no meaning; other words than those of the schema stay. */
function pageAttributes(original: Readonly<Record<string, string>>): Attributes {
  const { Type, DoublePage, ...rest } = namedAttributes(original) as Record<string, string>
  const types = (Type ?? '').split(/\s+/).flatMap((word) => (word === '' ? [] : (allowed(PAGE_TYPES, word) ?? word)))
  for (const name of ['Image', 'ImageSize', 'ImageWidth', 'ImageHeight'])
    if (rest[name] !== undefined && !isInt(rest[name].trim())) delete rest[name]
  return {
    ...rest,
    ...(types.length > 0 ? { Type: types.join(' ') } : {}),
    ...(/^(?:true|false|1|0)$/i.test(DoublePage ?? '') ? { DoublePage: DoublePage!.toLowerCase() } : {}),
  }
}
