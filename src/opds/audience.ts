import type { ComicTypes } from '../auth/states'
import { type ArchiveFormat, FORMATS } from '../formats/formats'
import type { Site } from '../http/origin'

/** Whom a document is written for: everything that differs from one app to the next. */
export interface Audience extends Site {
  comics: ComicTypes
  /** It sorts what it gets by title: numbers need zeros in front to stay in order. */
  sortsTitles: boolean
  /** Adds to the path of a picture what opens it without a login. */
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

/** Apps that show nothing else, by what they call themselves. */
const WANTS: [app: RegExp, comics: ComicTypes][] = [
  [/pocketbook/i, 'zip'],
  [/\b(?:marvin|yomu)/i, 'x-cbz'],
]

/** What was chosen for the device wins over what its app is known to want. */
export function comicTypesFor(agent: string, chosen: ComicTypes = 'standard'): ComicTypes {
  if (chosen !== 'standard') return chosen
  return WANTS.find(([app]) => app.test(agent))?.[1] ?? 'standard'
}

/** `sign` adds what opens a picture without a login; `chosen` is what was set for the device. */
export function audience(
  request: Request,
  site: Site,
  { sign, chosen }: { sign: (path: string) => string; chosen?: ComicTypes },
): Audience {
  const agent = request.headers.get('user-agent') ?? ''
  return { ...site, sign, comics: comicTypesFor(agent, chosen), sortsTitles: /chunky/i.test(agent) }
}
