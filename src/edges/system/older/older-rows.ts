import type { Annex, SettingsView } from '../../../base/config/annex'
import { type RowKeys, rowChange, shownOf } from '../../../base/config/row-keys'

interface Rows<Type extends string, Row, Change> {
  keys: Partial<Record<Type, RowKeys<Row, Change>>>
  all: () => Row[]
  /** The row behind the keys of a type. */
  find: (rows: Row[], type: Type) => Row | undefined
  /** Checks a change or a new row and returns the function that saves it. Throws Refusal. */
  plan: (type: Type, row: Row | undefined, change: Partial<Change>) => () => unknown
}

/** Keys of existing tools that are rows in Panelkeep: the keys of a type map to its first row. */
export function olderRows<Type extends string, Row, Change>({
  keys,
  all,
  find,
  plan,
}: Rows<Type, Row, Change>): Required<Annex> {
  const types = Object.entries(keys) as [Type, RowKeys<Row, Change>][]
  return {
    shown(): SettingsView {
      const rows = all()
      return Object.assign({}, ...types.map(([type, each]) => shownOf(each, find(rows, type))))
    },
    ownsKey: (key) => types.some(([, each]) => Object.hasOwn(each, key)),
    prepare(changes) {
      const rows = all()
      const plans = types.flatMap(([type, each]) => {
        const row = find(rows, type)
        const change = rowChange(each, row, changes)
        return change ? [plan(type, row, change)] : []
      })
      return async () => {
        for (const carryOut of plans) await carryOut()
      }
    },
  }
}
