import { type PagingFields, pageRange, pagination } from '../../../base/http/paging'
import { normalNumber } from '../../../base/names/numbers'
import { sortName } from '../../../base/names/titles'
import type { Random } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import type { SuggestForName } from '../name-suggestions'
import { progressEvent } from '../progress'
import { findProposal, forgetAnswers } from '../proposals/store'
import type { FileChange, GroupChange, GroupFiles, GroupResult, ReviewReply } from '../schema'
import * as store from '../store'
import { resultOf, wholeFileItem, wholeResult } from '../wire'
import { attachToSeries } from './attach'
import { needGroup, needOpenGroup, openFileAt, refuseBusy, refuseHeld, sameScan } from './guards'
import { recompute } from './recompute'
import { changeSentence, filesSentence } from './step-sentences'
import { changedFiles, newestStep, newestStepSentence, saveStep, snapshotOf, undoStep } from './step-store'
import * as rows from './store'

interface Deps {
  db: Database
  random: Pick<Random, 'id'>
  /** Called after corrections: there may be something new to query. */
  corrected?: () => void
  /** Suggestions for groups that are unclear. */
  suggest?: SuggestForName
}

/** Files per page, unless the request sets a number. */
const PAGE_FILES = 200
/** Limit of a proposal's files in one reply. */
const MOST_FILES = 10_000

/** The user's corrections of proposals. They are saved at once, so they survive a restart. */
export class ImportReview {
  constructor(private readonly deps: Deps) {}

  /** A proposal with all of its files. Throws Refusal 'missing'. */
  group(groupId: string): GroupResult {
    const db = this.deps.db.read
    const group = needGroup(db, groupId)
    return wholeResult(db, group, rows.filesOfGroup(db, groupId, { limit: MOST_FILES, offset: 0 }), {
      same: rows.sameContent(db, group),
      suggest: this.deps.suggest,
    })
  }

  /** A page of the proposal's files, in reading order. Throws Refusal 'missing'. */
  files(groupId: string, query: PagingFields): typeof GroupFiles.static {
    const db = this.deps.db.read
    const group = needGroup(db, groupId)
    const { limit = PAGE_FILES, offset } = pageRange(query)
    const files = rows.filesOfGroup(db, groupId, { limit, offset })
    const same = rows.sameContent(db, group)
    return {
      files: files.map((file) => wholeFileItem(file, same)),
      pagination: pagination(group.file_count, { limit, offset }, files.length),
    }
  }

  /** Sets the series of a proposal. Throws Refusal 'missing', 'invalid' and 'conflict'. */
  change(groupId: string, change: GroupChange): ReviewReply {
    return this.edit([groupId], (tx) => {
      const group = needOpenGroup(tx, groupId)
      if (change.proposal !== undefined) choose(tx, group, change)
      else if (change.comic_id === undefined) this.describe(tx, group, change)
      else if (Object.keys(change).length > 1)
        throw new Refusal('invalid', 'A series of the library has its own name, year and kind: give comic_id alone.')
      else if (change.comic_id === null) this.detach(tx, group)
      else attachToSeries(tx, group, change.comic_id)
      return { touched: [groupId], sentence: changeSentence(tx, group, change) }
    })
  }

  /** Renumbers files, or moves them to another proposal. */
  changeFiles(groupId: string, changes: Record<string, FileChange>): ReviewReply {
    const targets = Object.values(changes).flatMap(({ group_id }) => group_id ?? [])
    return this.edit([groupId, ...targets], (tx) => {
      const group = needOpenGroup(tx, groupId)
      const files = rows.filesOfGroup(tx, groupId)
      const made = new Map<string, string>()
      const touched = new Set([groupId])
      if (Object.keys(changes).length === 0) throw new Refusal('invalid', 'Name at least one file.')
      for (const [path, change] of Object.entries(changes)) {
        const file = openFileAt(files, path, group)
        const target = this.target(tx, group, change, made)
        rows.updateFile(tx, file, { ...numbersOf(change), group_id: target, said: true })
        touched.add(target)
      }
      return { touched: [...touched], sentence: filesSentence(tx, group, [...touched], Object.keys(changes).length) }
    })
  }

  /** Merges several proposals into one. */
  merge(into: string, groupIds: readonly string[]): ReviewReply {
    return this.edit([into, ...groupIds], (tx) => {
      const target = needOpenGroup(tx, into)
      for (const id of new Set(groupIds)) {
        if (id === into) throw new Refusal('invalid', 'A proposal cannot be merged into itself.')
        const group = needOpenGroup(tx, id)
        sameScan(target, group)
        if (group.existing_comic_id !== null)
          throw new Refusal('conflict', `${group.series_name} is already in the library. Merge the other one into it.`)
        rows.moveFilesToGroup(tx, id, into)
        if (group.content_type !== target.content_type) rows.recountUnits(tx, into, target.content_type)
      }
      const count = new Set(groupIds).size + 1
      return { touched: [into, ...groupIds], sentence: `${count} proposals merged into ${target.series_name}` }
    })
  }

  /** Undoes the newest correction of a scan. Throws Refusal 'missing' and 'conflict'. */
  undoStep(scanId: string): ReviewReply {
    const reply = this.deps.db.write((tx) => {
      refuseBusy(store.findScan(tx, scanId))
      const step = newestStep(tx, scanId)
      if (!step) throw new Refusal('conflict', 'There is no correction to undo.')
      const touched = [...step.groups.map(({ group_id }) => group_id), ...step.made]
      for (const id of touched) {
        const group = store.findGroup(tx, id)
        if (group && group.imported_at !== null)
          throw new Refusal('conflict', `${group.series_name} was imported since. Undo the import first.`)
      }
      undoStep(tx, step)
      return reviewed(tx, scanId, touched, step.said)
    })
    this.deps.corrected?.()
    return reply
  }

