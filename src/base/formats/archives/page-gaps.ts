import { baseName } from './pages'

/** Fewer pages are no run. */
const SHORTEST_RUN = 5
/** Numbers that skip more are no run of pages. */
const MOST_MISSING = 0.25
const LONGEST = 120

const NUMBERED = /^(.*?)(\d{1,6})([a-z]?)$/i
const PAIR = /(\d{1,6})\s*[-–_+&]\s*[a-z]{0,2}(\d{1,6})[a-z]?$/i

/**
 * The page numbers that are missing inside the run of page names, as in "12–13, 20"; undefined when none is, or the
 * names are no run. A name such as "012-013" is a double page.
 */
export function missingPages(names: readonly string[]): string | undefined {
  const stems = names.map((name) => baseName(name).replace(/\.[^.]+$/, ''))
  const runs = Map.groupBy(stems, (stem) => NUMBERED.exec(stem)?.[1])
  runs.delete(undefined)
  const [run = []] = [...runs.values()].sort((a, b) => b.length - a.length)
  if (run.length < SHORTEST_RUN) return undefined
  const own = run.map((stem) => Number(NUMBERED.exec(stem)![2]))
  const found = new Set([...own, ...stems.flatMap(doublePage)])
  const [first, last] = [Math.min(...own), Math.max(...own)]
  if (last - first + 1 - run.length > run.length * MOST_MISSING) return undefined
  const missing: number[] = []
  for (let number = first; number < last; number++) if (!found.has(number)) missing.push(number)
  return missing.length === 0 ? undefined : rangeWords(missing).slice(0, LONGEST)
}

function doublePage(stem: string): number[] {
  const [, left, right] = PAIR.exec(stem) ?? []
  const pair = [Number(left), Number(right)] as const
  return pair[1] === pair[0] + 1 ? [...pair] : []
}

/** 3, 4, 5, 9 → "3–5, 9". */
function rangeWords(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
