import { join } from 'node:path'
import type { FileEntry } from '../../base/platform/ports'
import type { ComicFolder } from './folder-facts'
import { sortsFiles } from './folder-words'

/** Paths of files that are not comics and describe the comics beside them. */
export interface Sidecars {
  /** In the folder itself, or inherited from the series whose files the folder sorts. */
  seriesJson?: string
  cvinfo?: string
  /** Reading lists (.cbl), from this folder and its parents. */
  lists: readonly string[]
}

/** The limit for one folder and its parents together; more are a collection of lists, which names everything. */
const MOST_LISTS = 50

/** Sidecars in the folder and those inherited from above. A library folder itself is not a series folder. */
export function findSidecars(
  place: Pick<ComicFolder, 'path' | 'parts' | 'beside'>,
  entries: readonly FileEntry[],
): Sidecars {
  const files = entries.filter(({ name, kind }) => kind === 'file' && !name.startsWith('.'))
  const named = (wanted: string) => files.find(({ name }) => name.toLowerCase() === wanted)?.name
  const above = place.beside ?? { lists: [] }
  const own = (wanted: string) => {
    const name = place.parts.length > 0 ? named(wanted) : undefined
    return name && join(place.path, name)
  }
  const lists = files.filter(({ name }) => /\.cbl$/i.test(name)).map(({ name }) => join(place.path, name))
  return {
    seriesJson: own('series.json') ?? above.seriesJson,
    cvinfo: own('cvinfo') ?? above.cvinfo,
    lists: lists.length === 0 ? above.lists : [...above.lists, ...lists.sort()].slice(0, MOST_LISTS),
  }
}

/**
 * Sidecars that the subfolder `name` inherits: lists always, sidecars that name the series only when the subfolder just
 * sorts its files.
 */
export function inheritSidecars(beside: Sidecars, name: string): Sidecars {
  return sortsFiles(name) ? beside : { lists: beside.lists }
}
