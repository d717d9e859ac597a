import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { sha256 } from '../../base/platform/digest'
import type { Files } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { pathOfOtherSeries } from '../series/file-store'
import type { SeriesRow } from '../series/store'
import { commonFolder, isBelow, rootAbove } from './folders'
import { type FileWithIssues, filesWithIssues } from './library-store'
import { foldCase } from './move-file'
import { separateTargets } from './move-targets'
import { fileParts, folderParts, type NamingSettings } from './naming'

/** The new name of a file; one with a problem keeps its name. */
interface PlannedFile {
  file_id: string
  issue_id: string
  from: string
  to: string
  problem?: string
  size: number
  modified_ms: number
}

/** Other files of the folder, which move with the comics. */
type PlannedOther = Omit<PlannedFile, 'file_id' | 'issue_id'>

export interface Plan {
  /** Target folder of the series; null when the series has no folder of its own. */
  home: string | null
  folder: { from: string; to: string } | null
  changes: PlannedFile[]
  others: PlannedOther[]
  unchanged: number
  /** A fingerprint; a different one means that something changed since. */
  fingerprint: string
}

/** Paths for the files of a series, and the resulting folder. */
export interface RenameOptions {
  home: string | null
  path: (own: FileWithIssues) => string
}

interface Deps {
  db: ReadHandle
  files: Files
  roots: readonly string[]
  /** The folder of story arcs, whose copies stay there. */
  aside: string | undefined
  /** The longest path that the system opens, in characters. */
  longestPath: number
}

/** The folder that contains only this series; undefined when its files share a folder or are in several. */
export function folderOf(
  { location }: SeriesRow,
  own: readonly FileWithIssues[],
  roots: readonly string[],
): string | undefined {
  const paths = own.map(({ file }) => file.path)
  if (paths.length === 0) return undefined
  if (location !== null && rootAbove(roots, location) && paths.every((path) => isBelow(path, location))) return location
  return commonFolder(paths, (path) => rootAbove(roots, path)) ?? undefined
}

/** The files of a series without their copies in story arcs. */
function homedFiles({ comic_id }: SeriesRow, { db, aside }: Pick<Deps, 'db' | 'aside'>): FileWithIssues[] {
  const all = filesWithIssues(db, comic_id)
  if (aside === undefined) return all
  const isAside = ({ file }: FileWithIssues) => isBelow(file.path, aside)
  const homed = new Set(all.flatMap((each) => (isAside(each) ? [] : each.issues.map(({ issue_id }) => issue_id))))
  return all.filter((each) => !isAside(each) || !each.issues.every(({ issue_id }) => homed.has(issue_id)))
}

/** By the templates, below the library folder that contains the series now. */
export async function byTemplates(
  series: SeriesRow,
  naming: NamingSettings,
  deps: Deps,
): Promise<RenameOptions | undefined> {
  const own = homedFiles(series, deps)
  const [first] = own
  const root = first && rootAbove(deps.roots, first.file.path)
  if (root === undefined) return undefined
  const home = await asSpelled(root, folderParts(series, naming), deps.files)
  return {
    home,
    path({ file, issues }) {
      const extension = extname(file.path).toLowerCase()
      const room = deps.longestPath - home.length - 1
      return join(home, ...fileParts(series, issues, naming, { extension, room }))
    },
  }
}

/** With the current names, in another library folder or in a folder of one. */
export function elsewhere(series: SeriesRow, folder: string, { db, roots, aside }: Deps): RenameOptions {
  const own = homedFiles(series, { db, aside })
  const source = folderOf(series, own, roots)
  const isRoot = roots.includes(folder)
  const below = (path: string) => (isRoot ? relative(rootAbove(roots, path) ?? dirname(path), path) : basename(path))
  if (source === undefined) return { home: null, path: ({ file }) => join(folder, below(file.path)) }
  const home = join(folder, below(source))
  return { home, path: ({ file }) => join(home, relative(source, file.path)) }
}

/** On a disk that ignores case, a folder keeps its spelling. */
async function asSpelled(root: string, parts: readonly string[], files: Files): Promise<string> {
  let folder = root
  for (const part of parts) {
    const wanted = join(folder, part)
    const entries = await files.list(folder).catch(() => [])
    const alike = entries.find(({ name }) => foldCase(name) === foldCase(part))
    const isOne = alike !== undefined && (await files.same(wanted, join(folder, alike.name)))
    folder = isOne ? join(folder, alike.name) : wanted
  }
  return folder
}

