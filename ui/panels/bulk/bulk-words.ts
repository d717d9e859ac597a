import type { Input, Reply } from '../../api/contract'
import { countWords, sizeWords } from '../../parts/text/format'

export type BulkAction = Input<'POST /api/series/bulk'>['body']['action']
export type BulkPreview = Reply<'POST /api/series/bulk/preview'>
export type BulkOperation = NonNullable<Reply<'GET /api/series/bulk'>['operation']>

type ActionWords = {
  /** The button: "Rename files". */
  label: string
  /** The text while the action runs. */
  doing: string
  /** What was done to the series: "deleted". */
  did: string
  /** The effect of the action, for the dialog. */
  about: string
}

export const ACTIONS: Record<BulkAction, ActionWords> = {
  monitor: {
    label: 'Monitor',
    doing: 'Monitoring series',
    did: 'monitored',
    about: 'Panelkeep searches for their wanted issues.',
  },
  unmonitor: {
    label: 'Unmonitor',
    doing: 'Unmonitoring series',
    did: 'unmonitored',
    about: 'Panelkeep stops searching for their issues. Wanted issues stay wanted.',
  },
  search: {
    label: 'Search',
    doing: 'Starting searches',
    did: 'queued for search',
    about: 'All indexers are searched for their wanted issues.',
  },
  match: {
    label: 'Match',
    doing: 'Matching series',
    did: 'matched',
    about:
      'Series without a metadata source are matched where name, year and issues agree. Of the others you choose the match in a list.',
  },
  refresh: {
    label: 'Refresh details',
    doing: 'Refreshing series',
    did: 'refreshed',
    about: 'Metadata is loaded again from their sources.',
  },
  rename: {
    label: 'Rename files',
    doing: 'Renaming files',
    did: 'renamed',
    about: 'Files and folders get the names of your naming settings. You can undo this.',
  },
  write_metadata: {
    label: 'Write metadata to files',
    doing: 'Writing metadata',
    did: 'tagged',
    about: 'ComicInfo and MetronInfo are written into CBZ files. You can undo this.',
  },
  convert: {
    label: 'Convert to CBZ',
    doing: 'Converting files',
    did: 'converted',
    about: 'CBR, CB7 and CBT files become CBZ. The originals stay in the recycle folder, and you can undo this.',
  },
  move: {
    label: 'Move to another folder',
    doing: 'Moving files',
    did: 'moved',
    about: 'The folders of the series move with all their files. You can undo this.',
  },
  mark_read: {
    label: 'Mark read',
    doing: 'Marking issues read',
    did: 'marked read',
    about: 'All their issues are marked read.',
  },
  mark_unread: {
    label: 'Mark unread',
    doing: 'Marking issues unread',
    did: 'marked unread',
    about: 'All their issues are marked unread.',
  },
  delete: {
    label: 'Delete',
    doing: 'Deleting series',
    did: 'deleted',
    about: 'You can undo this until the next bulk action, for up to a day.',
  },
}

export const seriesWords = (count: number): string => countWords(count, 'series', 'series')

/** "12 series · 340 files · 12 GB": the scope of an action. */
export function touchedWords({ series, files, bytes, issues }: BulkPreview): string {
  return [
    seriesWords(series),
    files > 0 ? countWords(files, 'file') : '',
    bytes > 0 ? sizeWords(bytes) : '',
    issues > 0 ? countWords(issues, 'issue') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** "12 series deleted · 2 unchanged · 3 unsure · 1 failed" */
export function resultWords({ action, done, undone, unchanged, unsure, failed }: BulkOperation): string {
  return [
    done > 0 || undone === 0 ? `${seriesWords(done)} ${ACTIONS[action].did}` : ACTIONS[action].label,
    undone > 0 ? `${undone} undone` : '',
    unchanged > 0 ? `${unchanged} unchanged` : '',
    unsure > 0 ? `${unsure} unsure` : '',
    failed > 0 ? `${failed} failed` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
