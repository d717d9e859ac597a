import type { ArchiveFormat } from '../formats/formats'
import type { Decision } from './states'

/** A comic in a file, as far as it is held against another one. */
export interface Copy {
  format: ArchiveFormat
  size: number
  pages: number
  /** Tells its bytes from others'. */
  hash: string | null
  /** Number of fixes, from its name: 0 for a first release. */
  fixes: number
}

/** Less than a fifth more is the same scan, packed in another way. */
const LARGER = 1.2

/** Which of two files stays: the larger one, or the one in this format. */
export type Preference = 'filesize' | 'filetype-cbz' | 'filetype-cbr'

export interface Verdict {
  decision: Decision
  /** Why the library keeps what it has: a sentence. */
  detail?: string
}

/** What becomes of a file whose issues the library has in `held`; without one it is new. */
export function decide(come: Copy, existing: Copy | undefined, preference: Preference): Verdict {
  if (!existing) return { decision: 'new' }
  if (come.hash !== null && come.hash === existing.hash)
    return { decision: 'duplicate', detail: 'The library has the same file already.' }
  if (come.fixes > existing.fixes) return { decision: 'fixed' }
  if (existing.fixes > come.fixes) return worse('The library has the corrected release of it.')
  if (come.pages < existing.pages)
    return worse(`The library has it with ${existing.pages} pages, and this has ${come.pages}.`)
  const wanted = preference === 'filetype-cbz' ? 'cbz' : preference === 'filetype-cbr' ? 'cbr' : undefined
  if (come.format !== existing.format) {
    if (come.format === wanted) return { decision: 'upgrade' }
    if (existing.format === wanted) return worse(`The library has it as ${wanted.toUpperCase()}, which is preferred.`)
  }
  if (come.size >= existing.size * LARGER) return { decision: 'upgrade' }
  return worse('The file in the library is as large, or less than 20 % smaller.')
}

const worse = (detail: string): Verdict => ({ decision: 'worse', detail })

/** "(f)", "(fixed)" is 1, "(f2)" 2: scanners' words for a release that corrects their earlier one. */
export function fixesIn(name: string): number {
  const match = /[([](?:fixed|f)[ ._-]?(\d?)[)\]]/i.exec(name)
  return match ? Number(match[1] || 1) : 0
}
