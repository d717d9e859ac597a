import type { Option, OptionTable } from './option'
import { arcOptions } from './table/arcs'
import { assistantOptions } from './table/assistant'
import { backupOptions } from './table/backups'
import { completedOptions } from './table/completed-downloads'
import { connectionOptions } from './table/connections'
import { downloadOptions } from './table/downloads'
import { interfaceOptions } from './table/interface'
import { libraryOptions } from './table/library'
import { metadataOptions } from './table/metadata'
import { nameOptions } from './table/naming'
import { searchOptions } from './table/search'
import { systemOptions } from './table/system'
import { tagOptions } from './table/tags'
import { torrentOptions } from './table/torrents'

/**
 * Every setting, once: the file, the environment, the command line, `GET/PUT /api/config`, the guide's list of options
 * and the settings page all follow from this table. The names are those that existing tools use.
 */
export const options = {
  ...libraryOptions,
  ...interfaceOptions,
  ...nameOptions,
  ...tagOptions,
  ...metadataOptions,
  ...searchOptions,
  ...arcOptions,
  ...downloadOptions,
  ...torrentOptions,
  ...completedOptions,
  ...connectionOptions,
  ...assistantOptions,
  ...backupOptions,
  ...systemOptions,
} as const satisfies OptionTable

export type OptionName = keyof typeof options

type ValueOf<O extends Option> = O extends { type: 'folders' }
  ? string[]
  : O extends { type: 'integer' }
    ? number
    : O extends { type: 'switch' }
      ? boolean
      : O extends { type: 'choice'; choices: readonly (infer C)[] }
        ? C
        : string

export type OptionValues = { [N in OptionName]: ValueOf<(typeof options)[N]> }
export type OptionValue = OptionValues[OptionName]

export const optionNames = Object.keys(options) as OptionName[]

/** Whether the option is a key or a password. */
export function isSecret(name: OptionName): boolean {
  return options[name].type === 'secret'
}
