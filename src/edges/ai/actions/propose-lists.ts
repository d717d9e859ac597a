import { Type } from 'typebox'
import { Refusal } from '../../../base/refusal'
import type { ReadHandle } from '../../../base/storage/database'
import { findArc } from '../../../collecting/arcs/store'
import { findList, isOfCaller } from '../../../collecting/readlist/store'
import { issueTitle } from '../../../library/series/issue-title'
import { IdArgument, ToolParameters } from '../library/arguments'
import type { ActionTool } from './action-tool'
import { isArcName, isListName } from './make-lists'
import { entriesInOrder, movesBetween, type OrderList } from './order-list'
import { actionTool, issueCount, knownIssues, MOST_PROPOSED_ISSUES, proposalResult } from './propose'
import type { ActionProposals } from './service'

interface Deps {
  db: { read: ReadHandle }
  proposals: Pick<ActionProposals, 'propose'>
}

const NEW_LIST = ToolParameters({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Its name' }),
  issue_ids: Type.Array(IdArgument(), { description: 'IssueIDs from rows, in order' }),
})

const MAKERS = {
  make_arc: { tool: 'propose_story_arc', what: 'story arc', isTaken: isArcName },
  make_list: { tool: 'propose_reading_list', what: 'reading list', isTaken: isListName },
} as const

/** Proposals of arcs, lists and their orders. */
export const listProposals = (deps: Deps): ActionTool[] => [
  newList(deps, 'make_arc'),
  newList(deps, 'make_list'),
  newOrder(deps),
]

function newList({ db, proposals }: Deps, kind: keyof typeof MAKERS): ActionTool {
  const { tool, what, isTaken } = MAKERS[kind]
  return actionTool({
    name: tool,
    description: `Proposes a new ${what} of issues of the library, in the order given. The user decides.`,
    parameters: NEW_LIST,
    run({ name, issue_ids }, context) {
      const wanted = name.trim()
      if (wanted === '') throw new Refusal('invalid', `The ${what} needs a name.`)
      if (isTaken(db.read, wanted)) throw new Refusal('invalid', `A ${what} named ${wanted} exists already.`)
      const issues = knownIssues(db.read, issue_ids)
      const changes = issues.map((issue, index) => ({
        label: issueTitle(issue.series, issue),
        before: null,
        after: `Place ${index + 1}`,
        comic_id: issue.comic_id,
        issue_id: issue.issue_id,
      }))
      const title = `Make the ${what} ${wanted} with ${issueCount(issues.length)}`
      const payload = { name: wanted, issue_ids: issues.map(({ issue_id }) => issue_id) }
      return proposalResult(proposals.propose({ kind, title, payload, changes }, context))
    },
  })
}

function newOrder({ db, proposals }: Deps): ActionTool {
  return actionTool({
    name: 'propose_order',
    description:
      'Proposes a new order for a story arc or a reading list. Entries that it leaves out follow in their old order. The user decides.',
    parameters: ToolParameters({
      arc_id: Type.Optional(IdArgument('Of the arc: its StoryArcID')),
      list_id: Type.Optional(IdArgument('Of the reading list: its ListID')),
      ids: Type.Array(IdArgument(), {
        description: 'IssueArcIDs of the arc, or IssueIDs of the list, in order',
      }),
    }),
    run({ arc_id, list_id, ids }, context) {
      const { name, ...which } = needList(db.read, arc_id, list_id)
      const before = entriesInOrder(db.read, which)
      if (before.length > MOST_PROPOSED_ISSUES)
        throw new Refusal(
          'invalid',
          `${name} has ${before.length} issues; lists of up to ${MOST_PROPOSED_ISSUES} can be ordered.`,
        )
      const known = new Set(before.map(({ id }) => id))
      const unknown = ids.find((id) => !known.has(id))
      if (unknown !== undefined) throw new Refusal('invalid', `${name} has no entry ${unknown}.`)
      const named = new Set(ids)
      if (named.size < ids.length) throw new Refusal('invalid', 'The order names an entry twice.')
      const after = [...ids, ...before.flatMap(({ id }) => (named.has(id) ? [] : id))]
      const changes = movesBetween(before, after)
      if (changes.length === 0) throw new Refusal('invalid', `${name} is in this order already.`)
      const payload: OrderList = { ...which, ids: after }
      return proposalResult(
        proposals.propose({ kind: 'order_list', title: `Order ${name}`, payload, changes }, context),
      )
    },
  })
}

function needList(db: ReadHandle, arcId: string | undefined, listId: string | undefined) {
  if ((arcId === undefined) === (listId === undefined)) throw new Refusal('invalid', 'Name either arc_id or list_id.')
  const type = arcId === undefined ? ('list' as const) : ('arc' as const)
  const id = arcId ?? listId ?? ''
  const list = type === 'list' ? findList(db, id) : undefined
  if (list && !isOfCaller(list)) throw new Refusal('invalid', `Only the user who made ${list.name} can order it.`)
  const name = type === 'arc' ? findArc(db, id)?.name : list?.name
  if (name === undefined)
    throw new Refusal('invalid', `There is no ${type === 'arc' ? 'story arc' : 'reading list'} ${id}.`)
  return { type, list_id: id, name }
}