  /** One transaction, which also updates the groups to their files and deletes empty groups. */
  private edit(groupIds: readonly string[], work: (tx: Tx) => { touched: string[]; sentence: string }): ReviewReply {
    const reply = this.deps.db.write((tx) => {
      const before = snapshotOf(tx, [...new Set(groupIds)])
      const done = work(tx)
      const touched = [...new Set(done.touched)]
      for (const id of touched) {
        if (rows.filesOfGroup(tx, id).length === 0) rows.deleteGroup(tx, id)
        else recompute(tx, id)
      }
      const known = new Set(before.groups.map(({ group_id }) => group_id))
      const made = touched.filter((id) => !known.has(id))
      const scan_id = before.groups[0]!.scan_id
      const files = changedFiles(before, snapshotOf(tx, touched))
      saveStep(tx, { scan_id, said: done.sentence, groups: before.groups, made, files })
      return reviewed(tx, scan_id, touched, done.sentence)
    })
    this.deps.corrected?.()
    return reply
  }

  private describe(tx: Tx, group: store.GroupRow, { name, year, content_type }: GroupChange): void {
    if (name === undefined && year === undefined && content_type === undefined)
      throw new Refusal('invalid', 'Name at least one of name, year, content_type, comic_id and proposal.')
    if (group.existing_comic_id !== null)
      throw new Refusal('invalid', `${group.series_name} is already in the library; change it there.`)
    const newName = name?.trim()
    if (newName !== undefined || year !== undefined) forgetAnswers(tx, group.comic_id)
    rows.updateGroup(tx, group.group_id, {
      said: true,
      ...(newName ? { series_name: newName, sort_name: sortName(newName) } : {}),
      ...(year === undefined ? {} : { year }),
      ...(content_type ? { content_type, content_type_chosen: true } : {}),
    })
    if (!content_type || content_type === group.content_type) return
    rows.updateGroup(tx, group.group_id, { reading_direction: content_type === 'manga' ? 'rtl' : 'ltr' })
    rows.recountUnits(tx, group.group_id, content_type)
  }

  private detach(tx: Tx, group: store.GroupRow): void {
    if (group.existing_comic_id === null) throw new Refusal('invalid', `${group.series_name} is a new series already.`)
    refuseHeld(tx, group)
    rows.updateGroup(tx, group.group_id, { comic_id: this.newId(), existing_comic_id: null, said: true })
  }

  private target(tx: Tx, group: store.GroupRow, change: FileChange, made: Map<string, string>): string {
    const { group_id, new_group } = change
    if (group_id !== undefined && new_group !== undefined)
      throw new Refusal('invalid', 'Give group_id or new_group, not both.')
    if (group_id !== undefined) {
      sameScan(group, needOpenGroup(tx, group_id))
      return group_id
    }
    if (new_group === undefined) return group.group_id
    const name = new_group.trim()
    const target = made.get(name) ?? this.make(tx, group, name)
    made.set(name, target)
    return target
  }

  /** A new group like the one that its files come from, except for its name and what depends on that. */
  private make(tx: Tx, from: store.GroupRow, name: string): string {
    const group_id = this.deps.random.id()
    store.insertGroup(tx, {
      ...from,
      group_id,
      comic_id: this.newId(),
      series_name: name,
      sort_name: sortName(name),
      year: null,
      volume: null,
      description: null,
      book_type: null,
      total_issues: null,
      provider_ids: {},
      existing_comic_id: null,
      proposal_id: null,
      proposal_said: false,
      found_confidence: null,
      said: true,
    })
    return group_id
  }

  private newId(): string {
    return `local-${this.deps.random.id().slice(0, 16)}`
  }
}

/** Sets the provider's series of the files, or with null that there is none. Throws Refusal 'missing' and 'invalid'. */
function choose(tx: Tx, group: store.GroupRow, change: GroupChange): void {
  const proposal_id = change.proposal ?? null
  if (Object.keys(change).length > 1)
    throw new Refusal('invalid', 'A series of a metadata source has its own name and year: send proposal without them.')
  if (group.existing_comic_id !== null)
    throw new Refusal('invalid', `${group.series_name} is already in the library; link it to a metadata source there.`)
  if (proposal_id !== null && findProposal(tx, proposal_id)?.comic_id !== group.comic_id)
    throw new Refusal('missing', `There is no proposal ${proposal_id} for ${group.series_name}.`)
  rows.updateGroup(tx, group.group_id, { proposal_id, proposal_said: true })
}

function reviewed(tx: Tx, scanId: string, touched: readonly string[], sentence: string): ReviewReply {
  const groups = touched.flatMap((id) => store.findGroup(tx, id) ?? [])
  const scan = store.findScan(tx, scanId)
  if (scan) tx.emit({ type: 'import.progress', ...progressEvent(scan) })
  const there = new Set(groups.map(({ group_id }) => group_id))
  return {
    success: true,
    groups: groups.map((group) => resultOf(tx, group)),
    gone: touched.filter((id) => !there.has(id)),
    said: sentence,
    last_step: newestStepSentence(tx, scanId) ?? null,
  }
}

function numbersOf({ number, number_end, kind, unit }: FileChange): Partial<store.ScannedFileRow> {
  return {
    ...(number === undefined ? {} : { number: normalNumber(number.trim()), number_end: '' }),
    ...(number_end === undefined ? {} : { number_end: normalNumber(number_end.trim()) }),
    ...(kind ? { kind } : {}),
    ...(unit ? { unit } : {}),
  }
}