/** Plans the changes; changes nothing. */
export async function makePlan(series: SeriesRow, options: RenameOptions, deps: Deps): Promise<Plan> {
  const { db, files, roots, aside, longestPath } = deps
  const own = homedFiles(series, { db, aside })
  const source = folderOf(series, own, roots)
  const wanted = await Promise.all(own.map((each) => plannedFile(each, options.path(each), files)))
  const movable = wanted.filter(({ problem }) => problem === undefined)
  const ours = new Set(movable.map(({ from }) => foldCase(from)))
  const paths = await heldIn(new Set(movable.map(({ to }) => dirname(to))), files)
  const named = separateTargets(movable, (path) => paths.has(foldCase(path)) && !ours.has(foldCase(path)))
  const settled = named.map((each) => tooLong(each, longestPath))
  const differ = settled.filter(({ from, to, problem }) => problem !== undefined || from.normalize('NFC') !== to)
  const changes = [...differ, ...wanted.filter(({ problem }) => problem !== undefined)]
  const folder =
    options.home !== null && source !== undefined && source !== options.home ? { from: source, to: options.home } : null
  const others = folder ? await othersIn(series, folder, own, deps) : []
  const unchanged = settled.length - differ.length
  const fingerprint = sha256(JSON.stringify([changes, others, folder, unchanged]))
  return { home: options.home, folder, changes, others, unchanged, fingerprint }
}

async function plannedFile({ file, issues, isShared }: FileWithIssues, to: string, files: Files): Promise<PlannedFile> {
  const facts = await files.stat(file.path).catch(() => undefined)
  const from = file.path
  const at = { from, to, size: facts?.size ?? 0, modified_ms: facts?.modifiedMs ?? 0 }
  const planned = { file_id: file.file_id, issue_id: issues[0]?.issue_id ?? '', ...at }
  const problem = problemOf(facts?.kind, isShared)
  return problem ? { ...planned, to: from, problem } : planned
}

function problemOf(kind: string | undefined, isShared: boolean): string | undefined {
  if (kind === undefined) return 'File not found. Connect its disk, or scan the library.'
  if (kind !== 'file') return 'The file is a link to another place and is skipped.'
  return isShared ? 'The file also contains issues of another series and is skipped.' : undefined
}

function tooLong(planned: PlannedFile, longestPath: number): PlannedFile {
  if (planned.to.length <= longestPath) return planned
  return { ...planned, to: planned.from, problem: 'The new path is too long for Windows (260 characters).' }
}

/** Paths of everything in the folders, as far as they exist. */
async function heldIn(folders: ReadonlySet<string>, files: Files): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const folder of folders)
    for (const { name } of await files.list(folder).catch(() => [])) paths.add(foldCase(join(folder, name)))
  return paths
}

/** Covers, metadata and other files of a folder that only this series uses; empty when the folder is shared. */
async function othersIn(
  series: SeriesRow,
  folder: { from: string; to: string },
  own: readonly FileWithIssues[],
  { db, files, roots }: Deps,
): Promise<PlannedOther[]> {
  const holdsRoot = roots.some((root) => root === folder.from || isBelow(root, folder.from))
  if (holdsRoot || pathOfOtherSeries(db, series.comic_id, [folder.from + sep]) !== undefined) return []
  const comics = new Set(own.map(({ file }) => file.path))
  const found: PlannedOther[] = []
  const walk = async (at: string): Promise<void> => {
    // A folder that cannot be listed is left out: it may be gone, or its disk unavailable.
    for (const { name, kind } of await files.list(at).catch(() => [])) {
      const from = join(at, name)
      if (name.startsWith('.panelkeep-') || comics.has(from) || from === folder.to) continue
      if (kind === 'folder') await walk(from)
      else found.push(await other(from, join(folder.to, relative(folder.from, from)), files))
    }
  }
  await walk(folder.from)
  return found.sort((a, b) => (a.from < b.from ? -1 : 1))
}

async function other(from: string, to: string, files: Files): Promise<PlannedOther> {
  const facts = await files.stat(from)
  const planned = { from, to, size: facts?.size ?? 0, modified_ms: facts?.modifiedMs ?? 0 }
  if (facts?.kind !== 'file') return { ...planned, problem: 'The file is a link to another place and is skipped.' }
  if ((await files.stat(to)) !== undefined && !(await files.same(from, to)))
    return { ...planned, problem: 'Another file has this name already. The file is skipped.' }
  return planned
}
