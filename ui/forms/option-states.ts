import type { OptionState, Reply } from '../api/contract'
import { useQuery } from '../api/query'

export const optionsOf = (schema: Reply<'GET /api/config/schema'> | undefined) => (schema ?? []) as OptionState[]

export type OptionStates = {
  /** Why a setting cannot be changed now, by its key. */
  pinned: ReadonlyMap<string, string>
  /** Settings that were changed and take effect after the next start. */
  pending: readonly OptionState[]
  /** The address after the restart, if it changes. */
  nextAddress: string | undefined
}

/** Explains settings whose saved value is not in use: pinned at the start, or waiting for a restart. */
export function useOptionStates(): OptionStates {
  const all = optionsOf(useQuery('GET /api/config/schema').data)
  const pending = all.filter((option) => option.restart_pending)
  return {
    pinned: new Map(all.filter((option) => option.pinned).map((option) => [option.key, pinnedBy(option)])),
    pending,
    nextAddress: pending.some(({ key }) => ADDRESS_PARTS.includes(key)) ? addressOf(all) : undefined,
  }
}

const ADDRESS_PARTS: readonly string[] = ['http_port', 'enable_https']

function addressOf(all: readonly OptionState[]): string {
  const [port, secure] = ADDRESS_PARTS.map((key) => all.find((option) => option.key === key)?.value)
  return `${secure ? 'https' : 'http'}://${location.hostname}:${port}/`
}

function pinnedBy({ key, source }: OptionState): string {
  const by = source === 'startup argument' ? 'the command line' : `the variable PANELKEEP_${key.toUpperCase()}`
  return `Set by ${by} until the next start.`
}
