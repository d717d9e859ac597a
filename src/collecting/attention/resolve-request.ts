import { Refusal } from '../../base/refusal'
import type { ImportSourceBody, Resolve } from './schema'
import { type AttentionAction, actions } from './states'

/** A parsed request. */
export interface ResolveRequest {
  action: AttentionAction
  /** Without duplicates, in the order of the request. */
  keys: string[]
  source: ImportSourceBody | undefined
}

/** Throws Refusal 'invalid' for a bad request in either form. */
export function resolveRequestOf({
  action,
  release_keys,
  import_source,
}: { [K in keyof Resolve]?: unknown }): ResolveRequest {
  const known = actions.find((each) => each === action)
  if (!known) throw new Refusal('invalid', `action is one of ${actions.join(', ')}.`)
  if (!Array.isArray(release_keys) || release_keys.some((key) => typeof key !== 'string'))
    throw new Refusal('invalid', 'release_keys is a list of texts.')
  const keys = [...new Set((release_keys as string[]).map((key) => key.trim()))].filter((key) => key !== '')
  if (keys.length === 0) throw new Refusal('invalid', 'Say what to resolve: release_keys is empty.')
  return { action: known, keys, source: sourceOf(import_source, known, keys) }
}

const FIELDS = ['nzb_name', 'nzb_folder']

function sourceOf(source: unknown, action: AttentionAction, keys: readonly string[]): ImportSourceBody | undefined {
  if (source === undefined || source === null) return undefined
  if (typeof source !== 'object' || Array.isArray(source))
    throw new Refusal('invalid', 'import_source is an object with nzb_name and nzb_folder.')
  for (const [field, value] of Object.entries(source)) {
    if (!FIELDS.includes(field)) throw new Refusal('invalid', `import_source has no field ${field}.`)
    if (typeof value !== 'string') throw new Refusal('invalid', `import_source.${field} is a text.`)
    if (value.length > 4096 || value.includes('\0')) throw new Refusal('invalid', `import_source.${field} is no name.`)
  }
  if (action !== 'import') throw new Refusal('invalid', 'import_source goes with the action import alone.')
  if (keys.length > 1) throw new Refusal('invalid', 'import_source goes with one key: it is about one download.')
  const { nzb_name = '', nzb_folder = '' } = source as ImportSourceBody
  return nzb_name.trim() === '' && nzb_folder.trim() === '' ? undefined : { nzb_name, nzb_folder }
}
