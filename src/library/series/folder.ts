import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'

export interface SeriesFolder {
  /** The real path. */
  path: string
  /** Every spelling under which the library may have stored the folder, each ending with a separator. */
  spellings: string[]
}

/**
 * The folder of a series, if it may be removed: a real folder strictly inside a library folder, after links are
 * resolved, which neither is nor contains a library folder. Throws Refusal 'conflict' with the obstacle.
 */
export async function removableFolder(files: Files, roots: string[], location: string | null): Promise<SeriesFolder> {
  if (location === null) throw refuse('The files are in several folders, or no folder is known.')
  const spelled = resolve(location)
  const kind = (await files.stat(spelled).catch(unreadable(spelled)))?.kind
  if (kind === 'link') throw refuse(`${spelled} is a link to another place.`)
  const path = await files.real(spelled).catch(unreadable(spelled))
  if (kind !== 'folder' || path === undefined) throw refuse(`There is no folder at ${spelled}.`)

  const places = await Promise.all(
    roots.map(async (root) => ({ root, real: await files.real(root).catch(unreadable(root)) })),
  )
  const holding = places.filter(({ real }) => real !== undefined && below(real, path))
  if (holding.length === 0) throw refuse(`${spelled} is not inside a library folder.`)
  const inside = places.find(({ real }) => real !== undefined && (real === path || below(path, real)))
  if (inside) throw refuse(`The library folder ${inside.root} is inside ${spelled}.`)

  const aliases = holding.map(({ root, real }) => join(root, relative(real as string, path)))
  return { path, spellings: [...new Set([spelled, path, ...aliases])].map((folder) => folder + sep) }
}

function refuse(why: string): Refusal {
  return new Refusal('conflict', `${why} Nothing was removed. The series can be removed without its folder.`)
}

const unreadable = (path: string) => (cause: unknown) => {
  throw new Refusal('conflict', `${path} cannot be opened. Nothing was removed.`, {}, { cause })
}

function below(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
