import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sameNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { FileEntry, Files } from '../../base/platform/ports'
import { runSteps } from '../../testing/harness/run-steps'
import {
  filesOfTree,
  LIBRARY_TREES,
  type LibraryTree,
  type TreeFile,
  type TreeKind,
} from '../../testing/libraries/library-trees'
import { FOUND_TREES } from '../../testing/libraries/library-trees-found'
import { KEPT_TREES } from '../../testing/libraries/library-trees-kept'
import { makeFolderReader } from './folder-reader'
import { type FileGroup, groupSteps } from './match'
import type { NumberOfFile } from './numbering'
import { type ParsedFile, parseFile } from './parsed-file'
import { walk } from './walk'

const ROOT = '/library'
const YEAR = 2026

/** An in-memory disk with the files of a tree, as far as a scan reads it. */
function diskWith(paths: Map<string, string>): Files {
  const folders = new Map<string, Map<string, FileEntry>>([[ROOT, new Map()]])
  for (const path of paths.keys()) {
    const parts = path.split('/')
    parts.forEach((name, at) => {
      const above = join(ROOT, ...parts.slice(0, at))
      const kind = at === parts.length - 1 ? 'file' : 'folder'
      const entries = folders.get(above) ?? new Map<string, FileEntry>()
      folders.set(above, entries.set(name, { name, kind }))
    })
  }
  const content = (path: string) => new TextEncoder().encode(paths.get(path.slice(ROOT.length + 1)) ?? '')
  const disk: Partial<Files> = {
    list: async (folder) => [...(folders.get(folder)?.values() ?? [])],
    real: async (path) => path,
    read: async (path) => content(path),
    stat: async (path) => ({ kind: 'file', size: content(path).length, modifiedMs: 0, device: 1 }) as never,
  }
  return disk as Files
}

async function scanned({ kind, ...tree }: LibraryTree): Promise<FileGroup[]> {
  const paths = new Map(filesOfTree({ kind, ...tree }).map(({ path }) => [path, '']))
  for (const [path, text] of Object.entries(tree.beside ?? {})) paths.set(path, text)
  const files = diskWith(paths)
  const reading = { kind, year: YEAR }
  const failed = (why: string) => expect(why).toBe('')
  const saysOf = makeFolderReader(files, reading, failed)
  const parsedFiles: ParsedFile[] = []
  for await (const found of walk(files, { roots: [ROOT], others: [] }, { unlisted: failed })) {
    for (const { place, name } of found) {
      const seen = { place, name, path: join(place.path, name), size: 1, pages: kind === 'manga' ? 40 : 22 }
      parsedFiles.push(parseFile(seen, await saysOf(place), reading))
    }
  }
  return runSteps(groupSteps(parsedFiles, kind, { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }))
}

function kindOf({ bookType }: FileGroup, { kind, unit, number }: NumberOfFile): TreeKind {
  if (kind === 'annual') return 'annual'
  // Seasons, volumes and parts that start at 1 again: "S2 5".
  if (/^(?![SVP]\d+ \d)\p{L}/u.test(number)) return 'special'
  return bookType && bookType !== 'Print' ? (bookType as TreeKind) : unit
}

interface Judged {
  file: TreeFile
  series: boolean
  number: boolean
  kind: boolean
  label: string
}

/** A file has the right series when its group has that name and contains no file of another series. */
function judge(tree: LibraryTree, groups: FileGroup[]): Judged[] {
  const expected = new Map(filesOfTree(tree).map((file) => [join(ROOT, file.path), file]))
  const own = ({ series, run }: TreeFile) => `${series} ${run ?? ''}`
  const groupOfSeries = new Map<string, FileGroup>()
  return groups
    .toSorted((a, b) => b.files.size - a.files.size)
    .flatMap((group) => {
      const files = [...group.files].map(([parsed, numbering]) => ({ file: expected.get(parsed.path)!, numbering }))
      const [most] = [...Map.groupBy(files, ({ file }) => own(file)).values()].sort((a, b) => b.length - a.length)
      const of = own(most![0]!.file)
      const isWhole = !groupOfSeries.has(of)
      groupOfSeries.set(of, group)
      return files.map(({ file, numbering }) => ({
        file,
        series: isWhole && own(file) === of && matchKey(group.name) === matchKey(file.series),
        number: file.number === '*' || sameNumber(file.number, numbering.number),
        kind: file.kind === 'any' || kindOf(group, numbering) === file.kind,
        label: `${group.name} (${group.year ?? ''}) ${numbering.kind} ${numbering.unit} ${numbering.number} ${group.bookType ?? ''}`,
      }))
    })
}

const SHARES = ['series', 'number', 'kind'] as const

test.each([...LIBRARY_TREES, ...KEPT_TREES, ...FOUND_TREES])(
  'the tree of $layout is read as organised',
  async (tree) => {
    const judged = judge(tree, await scanned(tree))
    expect(judged.length).toBe(filesOfTree(tree).length)
    const wrong = judged.flatMap((one) => {
      const faults = SHARES.filter((what) => !one[what])
      return faults.length > 0 ? [`${one.file.path}: ${faults.join(', ')}: ${one.label}`] : []
    })
    expect(wrong).toEqual([])
  },
)
