import type { ArchiveFormat } from '../../base/formats/formats'
import type { PlacementReason } from './states'

/** A comic in a file, as far as it is held against another one. */
export interface ComparedCopy {
  format: ArchiveFormat
  size: number
  pages: number
  /** Tells its bytes from others'. */
  hash: string | null
  /** Number of fixes, from its name: 0 for a first release. */
  fixes: number
  /** By the release rules; left out while a score replaces no file. */
  score?: number
  /** By the release rules about formats; left out unless a better file of what is owned was grabbed. */
  formatScore?: number
}

/** Less than a fifth more is the same scan, packed in another way. */
const LARGER = 1.2

/** Which of two files stays: the larger one, or the one in this format. */
export type KeptFormat = 'filesize' | 'filetype-cbz' | 'filetype-cbr'

export interface PlacementDecision {
  decision: PlacementReason
  /** Why the library keeps what it has: a sentence. */
  detail?: string
}

/** What becomes of a file whose issues the library has in `held`; without one it is new. */
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

/** "(f)", "(fixed)" is 1, "(f2)" 2: scanners' words for a release that corrects their earlier one. */
export function fixesIn(name: string): number {
  const match = /[([](?:fixed|f)[ ._-]?(\d?)[)\]]/i.exec(name)
  return match ? Number(match[1] || 1) : 0
}
