import { type PageRange, pageRange, pagination } from '../../../base/http/paging'
import { nextTurn } from '../../../base/platform/event-loop'
import { languageWords } from '../../../base/platform/words'
import type { Database } from '../../../base/storage/database'
import { issueLabel } from '../../../library/reading/labels'
import type * as schema from '../schema'
import type { CopyKind } from '../states'
import type { Copy } from './choose-copy'
import { chosenOf } from './chosen'
import { copiesOf } from './copy-store'
import * as store from './group-store'

const PER_PAGE = 20
const AT_ONCE = 100
/** Labels of issues that would lose their only file. */
const MOST_LABELS = 20

/** The lists of copies, and what removing them would do. */
export class CopyList {
  constructor(private readonly deps: { db: Database }) {}

  counts(): { shown: schema.CopyCount[]; ignored: number } {
    const rows = store.countGroups(this.deps.db.read)
    const ignored = rows.reduce((all, row) => all + (row.ignored ? row.groups : 0), 0)
    return {
      shown: rows.flatMap(({ ignored, ...row }) => (ignored ? [] : [row])),
      ignored,
    }
  }

  page({ kind, ignored = false, ...query }: schema.CopiesQuery): schema.CopyPage {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset }: PageRange = pageRange(query)
    const groups = store.groupsOf(read, kind, ignored, { limit, offset })
    const counts = store.countGroups(read).find((row) => row.kind === kind && row.ignored === ignored)
    const byGroup = store.filesInGroups(
      read,
      groups.map(({ group_id }) => group_id),
    )
    const fileIds = [...new Set([...byGroup.values()].flat())]
    const copies = new Map(copiesOf(read, fileIds).map((copy) => [copy.file_id, copy]))
    const labels = Map.groupBy(store.issueLabels(read, fileIds), ({ file_id }) => file_id)
    const view = groups.map(({ group_id, kind, keep_id, reason, spare, bytes }) => {
      const own = (byGroup.get(group_id) ?? []).flatMap((id) => copies.get(id) ?? [])
      const ordered = own.toSorted((a, b) => Number(b.file_id === keep_id) - Number(a.file_id === keep_id))
      return {
        group_id,
        kind,
        keep_id,
        reason,
        spare,
        bytes,
        copies: ordered.map((copy) => copyView(copy, labels.get(copy.file_id) ?? [])),
      }
    })
    return { groups: view, pagination: pagination(counts?.groups ?? 0, { limit, offset }, groups.length) }
  }

  /** What removing these groups does. Groups that changed since are counted as skipped. */
  async preview({ kind, group_ids, keep = {} }: schema.RemoveCopiesBody): Promise<schema.RemovalPreview> {
    const sum: schema.RemovalPreview = { groups: 0, files: 0, bytes: 0, skipped: 0, lost: 0, lost_labels: [] }
    for await (const groups of this.batches(kind, group_ids)) {
      const read = this.deps.db.read
      for (const group of groups) {
        const chosen = chosenOf(read, group, keep[group.group_id])
        if (!chosen) {
          sum.skipped += 1
          continue
        }
        sum.groups += 1
        sum.files += chosen.others.length
        sum.bytes += chosen.others.reduce((all, { size }) => all + size, 0)
        const ids = chosen.others.map(({ file_id }) => file_id)
        const lost = group.kind === 'issue' ? [] : store.issuesWithoutOthers(read, ids)
        sum.lost += lost.length
        for (const issue of lost)
          if (sum.lost_labels.length < MOST_LABELS) sum.lost_labels.push(`${issue.series} ${issueLabel(issue)}`)
      }
      await nextTurn()
    }
    if (group_ids) sum.skipped = new Set(group_ids).size - sum.groups
    return sum
  }

  private async *batches(kind: CopyKind | undefined, ids: readonly string[] | undefined) {
    const { db } = this.deps
    if (ids) {
      for (let from = 0; from < ids.length; from += AT_ONCE)
        yield store.groupsWithIds(db.read, ids.slice(from, from + AT_ONCE))
      return
    }
    for (let after = ''; kind; ) {
      const groups = store.nextGroups(db.read, kind, after, AT_ONCE)
      if (groups.length === 0) return
      yield groups
      after = groups.at(-1)!.group_id
    }
  }
}

type Label = ReturnType<typeof store.issueLabels>[number]

function copyView(copy: Copy, labels: readonly Label[]): schema.CopyView {
  const [first] = labels
  return {
    file_id: copy.file_id,
    path: copy.path,
    size: copy.size,
    format: copy.format,
    pages: copy.pages,
    problem: copy.problem,
    missing_pages: copy.missing_pages,
    language: copy.language && languageWords(copy.language),
    is_tagged: copy.is_tagged,
    added_at: copy.added_at,
    comic_id: first?.comic_id ?? null,
    issue_id: first?.issue_id ?? null,
    series: first?.series ?? null,
    number: first ? issueLabel(first) : null,
    issues: labels.length,
  }
}
