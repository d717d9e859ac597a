import type { Reply } from '../../api/contract'
import type { MarkState } from '../../parts/status/mark'
import type { StepSubject } from './step-subject'

type History = Reply<'GET /api/downloads/history'>
export type HistoryRow = Extract<History, readonly unknown[]>[number]

/** The status filters, with the API's name and the page's. */
export const STATUSES = [
  { value: '', label: 'All', what: 'All of the history' },
  { value: 'Snatched', label: 'In progress', what: 'Downloads in progress' },
  { value: 'Downloaded', label: 'Downloaded', what: 'What was downloaded' },
  { value: 'Post-Processed', label: 'Filed', what: 'What was filed' },
  { value: 'Failed', label: 'Failed', what: 'What failed' },
  { value: 'Cancelled', label: 'Cancelled', what: 'Cancelled downloads' },
] as const

const LOOKS: Record<string, { mark: MarkState; word: string }> = {
  Snatched: { mark: 'way', word: 'In progress' },
  Downloaded: { mark: 'way', word: 'Downloaded' },
  'Post-Processed': { mark: 'have', word: 'Filed' },
  Failed: { mark: 'attention', word: 'Failed' },
}

/** The API reports an item that waits for the user as failed; the page shows the difference. */
export const rowLook = ({ Status, stage }: Pick<HistoryRow, 'Status' | 'stage'>): { mark: MarkState; word: string } =>
  (ENDS.includes(stage) ? STAGES[stage] : LOOKS[Status]) ?? { mark: 'unknown', word: Status }
const ENDS = ['manual_review', 'cancelled']

export const historyThing = ({ label, ComicID, IssueID }: HistoryRow): StepSubject => ({
  label,
  comicId: ComicID,
  issueId: IssueID,
})

/** The stages of a download, as its steps name them. */
export const STAGES: Record<string, { mark: MarkState; word: string }> = {
  reserved: { mark: 'unknown', word: 'Chosen' },
  snatched: { mark: 'way', word: 'Handed to its client' },
  downloaded: { mark: 'way', word: 'Downloaded' },
  post_processing: { mark: 'way', word: 'Opened and checked' },
  moved: { mark: 'way', word: 'Brought into place' },
  post_processed: { mark: 'have', word: 'Filed' },
  manual_review: { mark: 'attention', word: 'Waits for you' },
  failed: { mark: 'attention', word: 'Failed' },
  cancelled: { mark: 'skipped', word: 'Called off' },
}

/** The result for each file of a download. */
export const FILE_RESULTS: Record<string, { mark: MarkState; word: string }> = {
  found: { mark: 'unknown', word: 'Found' },
  ready: { mark: 'way', word: 'Checked' },
  placing: { mark: 'way', word: 'Being moved into the library' },
  placed: { mark: 'have', word: 'In the library' },
  kept: { mark: 'skipped', word: 'Not needed' },
  damaged: { mark: 'attention', word: 'Damaged' },
  unmatched: { mark: 'wanted', word: 'Not recognised' },
  failed: { mark: 'attention', word: 'Could not be placed' },
}

/** The sentence of a stored reason, after its code. */
export function whyWords(why: string | null): string {
  if (!why) return ''
  return /^\w+:\s*(.+)$/s.exec(why)?.[1] ?? why.replaceAll('_', ' ')
}

/** Tools want dates as `2026-01-02 03:04:05`, in universal time. */
export const instantOf = (date: string): string => (/^[\d-]+ [\d:]+$/.test(date) ? `${date.replace(' ', 'T')}Z` : date)
