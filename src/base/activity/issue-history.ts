import type { Instant } from '../platform/ports'
import type { ReadHandle } from '../storage/database'
import type { Activity, ActivityStatus } from './states'
import type { TimelineRow } from './store'
import { timelinePage } from './timeline-store'

type Sentence = (provider: string, detail: string) => string

/** Imported files have rows of their own. */
const SENTENCES: Partial<Record<Activity, Partial<Record<ActivityStatus, Sentence>>>> = {
  grab: {
    succeeded: (provider) => `Release grabbed from ${provider}.`,
    failed: (provider, detail) => `A release from ${provider} could not be grabbed. ${detail}`,
    cancelled: (provider) => `A release from ${provider} was cancelled.`,
  },
  download: {
    succeeded: () => 'The release was downloaded.',
    failed: (_, detail) => `Download failed. ${detail}`,
    cancelled: () => 'The download was cancelled.',
  },
  import: {
    failed: (_, detail) => `Import failed. ${detail}`,
    needs_attention: (_, detail) => `The download needs your attention. ${detail}`,
    cancelled: () => 'The import of the download was cancelled.',
  },
}

/** Enough for any page, and the reply stays small. */
const MOST = 100

/** Grabs of an issue and their results as sentences, newest first. */
export function grabHistory(db: ReadHandle, type: 'issue' | 'annual', id: string): { at: Instant; sentence: string }[] {
  const { rows } = timelinePage(db, { type, id }, { limit: MOST, offset: 0 })
  return rows.flatMap((row) => {
    const sentence = sentenceOf(row)
    return sentence === undefined ? [] : [{ at: row.created_at, sentence }]
  })
}

const sentenceOf = ({ activity, status, provider, reason_detail }: TimelineRow) =>
  SENTENCES[activity]?.[status]?.(provider ?? 'an indexer', reason_detail ?? '').trim()
