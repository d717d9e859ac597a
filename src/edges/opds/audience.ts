import type { ComicTypes } from '../../base/auth/states'
import { type ArchiveFormat, FORMATS } from '../../base/formats/formats'
import type { RequestSite } from '../../base/http/origin'

/** The client that a document is written for, with all differences between apps. */
export interface Audience extends RequestSite {
  comics: ComicTypes
  /** The app sorts entries by title: numbers need leading zeros to stay in order. */
  sortsTitles: boolean
  /** Whether the user may have whole files; otherwise only pages are offered. */
  mayDownload: boolean
  /** Signs the path of a picture, so that it opens without a login. */
  sign(path: string): string
}

const NAMES: Record<ComicTypes, Partial<Record<ArchiveFormat, string>>> = {
  standard: {},
  'x-cbz': { cbz: 'application/x-cbz', cbr: 'application/x-cbr' },
  zip: { cbz: 'application/zip', cbr: 'application/vnd.rar' },
}

export function mediaType(format: ArchiveFormat, comics: ComicTypes): string {
  return NAMES[comics][format] ?? FORMATS[format].mediaType
}

/** Types for apps that open no other, by User-Agent. */
const TYPES_BY_APP: [app: RegExp, comics: ComicTypes][] = [
  [/pocketbook/i, 'zip'],
  [/\b(?:marvin|yomu)/i, 'x-cbz'],
]

/** The device's setting wins over the app's default. */
export function comicTypesFor(agent: string, chosen: ComicTypes = 'standard'): ComicTypes {
  if (chosen !== 'standard') return chosen
  return TYPES_BY_APP.find(([app]) => app.test(agent))?.[1] ?? 'standard'
}

interface AudienceOptions {
  /** Makes a picture open without a login. */
  sign: (path: string) => string
  /** The device's setting. */
  chosen?: ComicTypes
  mayDownload: boolean
}

export function audience(
  request: Request,
  site: RequestSite,
  { sign, chosen, mayDownload }: AudienceOptions,
): Audience {
  const agent = request.headers.get('user-agent') ?? ''
  return { ...site, sign, mayDownload, comics: comicTypesFor(agent, chosen), sortsTitles: /chunky/i.test(agent) }
}
