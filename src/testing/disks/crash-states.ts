import {
  chmodSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Files } from '../../base/platform/ports'

/**
 * States that a killed process leaves. The process runs to its end; before and after each disk access, and half-way
 * through accesses that have a middle, the folder is saved as a kill at that moment would leave it. The next process
 * sees only the folder, so equal states are saved once.
 */

/** A folder as it was at one moment. */
export interface CrashState {
  /** The moment, for messages: `after access 7, rename`. */
  at: string
  /** Restores the folder to the state. */
  putBack(): void
}

export interface CrashStates {
  /** The disk of the process that would be killed. */
  files: Files
  /** From here on, each access is a moment. */
  begin(): void
  /** Saves the last moment: the work of the process after its last access. Throws when a state could not be saved. */
  end(): void
  /** Number of accesses. */
  count(): number
  /** Different states, in order. */
  states: CrashState[]
}

interface Entry {
  kind: 'folder' | 'file' | 'link'
  /** The bytes of a file, or the target of a link. */
  content: Uint8Array
  contentHash: string
  /** Entries with the same number are names of one file. */
  file: number
  /** Seconds since 1970. */
  modified: number
  mode: number
}

/** Entries by path below the folder; a folder comes before its contents. */
type Tree = Map<string, Entry>

/** SQLite rebuilds this file; the next process must not find locks of a process that is still alive here. */
const SHARED_MEMORY = /-shm$/

export function crashStates(folder: string, base: Files): CrashStates {
  const states: CrashState[] = []
  const seen = new Set<string>()
  const contents = new Map<string, Uint8Array>()
  const underWay = new Set<Promise<unknown>>()
  let isWatching = false
  let count = 0
  let failure: { error: unknown } | undefined

  const keep = (at: string, change: (tree: Tree) => void = () => {}) => {
    const tree = readTree(folder, contents)
    change(tree)
    const key = keyOf(tree)
    if (seen.has(key)) return
    seen.add(key)
    states.push({ at, putBack: () => writeTree(folder, tree) })
  }
  /** The process may ignore the error, so the test gets it at the end. */
  const tryToKeep: typeof keep = (...args) => {
    try {
      keep(...args)
    } catch (error) {
      failure ??= { error }
    }
  }
  // Waits for accesses that run in parallel with an ended one: they differ from run to run.
  const quiet = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  const wrap =
    (name: string, real: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      if (!isWatching) return real(...args)
      await quiet()
      const access = `access ${++count}, ${name}`
      tryToKeep(`before ${access}`)
      const half = HALVES[name]
      if (half)
        tryToKeep(`half-way through ${access}`, (tree) =>
          half(tree, relative(folder, args[0]!), relative(folder, args[1]!)),
        )
      const work = real(...args)
      if (!UNTIL_FED.has(name)) underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
        await quiet()
        if (isWatching) tryToKeep(`after ${access}`)
      }
    }
  const names = Object.keys(base).filter((name) => name !== 'blob' && name !== 'watch') as (keyof Files)[]
  const wrapped = names.map((name) => [name, wrap(name, base[name] as never)])
  return {
    files: { ...base, ...Object.fromEntries(wrapped) } as Files,
    states,
    count: () => count,
    begin: () => {
      isWatching = true
    },
    end: () => {
      if (failure) throw failure.error
      keep('at its end')
      isWatching = false
    },
  }
}

/** Accesses that end only when their caller has supplied the bytes, which needs other accesses. */
const UNTIL_FED = new Set(['create', 'extend'])

const HALVES: Record<string, (tree: Tree, from: string, to: string) => void> = {
  // A copy is interrupted in the middle.
  copy(tree, from, to) {
    const source = tree.get(from)
    if (!source) return
    const content = source.content.slice(0, 20)
    tree.set(to, { ...source, content, contentHash: hashOf(content), file: -1, modified: Date.now() / 1000 })
  },
  // A rename has written the new name and not yet removed the old one.
  place(tree, from, to) {
    const source = tree.get(from)
    if (source && !tree.has(to)) tree.set(to, source)
  },
}

const hashOf = (content: string | Uint8Array) => Bun.hash(content).toString(36)

function readTree(folder: string, contents: Map<string, Uint8Array>): Tree {
  const tree: Tree = new Map()
  const add = (path: string) => {
    const facts = lstatSync(path)
    const kind = facts.isDirectory() ? 'folder' : facts.isSymbolicLink() ? 'link' : 'file'
    const read = () => (kind === 'file' ? readFileSync(path) : Buffer.from(readlinkSync(path)))
    const content = kind === 'folder' ? new Uint8Array() : read()
    const contentHash = hashOf(content)
    const kept = contents.get(contentHash) ?? content
    contents.set(contentHash, kept)
    const { ino: file, mtimeMs, mode } = facts
    const modified = mtimeMs / 1000
    tree.set(relative(folder, path), { kind, content: kept, contentHash, file, modified, mode: mode & 0o7777 })
    if (kind !== 'folder') return
    for (const name of readdirSync(path).sort()) if (!SHARED_MEMORY.test(name)) add(join(path, name))
  }
  for (const name of readdirSync(folder).sort()) if (!SHARED_MEMORY.test(name)) add(join(folder, name))
  return tree
}

/** Equal for trees that a process cannot distinguish. */
function keyOf(tree: Tree): string {
  const firstNames = new Map<number, string>()
  const lines = [...tree].map(([path, { kind, contentHash, file, modified, mode }]) => {
    const first = firstNames.get(file) ?? path
    firstNames.set(file, first)
    return [path, kind, contentHash, first, modified, mode].join('\n')
  })
  return hashOf(lines.sort().join('\n\n'))
}

function writeTree(folder: string, tree: Tree): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  const firstNames = new Map<number, string>()
  for (const [name, { kind, content, file, modified, mode }] of tree) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    const first = firstNames.get(file)
    if (kind === 'folder') mkdirSync(path, { recursive: true })
    else if (kind === 'link') symlinkSync(Buffer.from(content).toString(), path)
    else if (first !== undefined) linkSync(first, path)
    else writeFileSync(path, content)
    firstNames.set(file, path)
    // The umask of this process reduces the mode of new files.
    if (kind !== 'link') chmodSync(path, mode)
    if (kind === 'link') lutimesSync(path, modified, modified)
    else if (kind === 'file') utimesSync(path, modified, modified)
  }
  // Times are set last, since each new name changes the time of its folder.
  for (const [name, { kind, modified }] of [...tree].reverse())
    if (kind === 'folder') utimesSync(join(folder, name), modified, modified)
}
