import { issueLabel } from '../../library/reading/labels'
import { pageIn } from '../../library/reading/machine'
import { imageOf } from '../../library/series/issue-wire'
import type { ListEntry } from './entries'
import type { OlderEntry, ReadingListEntry } from './schema'
import type { EntryStatus } from './states'

/**
 * A new entry is `Added`, with or without a file; `Downloaded` when reading started, or when the file arrived later.
 */
export function entryStatusOf({ entry, file, progress }: ListEntry): EntryStatus {
  if (progress) return progress.completed ? 'Read' : 'Downloaded'
  return file !== undefined && file.added_at > entry.added_at ? 'Downloaded' : 'Added'
}

export function olderEntry(row: ListEntry): OlderEntry {
  const { entry, issue, series, file } = row
  return {
    id: entry.issue_id,
    comicId: issue?.comic_id ?? entry.comic_id,
    comicName: series?.name ?? entry.series_name,
    seriesYear: series?.year == null ? null : String(series.year),
    number: issue?.number ?? entry.label.replace(/^#/, ''),
    issueDate: dateOf(row),
    dateAdded: entry.added_at,
    status: entryStatusOf(row),
    location: file?.path ?? null,
    imageURL: issue ? imageOf(issue, file) : null,
  }
}

export function entryItem(row: ListEntry): ReadingListEntry {
  const { entry, issue, series, file, progress } = row
  return {
    issue_id: entry.issue_id,
    comic_id: issue?.comic_id ?? entry.comic_id,
    series_name: series?.name ?? entry.series_name,
    year: series?.year ?? null,
    label: issue ? issueLabel(issue) : entry.label,
    title: issue?.title ?? null,
    date: dateOf(row),
    known: issue !== undefined,
    readable: file !== undefined,
    state: progress ? (progress.completed ? 'read' : 'reading') : 'unread',
    percent: progress?.percent ?? 0,
    page: progress && file ? pageIn(progress, file.page_count) : 0,
    page_count: file?.page_count ?? 0,
    image: issue ? imageOf(issue, file) : null,
    added_at: entry.added_at,
  }
}

function dateOf({ entry, issue }: ListEntry): string | null {
  return issue ? (issue.release_date ?? issue.issue_date) : entry.issue_date
}
