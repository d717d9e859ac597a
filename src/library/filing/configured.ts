import { join, resolve } from 'node:path'
import type { Config } from '../../base/config/config'
import type { ContentType } from '../series/states'
import { rootAbove } from './folders'
import type { Permissions } from './importer'
import type { NamingSettings } from './naming'

/** How the settings name files and folders now. */
export function namingOf(config: Pick<Config, 'get'>): NamingSettings {
  return {
    folder_format: config.get('folder_format'),
    file_format: config.get('file_format'),
    replace_spaces: config.get('replace_spaces'),
    replace_char: config.get('replace_char'),
    zero_level_n: config.get('zero_level_n'),
    lowercase_filenames: config.get('lowercase_filenames'),
  }
}

/**
 * Folders for series of the kind, the one for new series first: the configured one, if it is a library folder or inside
 * one.
 */
export function homesOf(config: Pick<Config, 'get'>, kind: ContentType): string[] {
  const [roots, named] =
    kind === 'manga'
      ? [config.get('manga_dirs'), config.get('manga_destination_dir')]
      : [config.get('comic_dirs'), config.get('destination_dir')]
  if (named === '') return roots
  const home = resolve(named)
  const isOne = roots.some((root) => resolve(root) === home)
  return isOne || rootAbove(roots, home) ? [named, ...roots.filter((root) => resolve(root) !== home)] : roots
}

/**
 * The folder of all story arcs, and the existing folder in which it is created, so that an unmounted disk is noticed.
 * Undefined while neither it nor a folder for comics is set.
 */
export function arcRoot(config: Pick<Config, 'get'>): { root: string; inside: string } | undefined {
  const named = config.get('storyarc_location')
  if (named !== '') return { root: named, inside: named }
  const [home] = homesOf(config, 'comic')
  return home === undefined ? undefined : { root: join(home, 'Story arcs'), inside: home }
}

/** Mode of new files and folders; undefined leaves the default. */
export function permissionsOf(config: Pick<Config, 'get'>): Permissions | undefined {
  if (!config.get('enforce_perms')) return undefined
  return { file: octal(config.get('chmod_file')), folder: octal(config.get('chmod_dir')) }
}

const octal = (text: string) => Number.parseInt(text, 8)
