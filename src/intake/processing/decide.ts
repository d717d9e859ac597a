import type { ArchiveFormat } from '../../base/formats/formats'
import type { PlacementReason } from './states'

/** A comic file as compared with another copy. */
export interface ComparedCopy {
  format: ArchiveFormat
  size: number
  pages: number
  /** Identifies the content of the file. */
  hash: string | null
  /** Number of fixes that the name states; 0 for a first release. */
  fixes: number
  /** Score by the release rules; absent while scores replace no files. */
  score?: number
  /** Score of the format by the release rules; absent unless a better copy of an owned issue was grabbed. */
  formatScore?: number
}

/** A file that is less than a fifth larger is the same scan, packed in another way. */
const LARGER = 1.2

/** Which of two files stays: the larger one, or the one in this format. */
export type KeptFormat = 'filesize' | 'filetype-cbz' | 'filetype-cbr'

export interface PlacementDecision {
  decision: PlacementReason
  /** Why the library keeps its own file, as a sentence. */
  detail?: string
}

/** Decides what happens to a file whose issues the library has in `held`; without `held` the file is new. */
export function decidePlacement(
  come: ComparedCopy,
  existing: ComparedCopy | undefined,
  preference: KeptFormat,
): PlacementDecision {
  if (!existing) return { decision: 'new' }
  if (come.hash !== null && come.hash === existing.hash)
    return { decision: 'duplicate', detail: 'The library already has the same file.' }
  if (come.fixes > existing.fixes) return { decision: 'fixed' }
  if (existing.fixes > come.fixes) return worse('The library already has the corrected release.')
  if (come.pages < existing.pages)
    return worse(`The library has it with ${existing.pages} pages, and this has ${come.pages}.`)
  const byScore = (come.score ?? 0) - (existing.score ?? 0)
  if (byScore > 0) return { decision: 'upgrade' }
  if (byScore < 0) return worse('The library has a release with a higher score.')
  const [ownFormat, otherFormat] = [come.formatScore ?? 0, existing.formatScore ?? 0]
  if (ownFormat > otherFormat) return { decision: 'upgrade' }
  if (ownFormat < otherFormat)
    return worse(`The library has it as ${existing.format.toUpperCase()}, which the release rules prefer.`)
  const wanted = preference === 'filetype-cbz' ? 'cbz' : preference === 'filetype-cbr' ? 'cbr' : undefined
  if (come.format !== existing.format) {
    if (come.format === wanted) return { decision: 'upgrade' }
    if (existing.format === wanted) return worse(`The library has it as ${wanted.toUpperCase()}, which is preferred.`)
  }
  if (come.size >= existing.size * LARGER) return { decision: 'upgrade' }
  return worse('The file in the library is as large, or less than 20 % smaller.')
}

const worse = (detail: string): PlacementDecision => ({ decision: 'worse', detail })

/** "(f)" and "(fixed)" are 1, "(f2)" is 2: scanners mark a release so when it corrects an earlier one. */
export function fixesIn(name: string): number {
  const match = /[([](?:fixed|f)[ ._-]?(\d?)[)\]]/i.exec(name)
  return match ? Number(match[1] || 1) : 0
}
