import type { ProposedAction } from './schema'
import type { ActionRow } from './store'

/** A proposal in the form of the pages. */
export function actionWire(row: ActionRow): ProposedAction {
  const { action_id, user_id: _user_id, payload: _payload, seen: _seen, ...shown } = row
  return { id: action_id, ...shown }
}
