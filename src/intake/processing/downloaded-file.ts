import { basename, join } from 'node:path'
import { legalPart } from '../../library/filing/legal'

/** Location of a downloaded file. */
export interface FileLocation {
  /** A file, or with `pictures` a folder of them that is one comic. */
  source_path: string
  pictures: boolean
  /** The archives between the one at `source_path` and it, outermost first; null when it is directly in that. */
  packed_in: string[] | null
  /** Its path inside the innermost archive; empty for a file of its own. */
  inner: string
}

/** A file of a download that may be a comic. */
export interface DownloadedFile extends FileLocation {
  size: number
  modified_ms: number
  /** What was thrown when it was taken out of its archive: it is not looked at. */
  fault?: unknown
}

/** The archives that it is packed in and its own path, from the outermost to the innermost; empty for a file of its own. */
export const insideOf = ({ packed_in, inner }: Pick<FileLocation, 'packed_in' | 'inner'>): string[] =>
  inner === '' ? [] : [...(packed_in ?? []), inner]

/** Whether what comes into the library is a copy that we make of it, and no file of the download. */
export const isMade = ({ inner, pictures }: Pick<FileLocation, 'inner' | 'pictures'>): boolean =>
  pictures || inner !== ''

/** The name to parse: of a packed file, the one inside its archive; of pictures, that of their folder. */
export function nameToParse({ source_path, inner, pictures }: Omit<FileLocation, 'packed_in'>): string {
  if (pictures) return `${basename(source_path)}.cbz`
  return inner === '' ? basename(source_path) : (safeParts(inner).at(-1) ?? '')
}

/** For people: names inside archives may point anywhere, and this never leaves the archive. */
export const shownPath = (row: FileLocation): string => join(row.source_path, shownInside(row))

export const shownInside = (row: Pick<FileLocation, 'packed_in' | 'inner'>): string =>
  insideOf(row).flatMap(safeParts).join('/')

const safeParts = (name: string): string[] => name.split(/[/\\]/).map(legalPart).filter(Boolean)
