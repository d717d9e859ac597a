import { folderList } from './folder-list'
import type { OptionName, OptionValues } from './options'
import { readAs } from './read-value'

/** A name that existing tools use for an option, or for part of an option. */
export interface OlderName {
  of: OptionName
  /** The name has the same values as the option, so config.ini may use it too. */
  isSpelling?: true
  read(value: never): unknown
  /** The option's new value, not yet checked; undefined when it cannot be derived. */
  write(input: unknown, now: never): unknown
  /** The expected value, where it differs from the option's own. */
  expected?: string
}

const older = <N extends OptionName>(
  of: N,
  read: (value: OptionValues[N]) => unknown,
  write: (input: unknown, now: OptionValues[N]) => unknown,
  takes?: string,
): OlderName => ({ of, read, write, ...(takes === undefined ? {} : { expected: takes }) })

const spelling = (of: OptionName): OlderName => ({
  ...older(
    of,
    (value) => value,
    (input) => input,
  ),
  isSpelling: true,
})

/** The first of several folders. */
const first = (of: 'comic_dirs' | 'manga_dirs'): OlderName => ({
  ...older(
    of,
    ([folder = '']) => folder,
    (input, [_first, ...rest]) => (isNone(input) ? rest : [input, ...rest.filter((folder) => folder !== input)]),
  ),
  isSpelling: true,
})

const isNone = (input: unknown) => input === null || input === ''

const switched = (input: unknown): boolean | undefined => {
  const read = readAs({ type: 'switch', default: false }, input)
  return 'value' in read ? (read.value as boolean) : undefined
}

export const olderNames = {
  comic_dir: first('comic_dirs'),
  manga_dir: first('manga_dirs'),
  multiple_dest_dirs: older(
    'comic_dirs',
    ([_first, ...rest]) => folderList(rest),
    (input, [folder]) => {
      const rest = readAs({ type: 'folders', default: [] }, input)
      return 'value' in rest ? [folder, ...(rest.value as string[])].filter((each) => each !== undefined) : undefined
    },
    'whole paths of folders',
  ),
  rename_files: spelling('rename_arrivals'),
  rss_check_interval: spelling('rss_checkinterval'),
  enable_torrent_search: spelling('enable_torznab'),
  use_metron_search: spelling('metron_enabled'),
  zero_level: older(
    'zero_level_n',
    (pads) => pads !== 'none',
    (input, now) => {
      const on = switched(input)
      if (on === undefined) return undefined
      if (!on) return 'none'
      return now === 'none' ? '00x' : now
    },
    'true or false',
  ),
  imp_file_opts: older(
    'imp_move',
    (moves) => (moves ? 'move' : 'copy'),
    (input) => {
      // No value means the default: the file is copied and the original stays.
      if (isNone(input) || input === 'copy') return false
      return input === 'move' ? true : undefined
    },
    'move or copy',
  ),
  check_github: older(
    'check_github_interval',
    (minutes) => minutes > 0,
    (input, now) => {
      const on = switched(input)
      if (on === undefined) return undefined
      return on ? now || null : 0
    },
    'true or false',
  ),
  release_feed_url: spelling('update_feed'),
} as const satisfies Record<string, OlderName>

export type OlderKey = keyof typeof olderNames

/** The other names under which a file may contain the option. */
export function optionSpellings(name: OptionName): string[] {
  return Object.entries<OlderName>(olderNames).flatMap(([key, { of, isSpelling }]) =>
    of === name && isSpelling ? [key] : [],
  )
}
