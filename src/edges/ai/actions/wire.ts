import type { ProposedAction } from './schema'
import type { ActionRow } from './store'

/** A proposal in the form of the pages. */
export function actionWire(row: ActionRow): ProposedAction {
  const { action_id, owner: _owner, payload: _payload, seen: _seen, ...shown } = row
  return { id: action_id, ...shown }
}
