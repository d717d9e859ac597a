import type { ReadHandle } from '../../../base/storage/database'
import { isNamed } from '../../../collecting/arcs/new-arc'
import { allArcs } from '../../../collecting/arcs/store'
import { ownLists } from '../../../collecting/readlist/store'
import { issueTitle } from '../../../library/series/issue-title'
import { listedIssues } from '../library/issue-store'
import type { ActionType } from './action-type'
import type { SeenRow } from './tables'

/** Proposes story arcs and reading lists of issues in the library. */

export interface NamedIssues {
  name: string
  /** In the order of the list. */
  issue_ids: string[]
}

const FREE = 'a free name'
const TAKEN = 'the name of another'

/** Reads whether the name is free and the issues exist. */
function seen(db: ReadHandle, { name, issue_ids }: NamedIssues, isTaken: boolean): SeenRow[] {
  const issues = listedIssues(db, issue_ids).map((issue) => ({
    key: issue.issue_id,
    label: issueTitle(issue.series, issue),
    state: 'in the library',
  }))
  // No issue id begins with a blank.
  return [{ key: ' name', label: name, state: isTaken ? TAKEN : FREE }, ...issues]
}

export const isArcName = (db: ReadHandle, name: string): boolean => allArcs(db).some((arc) => isNamed(arc, name))
export const isListName = (db: ReadHandle, name: string): boolean =>
  ownLists(db).some((list) => list.name.toLowerCase() === name.toLowerCase())

export const makeArc = (make: (name: string, issueIds: readonly string[]) => unknown): ActionType<NamedIssues> => ({
  see: (db, payload) => seen(db, payload, isArcName(db, payload.name)),
  apply({ name, issue_ids }) {
    make(name, issue_ids)
    return `The story arc ${name} was made.`
  },
})

interface Lists {
  make: (name: string) => { list: { list_id: string } }
  add: (listId: string, issueIds: readonly string[]) => unknown
}

export const makeList = (lists: Lists): ActionType<NamedIssues> => ({
  see: (db, payload) => seen(db, payload, isListName(db, payload.name)),
  apply({ name, issue_ids }) {
    lists.add(lists.make(name).list.list_id, issue_ids)
    return `The reading list ${name} was made.`
  },
})
