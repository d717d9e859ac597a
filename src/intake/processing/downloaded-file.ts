import { basename, join } from 'node:path'
import { legalPart } from '../../library/filing/legal'

/** Location of a downloaded file. */
export interface FileLocation {
  /** A file, or with `pictures` a folder of images that make up one comic. */
  source_path: string
  pictures: boolean
  /**
   * The archives between the one at `source_path` and the file, outermost first; null when the file is directly inside
   * that one.
   */
  packed_in: string[] | null
  /** Path of the file inside the innermost archive; empty for a file that is not packed. */
  inner: string
}

/** A file of a download that may be a comic. */
export interface DownloadedFile extends FileLocation {
  size: number
  modified_ms: number
  /** The error from unpacking the file. Such a file is not inspected. */
  fault?: unknown
}

/** The archives that the file is packed in, outermost first, then its own path; empty for a file that is not packed. */
export const insideOf = ({ packed_in, inner }: Pick<FileLocation, 'packed_in' | 'inner'>): string[] =>
  inner === '' ? [] : [...(packed_in ?? []), inner]

/** Whether Panelkeep makes the file that the library gets, instead of taking a file of the download. */
export const isMade = ({ inner, pictures }: Pick<FileLocation, 'inner' | 'pictures'>): boolean =>
  pictures || inner !== ''

/** The name to parse: the name inside the archive for a packed file, the name of the folder for images. */
export function nameToParse({ source_path, inner, pictures }: Omit<FileLocation, 'packed_in'>): string {
  if (pictures) return `${basename(source_path)}.cbz`
  return inner === '' ? basename(source_path) : (safeParts(inner).at(-1) ?? '')
}

/** A path to show to users. Names inside archives may point anywhere; this path never leaves the archive. */
export const shownPath = (row: FileLocation): string => join(row.source_path, shownInside(row))

export const shownInside = (row: Pick<FileLocation, 'packed_in' | 'inner'>): string =>
  insideOf(row).flatMap(safeParts).join('/')

const safeParts = (name: string): string[] => name.split(/[/\\]/).map(legalPart).filter(Boolean)
