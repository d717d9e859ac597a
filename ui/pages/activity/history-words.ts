import type { Reply } from '../../api/contract'
import type { StepSubject } from '../../panels/step-subject'
import type { MarkState } from '../../parts/status/mark'

type History = Reply<'GET /api/downloads/history'>
export type HistoryRow = Extract<History, readonly unknown[]>[number]

/** The status filters, with the API's name and the page's. */
export const STATUSES = [
  { value: '', label: 'All', what: 'All downloads' },
  { value: 'Snatched', label: 'In progress', what: 'Downloads in progress' },
  { value: 'Downloaded', label: 'Downloaded', what: 'Completed downloads' },
  { value: 'Post-Processed', label: 'Imported', what: 'Imported downloads' },
  { value: 'Failed', label: 'Failed or cancelled', what: 'Failed and cancelled downloads' },
] as const

const LOOKS: Record<string, { mark: MarkState; word: string }> = {
  Snatched: { mark: 'way', word: 'In progress' },
  Downloaded: { mark: 'way', word: 'Downloaded' },
  'Post-Processed': { mark: 'have', word: 'Imported' },
  Failed: { mark: 'attention', word: 'Failed' },
}

/** The API reports cancelled downloads, and those that need the user, as failed, and those of the queue as in progress; the page shows the difference. */
export const historyRowLook = ({
  Status,
  stage,
}: Pick<HistoryRow, 'Status' | 'stage'>): { mark: MarkState; word: string } =>
  (stage === 'reserved' ? QUEUED : ENDS.includes(stage) ? STAGES[stage] : LOOKS[Status]) ?? {
    mark: 'unknown',
    word: Status,
  }
const ENDS = ['manual_review', 'cancelled']
const QUEUED = { mark: 'unknown', word: 'Queued' } as const

export const historyThing = ({ label, ComicID, IssueID }: HistoryRow): StepSubject => ({
  label,
  comicId: ComicID,
  issueId: IssueID,
})

/** The stages of a download, as its steps name them. */
export const STAGES: Record<string, { mark: MarkState; word: string }> = {
  reserved: { mark: 'unknown', word: 'Grabbed' },
  snatched: { mark: 'way', word: 'Sent to the download client' },
  downloaded: { mark: 'way', word: 'Downloaded' },
  post_processing: { mark: 'way', word: 'Checked' },
  moved: { mark: 'way', word: 'Importing' },
  post_processed: { mark: 'have', word: 'Imported' },
  manual_review: { mark: 'attention', word: 'Needs attention' },
  failed: { mark: 'attention', word: 'Failed' },
  cancelled: { mark: 'skipped', word: 'Cancelled' },
}

/** The result for each file of a download. */
export const FILE_RESULTS: Record<string, { mark: MarkState; word: string }> = {
  found: { mark: 'unknown', word: 'Found' },
  ready: { mark: 'way', word: 'Checked' },
  placing: { mark: 'way', word: 'Importing' },
  placed: { mark: 'have', word: 'Imported' },
  kept: { mark: 'skipped', word: 'Not needed' },
  damaged: { mark: 'attention', word: 'Damaged' },
  contrary: { mark: 'attention', word: 'Something else' },
  unmatched: { mark: 'wanted', word: 'No matching issue' },
  failed: { mark: 'attention', word: 'Not imported' },
}

/** The sentence of a stored reason, after its code. */
export function whyWords(why: string | null): string {
  if (!why) return ''
  return /^\w+:\s*(.+)$/s.exec(why)?.[1] ?? why.replaceAll('_', ' ')
}

/** Older tools expect dates as `2026-01-02 03:04:05` in UTC. */
export const rowInstant = (date: string): string => (/^[\d-]+ [\d:]+$/.test(date) ? `${date.replace(' ', 'T')}Z` : date)
