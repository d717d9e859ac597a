import { basename, dirname, join } from 'node:path'
import { OWN_STYLE } from './paths'
import type { Files } from './ports'

/** Windows resolves such a path without the dots and spaces at the end of a name: to another place, or to none. */
export const isMisread = (path: string, style = OWN_STYLE): boolean =>
  style === 'windows' && path.split(/[\\/]/).some((name) => /[^.][. ]+$/.test(name))

/**
 * The path with links and dots resolved by the system's `resolve`; undefined when the path does not exist. Windows
 * resolves no path of 260 characters or more and no name that ends with a dot or a space, although the file can be
 * opened: for those the parent folder is resolved, and the name stays.
 */
export async function realPath(
  path: string,
  { resolve, stat }: { resolve: (path: string) => Promise<string | undefined>; stat: Files['stat'] },
): Promise<string | undefined> {
  const found = await resolve(path)
  if (found !== undefined) return found
  const parent = dirname(path)
  if (parent === path) return undefined
  const kind = (await stat(path))?.kind
  if (kind === undefined || kind === 'link') return undefined
  const folder = await realPath(parent, { resolve, stat })
  return folder === undefined ? undefined : join(folder, basename(path))
}
