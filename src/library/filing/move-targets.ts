import { basename, dirname, extname, join } from 'node:path'
import { foldCase, isSpelling } from './move-file'
import { freeName } from './naming'

/** A file and its path by the template. */
interface TemplateMove {
  from: string
  to: string
}

/**
 * Gives every file its own path: of several files with the same target, the first keeps it and the others get a number;
 * names that other files have are avoided. Case is ignored, since some disks ignore it. A file that already has its
 * name keeps it, so planning again after the moves finds nothing to do.
 */
export function separateTargets<T extends TemplateMove>(
  wanted: readonly T[],
  isOccupied: (path: string) => boolean,
): T[] {
  const used = new Set<string>()
  const settled = new Map<T, string>()
  const groups = Map.groupBy(wanted, ({ to }) => foldCase(to))
  for (const group of groups.values()) {
    const byPlace = [...group].sort((a, b) => place(a) - place(b))
    for (const each of byPlace) {
      const folder = dirname(each.to)
      const isTaken = (name: string) => {
        const path = join(folder, name)
        return used.has(foldCase(path)) || isOccupied(path)
      }
      const path = join(folder, freeName(basename(each.to), extname(each.to), isTaken))
      used.add(foldCase(path))
      settled.set(each, path)
    }
  }
  return wanted.map((each) => ({ ...each, to: settled.get(each)! }))
}

/** Files that have the exact name come first, then files with a number added, in their order. */
function place({ from, to }: TemplateMove): number {
  if (isSpelling(from, to)) return 0
  const stem = to.slice(0, to.length - extname(to).length)
  const rest = isSpelling(from.slice(0, stem.length), stem) ? from.slice(stem.length) : ''
  const number = /^ \((\d+)\)/.exec(rest)?.[1]
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}

/** The temporary name of a file whose own name is not free yet. */
const waiting = (path: string) => `${path.slice(0, path.length - extname(path).length)} (moving)${extname(path)}`

/**
 * Sorts the moves so that every target name is free when its move runs: moves that free a name come first. When files
 * swap names, one is moved to a temporary name first, which costs an extra move.
 */
export function orderMoves<T extends TemplateMove>(moves: readonly T[]): T[] {
  const byName = new Map(moves.map((move) => [foldCase(move.from), move]))
  const ordered: T[] = []
  const done = new Set<T>()
  for (const start of moves) {
    const chain: T[] = []
    for (let next: T | undefined = start; next && !done.has(next); next = byName.get(foldCase(next.to))) {
      chain.push(next)
      done.add(next)
    }
    const last = chain.at(-1)
    const isRing = last !== undefined && last !== start && byName.get(foldCase(last.to)) === start
    const aside = waiting(start.from)
    if (isRing) ordered.push({ ...start, to: aside })
    for (const move of chain.reverse()) ordered.push(isRing && move === start ? { ...move, from: aside } : move)
  }
  return ordered
}
