import { optionRow } from '../../src/base/config/option-row'
import { optionNames } from '../../src/base/config/options'
import type { OptionState } from '../api/contract'

/** The server's options with all values at their defaults. */
export function optionStates(): OptionState[] {
  return optionNames.map((name) => {
    const row = optionRow(name)
    const now = row.type === 'secret' ? { set: false } : { value: row.default }
    return { ...row, ...now, restart_pending: false, pinned: false, source: 'built-in default' }
  })
}
