import type { DisplayState } from '../../../src/library/series/states'
import type { MarkState } from './mark'

/** The mark and the word for each state of an issue on the wire. Only the queue knows how far a sent download is. */
export const ISSUE_STATES = {
  Downloaded: { state: 'have', word: 'In the library' },
  Archived: { state: 'have', word: 'Archived elsewhere' },
  Covered: { state: 'have', word: 'In its volume' },
  Reserved: { state: 'way', word: 'Queued' },
  Snatched: { state: 'way', word: 'In progress' },
  Wanted: { state: 'wanted', word: 'Wanted' },
  Missing: { state: 'unknown', word: 'Missing' },
  Skipped: { state: 'skipped', word: 'Skipped' },
  Ignored: { state: 'skipped', word: 'Ignored' },
  Failed: { state: 'attention', word: 'Download failed' },
  Unknown: { state: 'attention', word: 'File not found' },
} as const satisfies Record<DisplayState, { state: MarkState; word: string }>
