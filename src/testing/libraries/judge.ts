import { basename, dirname, join } from 'node:path'
import { matchKey } from '../../base/names/titles'
import type { FileEntry, Files } from '../../base/platform/ports'
import { type ParseContext, withoutAnnual } from '../../library/recognition/folder-facts'
import { makeFolderReader } from '../../library/recognition/folder-reader'
import { type FileGroup, groupSteps, type LibraryView } from '../../library/recognition/match'
import { parseFile } from '../../library/recognition/parsed-file'
import { numberKey } from '../../library/recognition/runs'
import { walk } from '../../library/recognition/walk'
import { runSteps } from '../harness/run-steps'
import type { MadeFile, MadeLibrary } from './truth'

const ROOT = '/comics'
const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }

export interface JudgedGroup {
  group: FileGroup
  /** Name, year and every number are right, and the series was not split. */
  right: boolean
  /** The mistakes, for inspection. */
  wrong: string[]
}

/** Matches a library like a scan and compares each proposal with the truth. */
export async function judge(library: MadeLibrary): Promise<JudgedGroup[]> {
  const groups = runSteps(groupSteps(await parsedFilesOf(library), library.kind, EMPTY))
  const made = new Map(library.files.map((file) => [join(ROOT, file.path), file]))
  const truths = groups.map((group) => [...group.files.keys()].map(({ path }) => made.get(path)!))
  const largest = new Map<string, number>()
  for (const files of truths) largest.set(seriesOf(files), Math.max(files.length, largest.get(seriesOf(files)) ?? 0))
  const usedSeries = new Set<string>()
  return groups.map((group, at) => {
    const files = truths[at]!
    const series = seriesOf(files)
    const wrong = faults(group, files)
    if (files.length < largest.get(series)! || usedSeries.has(series)) wrong.push('split from its series')
    else usedSeries.add(series)
    return { group, right: wrong.length === 0, wrong }
  })
}

async function parsedFilesOf({ files, beside, kind }: MadeLibrary) {
  const disk = diskOf(files, beside)
  const reading: ParseContext = { kind, year: 2026 }
  const says = makeFolderReader(disk, reading, () => undefined)
  const made = new Map(files.map((file) => [join(ROOT, file.path), file]))
  const parsedFiles = []
  for await (const found of walk(disk, { roots: [ROOT], others: [] }, { unlisted: () => undefined })) {
    for (const { place, name } of found) {
      const path = join(place.path, name)
      const { pages, info, saidBy } = made.get(path)!
      parsedFiles.push(
        parseFile({ place, name, path, size: pages * 400_000, pages, info, saidBy }, await says(place), reading),
      )
    }
  }
  return parsedFiles
}

/** The library as a disk with file names and folder documents only. */
function diskOf(files: readonly MadeFile[], beside: ReadonlyMap<string, string>): Files {
  const folders = new Map<string, Map<string, FileEntry>>([[ROOT, new Map()]])
  const add = (path: string, kind: 'file' | 'folder') => {
    const above = dirname(path)
    if (!folders.has(above)) {
      folders.set(above, new Map())
      add(above, 'folder')
    }
    folders.get(above)!.set(basename(path), { name: basename(path), kind })
  }
  for (const path of [...files.map((file) => file.path), ...beside.keys()]) add(join(ROOT, path), 'file')
  const contentOf = (path: string) => beside.get(path.slice(ROOT.length + 1)) ?? ''
  const disk: Pick<Files, 'list' | 'real' | 'stat' | 'read'> = {
    list: async (path) => [...folders.get(path)!.values()],
    real: async (path) => path,
    stat: async (path) => ({ kind: 'file', size: contentOf(path).length, modifiedMs: 0 }) as never,
    read: async (path) => new TextEncoder().encode(contentOf(path)),
  }
  return disk as Files
}

const seriesOf = (files: readonly MadeFile[]) => mostOften(files.map(({ series }) => series.id))

function faults(group: FileGroup, files: readonly MadeFile[]): string[] {
  const wrong: string[] = []
  const id = seriesOf(files)
  const { series } = files.find((file) => file.series.id === id)!
  if (files.some((file) => file.series.id !== id)) wrong.push(`files of several series: ${strays(files, id)}`)
  if (nameKey(group.name) !== nameKey(series.name)) wrong.push(`named ${group.name} instead of ${series.name}`)
  if (group.year !== undefined && series.year !== undefined && group.year !== series.year)
    wrong.push(`began ${group.year} instead of ${series.year}`)
  for (const [at, numbering] of [...group.files.values()].entries()) {
    const { item, path } = files[at]!
    if (!item) wrong.push(`no issue: ${path}`)
    else if (numberKey(item) !== numberKey(numbering))
      wrong.push(`${path} is ${numberKey(item)}, not ${numberKey(numbering)}`)
  }
  return wrong
}

/** Files of another series than the rest. */
function strays(files: readonly MadeFile[], id: string): string {
  const others = files.filter(({ series }) => series.id !== id)
  return others
    .slice(0, 3)
    .map(({ path, series }) => `${path} of ${series.name} ${series.year ?? ''}`)
    .join(', ')
}

const nameKey = (name: string) => matchKey(withoutAnnual(name) || name)

function mostOften(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value).values()]
  return counts.reduce((best, each) => (each.length > best.length ? each : best))[0]!
}
