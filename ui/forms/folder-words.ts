import type { Reply } from '../api/contract'
import type { MarkState } from '../parts/status/mark'
import { countWords, sizeWords } from '../parts/text/format'

/** A scanned folder with its state, as the server reports it. */
export type FolderView = Reply<'GET /api/import/folders'>['folders'][number]

/** The watch states of a folder. */
export const STATES: Record<FolderView['state'], { mark: MarkState; word: string }> = {
  watched: { mark: 'have', word: 'Watched' },
  polled: { mark: 'have', word: 'Scanned on a schedule' },
  unreachable: { mark: 'attention', word: 'Out of reach' },
  missing: { mark: 'attention', word: 'Not there' },
}

export const isAway = ({ state }: FolderView): boolean => state === 'unreachable' || state === 'missing'

/** "1,204 files in the library, 3 more missing", and the time of the last scan: scanned files may wait for a review. */
export function folderFacts({ kind, file_count, gone_count, last_look_at }: FolderView, now: number): string {
  if (kind !== 'inbox' && last_look_at === null && file_count + gone_count === 0) return 'Not scanned yet'
  const files = `${countWords(file_count, 'file')} ${kind === 'inbox' ? 'waiting' : 'in the library'}`
  const missing = gone_count > 0 ? `${countWords(gone_count, 'more', 'more')} missing` : ''
  return [files, missing, last_look_at ? `scanned ${agoWords(last_look_at, now)}` : ''].filter(Boolean).join(', ')
}

/** "812 GB of 4.0 TB free"; undefined when the size of the disk is unknown. */
export function spaceOf({ free_bytes, total_bytes }: FolderView): { words: string; used: number } | undefined {
  if (free_bytes === null || total_bytes === null || total_bytes <= 0) return undefined
  const used = 1 - free_bytes / total_bytes
  return { words: `${sizeWords(free_bytes)} of ${sizeWords(total_bytes)} free`, used }
}

const STEPS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
]

/** "3 hours ago", "just now". Times in the future also give "just now", since clocks differ. */
export function agoWords(at: string, now: number): string {
  const past = now - Date.parse(at)
  const step = STEPS.find(({ ms }) => past >= ms)
  return step ? `${countWords(Math.floor(past / step.ms), step.name)} ago` : 'just now'
}

/** "Import folder" → "Clear the import folder", "Choose the import folder". Capitals as in "NZB" are kept. */
export function buttonWords(label: string): { none: string; choose: string } {
  const name = label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return { none: `Clear the ${name}`, choose: `Choose the ${name}` }
}
