import type { ReadHandle } from '../../../base/storage/database'
import { type ArcIssue, arcIssues } from '../../../collecting/arcs/store'
import { entriesOf } from '../../../collecting/readlist/store'
import { issueLabel } from '../../../library/reading/labels'
import type { ActionType } from './action-type'
import type { ProposedChange } from './schema'

/** Proposes an order of a story arc or a reading list. */

export interface OrderList {
  type: 'arc' | 'list'
  list_id: string
  /** All entries in their new order: ids of rows of the arc, or of issues of the list. */
  ids: string[]
}

interface Entry {
  id: string
  label: string
  comic_id: string | null
  issue_id: string | null
}

/** The entries in their current order. */
export function entriesInOrder(db: ReadHandle, { type, list_id }: Pick<OrderList, 'type' | 'list_id'>): Entry[] {
  if (type === 'arc') return arcIssues(db, list_id).map(arcEntry)
  return entriesOf(db, list_id).map(({ issue_id, comic_id, series_name, label }) => ({
    id: issue_id,
    label: `${series_name} ${label}`,
    comic_id,
    issue_id,
  }))
}

const arcEntry = ({ row, issue, series }: ArcIssue): Entry => ({
  id: row.issue_arc_id,
  label: `${series?.name ?? row.series} ${issue ? issueLabel(issue) : `#${row.number}`}`,
  comic_id: issue?.comic_id ?? null,
  issue_id: issue?.issue_id ?? null,
})

const placeOf = (index: number) => `Place ${index + 1}`

/** The entries that move. */
export function movesBetween(before: readonly Entry[], ids: readonly string[]): ProposedChange[] {
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const entries = new Map(before.map((entry) => [entry.id, entry]))
  return ids.flatMap((id, index) => {
    const [entry, place] = [entries.get(id), places.get(id)]
    if (!entry || place === undefined || place === index) return []
    const { label, comic_id, issue_id } = entry
    return { label, before: placeOf(place), after: placeOf(index), comic_id, issue_id }
  })
}

type Order = (listId: string, ids: readonly string[]) => unknown

export const orderList = (order: { arc: Order; list: Order }): ActionType<OrderList> => ({
  see: (db, payload) =>
    entriesInOrder(db, payload).map(({ id, label }, index) => ({ key: id, label, state: placeOf(index) })),
  apply({ type, list_id, ids }) {
    order[type](list_id, ids)
    return 'The new order was saved.'
  },
})
