import { asUser } from '../../../base/platform/caller'
import { saveBookmark } from '../../../library/reading/bookmark-store'
import { afterPageView, isAccepted } from '../../../library/reading/machine'
import { progressRows, saveProgress } from '../../../library/reading/progress-row-store'
import { fileOf } from '../../../library/series/file-store'
import { findIssue } from '../../../library/series/store'
import { movedKey } from '../moved-key'
import type { LibraryMove } from './library-move'
import type { SourceProgress } from './rows'

/**
 * Moves the reading progress of the chosen users. Newer progress in Panelkeep wins. Among copies of one comic the
 * reading that got furthest counts.
 */
export function moveProgress(moving: LibraryMove): void {
  const { move, library } = moving
  const names = namesOf(moving)
  const byUser = new Map<string, SourceProgress[]>()
  for (const row of newestLast(library.progress())) {
    const userId = moving.userOf(row.user_id)
    if (userId !== undefined) byUser.getOrInsertComputed(userId, () => []).push(row)
    else {
      const name = names.get(row.user_id) ?? row.user_id
      move.tally.left(`${row.user_id} ${row.issue_id}`, name, 'Reading of a person who was not chosen.')
    }
  }
  for (const [userId, rows] of byUser) asUser(userId, () => moveProgressOfCaller(moving, rows))
}

function moveProgressOfCaller(moving: LibraryMove, rows: readonly SourceProgress[]): void {
  const { move, label } = moving
  const { tally } = move
  const best = new Map<string, Reading>()
  for (const row of rows) {
    const issueId = move.ownId('issue', row.issue_id)
    const id = `${row.user_id} ${row.issue_id}`
    if (issueId === undefined || row.pages === 0)
      tally.left(id, row.issue_id, `Its issue was left behind, or ${label} does not have it any more.`)
    else if (row.page === 0 && !row.completed) {
      // Opening the first page, or marking as unread, does not count as reading.
      tally.taken()
      tally.countRemark('Opened at the first page only: unread')
    } else keepBest(moving, best, { id, issueId, row })
  }
  for (const { id, issueId, row } of best.values())
    if (saveReading(moving, issueId, row)) tally.taken()
    else tally.merged(id, labelIn(moving, issueId), 'The library has newer progress.')
}

/** When two rows have one issue, the newer counts. */
const newestLast = (rows: Iterable<SourceProgress>) => [...rows].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))

interface Reading {
  id: string
  issueId: string
  row: SourceProgress
}

function keepBest(moving: LibraryMove, best: Map<string, Reading>, reading: Reading): void {
  const key = keyOf(moving.move.tx, reading.issueId)
  const before = best.get(key)
  const isSameBook = before?.row.issue_id === reading.row.issue_id
  const isBetter = before === undefined || isSameBook || isFurther(reading.row, before.row)
  if (isBetter) best.set(key, reading)
  const lost = isBetter ? before : reading
  const reason = isSameBook ? 'A newer row is the same reading.' : 'A copy of it was read further.'
  if (lost) moving.move.tally.merged(lost.id, labelIn(moving, lost.issueId), reason)
}

const isFurther = (one: SourceProgress, other: SourceProgress) =>
  one.completed === other.completed ? one.page > other.page : one.completed

function saveReading({ move, label }: LibraryMove, issueId: string, row: SourceProgress): boolean {
  const { tx } = move
  const issue = findIssue(tx, issueId)
  if (!issue) return false
  // A clock that was ahead must not win forever.
  const at = row.at === null || row.at > move.at ? move.at : row.at
  const view = { page: row.page, page_count: row.pages, completed: row.completed, at }
  const before = progressRows(tx, [issueId]).get(issueId)
  if (!isAccepted(before, view)) return false
  const next = afterPageView(before, view)
  const content_key = keyOf(move.tx, issueId)
  saveProgress(tx, {
    ...next,
    times_read: Math.max(next.times_read, row.times_read ?? 0),
    content_key,
    issue_id: issueId,
    comic_id: issue.comic_id,
    device: label,
    device_id: null,
  })
  return true
}

/** The key of the issue's file, or a placeholder until the file is found. */
function keyOf(tx: LibraryMove['move']['tx'], issueId: string): string {
  const file = fileOf(tx, issueId)
  return file ? (file.content_hash ?? file.file_id) : movedKey(issueId)
}

export function moveSourceBookmarks(moving: LibraryMove): void {
  const { move, library, label } = moving
  const { tx, tally, at } = move
  const names = namesOf(moving)
  for (const row of library.bookmarks()) {
    const issue_id = move.ownId('issue', row.issue_id)
    const userId = moving.userOf(row.user_id)
    if (userId === undefined)
      tally.left(row.id, names.get(row.user_id) ?? row.user_id, 'A bookmark of a person who was not chosen.')
    else if (issue_id === undefined)
      tally.left(row.id, row.issue_id, `Its issue was left behind, or ${label} does not have it any more.`)
    else {
      tally.taken()
      const created_at = row.at ?? at
      const bookmark = { content_key: keyOf(tx, issue_id), page: row.page, issue_id, note: null, created_at }
      asUser(userId, () => saveBookmark(tx, bookmark))
    }
  }
}

const namesOf = ({ library }: LibraryMove) => new Map([...library.users()].map(({ id, name }) => [id, name]))

const labelIn = ({ move }: LibraryMove, issueId: string) => {
  const issue = findIssue(move.tx, issueId)
  return issue === undefined ? issueId : `${issue.title ?? ''} #${issue.number}`.trim()
}
