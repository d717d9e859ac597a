import type { OptionName, Values } from './options'
import { readAs } from './read-value'

/** A name that existing tools use for an option of ours, or for a part of one. */
export interface OlderName {
  of: OptionName
  /** It says the same in the same words, in config.ini too. */
  isSpelling?: true
  read(value: never): unknown
  /** What the option becomes by it, still to be checked; undefined when it cannot be told. */
  write(given: unknown, now: never): unknown
  /** What it takes, where that is not what the option takes. */
  takes?: string
}

const older = <N extends OptionName>(
  of: N,
  read: (value: Values[N]) => unknown,
  write: (given: unknown, now: Values[N]) => unknown,
  takes?: string,
): OlderName => ({ of, read, write, ...(takes === undefined ? {} : { takes }) })

const spelling = (of: OptionName): OlderName => ({
  ...older(
    of,
    (value) => value,
    (given) => given,
  ),
  isSpelling: true,
})

/** The first of several folders. */
const first = (of: 'comic_dirs' | 'manga_dirs'): OlderName => ({
  ...older(
    of,
    ([folder = '']) => folder,
    (given, [_first, ...rest]) => (isNone(given) ? rest : [given, ...rest.filter((folder) => folder !== given)]),
  ),
  isSpelling: true,
})

const isNone = (given: unknown) => given === null || given === ''

const switched = (given: unknown): boolean | undefined => {
  const read = readAs({ type: 'switch', default: false }, given)
  return 'value' in read ? (read.value as boolean) : undefined
}

export const olderNames = {
  comic_dir: first('comic_dirs'),
  manga_dir: first('manga_dirs'),
  multiple_dest_dirs: older(
    'comic_dirs',
    ([_first, ...rest]) => rest.join(';'),
    (given, [folder]) => {
      const rest = readAs({ type: 'folders', default: [] }, given)
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
    (given, now) => {
      const on = switched(given)
      if (on === undefined) return undefined
      if (!on) return 'none'
      return now === 'none' ? '00x' : now
    },
    'true or false',
  ),
  imp_file_opts: older(
    'imp_move',
    (moves) => (moves ? 'move' : 'copy'),
    (given) => {
      // Nothing said is how it is as usual, and a file that is copied is still there.
      if (isNone(given) || given === 'copy') return false
      return given === 'move' ? true : undefined
    },
    'move or copy',
  ),
  check_github: older(
    'check_github_interval',
    (minutes) => minutes > 0,
    (given, now) => {
      const on = switched(given)
      if (on === undefined) return undefined
      return on ? now || null : 0
    },
    'true or false',
  ),
} as const satisfies Record<string, OlderName>

export type OlderKey = keyof typeof olderNames

/** Under which other names a file may hold the option. */
export function spellingsOf(name: OptionName): string[] {
  return Object.entries<OlderName>(olderNames).flatMap(([key, { of, isSpelling }]) =>
    of === name && isSpelling ? [key] : [],
  )
}
