import { addTimelineRow } from '../../base/activity/store'
import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { issueTitle } from '../series/issue-title'
import { findIssue, findSeries } from '../series/store'
import type { TagOutcome } from './outcome'
import { issuesInFile } from './store'

interface TaggedSubject {
  subject: { type: 'issue' | 'series'; id: string; label: string }
  comic_id: string
  file_ids: string[]
}

/** The subjects of rows: the issue of a single file, or each series of several files. */
function taggedSubjects(tx: Tx, fileIds: readonly string[]): TaggedSubject[] {
  const subjects = new Map<string, TaggedSubject>()
  for (const fileId of fileIds) {
    const issue = findIssue(tx, issuesInFile(tx, fileId)[0] ?? '')
    const series = issue && findSeries(tx, issue.comic_id)
    if (!issue || !series) continue
    const { comic_id, name } = series
    const isAlone = fileIds.length === 1
    const id = isAlone ? issue.issue_id : comic_id
    const subject = { type: isAlone ? 'issue' : 'series', id, label: isAlone ? issueTitle(name, issue) : name } as const
    const known: TaggedSubject = subjects.get(id) ?? { subject, comic_id, file_ids: [] }
    known.file_ids.push(fileId)
    subjects.set(id, known)
  }
  return [...subjects.values()]
}

export function recordTagging(tx: Tx, fileIds: readonly string[], at: Instant): void {
  for (const { subject, comic_id } of taggedSubjects(tx, fileIds))
    addTimelineRow(tx, { at, activity: 'tag', status: 'started', subject, comic_id })
}

/** The outcomes; for failed files the reason of the first one. */
export function recordTagged(tx: Tx, fileIds: readonly string[], outcomes: readonly TagOutcome[], at: Instant): void {
  for (const { subject, comic_id, file_ids } of taggedSubjects(tx, fileIds)) {
    const about = { at, activity: 'tag', subject, comic_id } as const
    const left = outcomes.filter(({ file_id, state }) => state === 'failed' && file_ids.includes(file_id))
    const sentence = left[0]?.sentence ?? 'It was left as it is.'
    if (left.length === 0) addTimelineRow(tx, { ...about, status: 'succeeded' })
    else if (left.length === file_ids.length)
      addTimelineRow(tx, { ...about, status: 'failed', reason: { code: 'tag_failed', detail: sentence } })
    else {
      const detail = `${left.length} of ${file_ids.length} files were left as they are: ${sentence}`
      addTimelineRow(tx, { ...about, status: 'needs_attention', reason: { code: 'tag_partly_failed', detail } })
    }
  }
}
