import { readBarcode } from '../../base/formats/documents/barcode'
import { type ComicInfo, parseComicInfo } from '../../base/formats/documents/comicinfo'
import { splitNames } from '../../base/formats/documents/name-list'
import { XmlError } from '../../base/platform/xml'
import type { Credit, IssueFacts, PageMark } from '../metadata/providers/provider'
import { filledFields } from '../metadata/sync/merge'
import { boundedDetails, type FileDetails } from './file-details'

/** The elements with people, and their role. */
const ROLES = [
  ['writer', 'Writer'],
  ['penciller', 'Penciller'],
  ['inker', 'Inker'],
  ['colorist', 'Colorist'],
  ['letterer', 'Letterer'],
  ['coverArtist', 'CoverArtist'],
  ['editor', 'Editor'],
  ['translator', 'Translator'],
] as const satisfies (readonly [keyof ComicInfo, string])[]

/** What ComicInfo says about an issue. */
export function comicInfoFacts(info: ComicInfo): FileDetails {
  const { alternateSeries, alternateNumber, alternateCount, blackAndWhite, storyArc, storyArcNumber } = info
  return filledFields<FileDetails>({
    credits: creditsOf(info),
    characters: info.characters,
    teams: info.teams,
    locations: info.locations,
    main_character: info.mainCharacterOrTeam,
    arcs: arcsOf(storyArc, storyArcNumber),
    genres: info.genre,
    tags: info.tags,
    age_rating: info.ageRating,
    alternate: alternateOf({ series: alternateSeries, number: alternateNumber, count: alternateCount }),
    series_groups: splitNames(info.seriesGroup),
    language: info.languageISO,
    format: info.format,
    black_and_white: blackAndWhite === undefined ? undefined : blackAndWhite === 'Yes',
    manga: info.manga,
    links: info.web,
    page_marks: marksOf(info.pages),
    review: info.review,
    community_rating: info.communityRating,
    scan_information: info.scanInformation,
    notes: info.notes,
    ...codeOf(info.gtin),
  })
}

/** Each person once, with all roles. */
function creditsOf(info: ComicInfo): Credit[] {
  const roles = new Map<string, string[]>()
  for (const [key, role] of ROLES)
    for (const name of info[key] ?? []) {
      const known = roles.get(name)
      if (known) known.push(role)
      else roles.set(name, [role])
    }
  return [...roles].map(([name, each]) => ({ name, roles: each }))
}

/**
 * Programs write several arcs with commas, and a number for each. With another number of numbers, the comma belongs to
 * the name of one arc.
 */
export function arcsOf(names: string | undefined, numbers: string | undefined): IssueFacts['arcs'] {
  const places = numbers?.split(/[,;]/).map((part) => part.trim())
  const split = splitNames(names)
  if (!split || !names) return undefined
  if (!places) return split.map((name) => ({ name }))
  if (places.length !== split.length && places.length === 1) return [numbered(names.trim(), places[0])]
  return split.map((name, at) => numbered(name, places.length === split.length ? places[at] : undefined))
}

const numbered = (name: string, number: string | undefined) => (number ? { name, number } : { name })

/** Undefined when no part is stated. */
function alternateOf(place: NonNullable<IssueFacts['alternate']>): IssueFacts['alternate'] | undefined {
  const stated = filledFields<NonNullable<IssueFacts['alternate']>>(place)
  return Object.keys(stated).length > 0 ? stated : undefined
}

export function codeOf(gtin: string | undefined): Pick<IssueFacts, 'isbn' | 'upc'> {
  if (gtin === undefined) return {}
  return readBarcode(gtin)?.isBook ? { isbn: gtin } : { upc: gtin }
}

/** The pages that a ComicInfo marks; undefined for one that cannot be read. */
export function pageMarksIn(document: Uint8Array): PageMark[] | undefined {
  try {
    const page_marks = marksOf(parseComicInfo(document).pages) ?? []
    return boundedDetails({ page_marks }).page_marks
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

/** Story pages without a mark are most of a comic, and say nothing. */
function marksOf(pages: ComicInfo['pages']): PageMark[] | undefined {
  return pages?.flatMap(({ image, type, doublePage, bookmark }) => {
    const mark: PageMark = { page: image }
    if (type !== undefined && type !== 'Story') mark.type = type
    if (doublePage) mark.double = true
    if (bookmark !== undefined) mark.bookmark = bookmark
    return Object.keys(mark).length > 1 ? [mark] : []
  })
}
