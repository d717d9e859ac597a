import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { filesOf } from '../series/file-store'
import type { SeriesRow } from '../series/store'
import { isBelow } from './folders'
import { freeHome } from './free-home'
import { folderParts, type NamingSettings } from './naming'

export interface Homes {
  db: ReadHandle
  files: Files
  /** Library folders of the kind of the series. */
  roots: readonly string[]
  naming: NamingSettings
  /** The folder of story arcs: a file there does not show where its series is. */
  aside?: string | undefined
}

/**
 * The folder for files of the series, created when missing. Throws Refusal 'conflict' when its disk is not connected:
 * an empty folder in its place would hide the disk.
 */
export async function homeOf(series: SeriesRow, { db, files, roots, naming, aside }: Homes): Promise<string> {
  const first = filesOf(db, series.comic_id)
    .values()
    .find(({ path }) => aside === undefined || !isBelow(path, aside))
  const known = series.location ?? (first && dirname(first.path))
  if (known !== undefined && (await isFolder(files, known))) return known
  const root = known === undefined ? roots[0] : roots.find((each) => isInside(each, known))
  if (root === undefined) {
    if (known !== undefined) throw new Refusal('conflict', `There is no folder at ${known}. Connect its disk.`)
    const what = series.content_type === 'manga' ? 'manga' : 'comics'
    throw new Refusal('conflict', `No folder for ${what} is configured. Choose one in the settings first.`)
  }
  if (!(await isFolder(files, root))) throw new Refusal('conflict', `There is no folder at ${root}. Connect its disk.`)
  const home = known ?? freeHome(db, join(root, ...folderParts(series, naming)), naming, series.comic_id)
  await files.makeFolder(home)
  return home
}

async function isFolder(files: Files, path: string): Promise<boolean> {
  const real = await files.real(path).catch(() => undefined)
  return real !== undefined && (await files.stat(real).catch(() => undefined))?.kind === 'folder'
}

function isInside(root: string, path: string): boolean {
  const way = relative(resolve(root), resolve(path))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** `name` in the folder, or the first free of `name (2)`, `name (3)` … */
export async function freePath(files: Files, folder: string, name: string): Promise<string> {
  const extension = extname(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? name : `${stem} (${count})${extension}`)
    if ((await files.stat(path)) === undefined) return path
  }
}
