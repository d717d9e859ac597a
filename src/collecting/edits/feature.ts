import type { Random } from '../../base/platform/ports'
import type { Operations } from '../../base/work/operations'
import { type EditDeps, EditRun } from './edit-run'
import { EditTables } from './service'
import { EDIT } from './states'

/** Tables of edits, whose saving survives a restart. */
export function makeEdits(deps: EditDeps & { operations: Operations; random: Random }): EditTables {
  deps.operations.handle(EDIT, new EditRun(deps))
  return new EditTables(deps)
}
