import type { Reply } from '../../api/contract'
import { countWords, sizeWords } from '../../parts/text/format'

export type WireSession = Reply<'GET /api/search/interactive/:session_id'>
export type WireCandidate = WireSession['candidates'][number]

export type CandidateSort = 'best' | 'size' | 'age' | 'alive' | 'indexer'
export type ReleaseSheetView = { show: 'all' | 'fits' | 'refused'; sort: CandidateSort; down: boolean }

export const CANDIDATE_SORTS: readonly { value: CandidateSort; label: string; down: boolean }[] = [
  { value: 'best', label: 'Best first', down: true },
  { value: 'size', label: 'By size', down: true },
  { value: 'age', label: 'By age', down: false },
  { value: 'alive', label: 'By seeders and grabs', down: true },
  { value: 'indexer', label: 'By indexer', down: false },
]

const fits = ({ verdict }: WireCandidate) => verdict.accepted

export const CANDIDATE_FILTERS: Record<ReleaseSheetView['show'], (one: WireCandidate) => boolean> = {
  all: () => true,
  fits,
  refused: (one) => !fits(one),
}

/** Sort values; unknown ones come last in both directions. */
const NUMBER: Record<Exclude<CandidateSort, 'best' | 'indexer'>, (one: WireCandidate) => number | undefined> = {
  size: ({ candidate }) => candidate.size_bytes ?? undefined,
  age: ({ candidate }) => (candidate.published_at ? -Date.parse(candidate.published_at) : undefined),
  alive: ({ candidate: { metrics } }) => metrics.seeders ?? metrics.grabs ?? undefined,
}

/** The shown releases, in order. The server sends the best first; accepted ones come before rejected ones. */
export function shownCandidates(
  all: readonly WireCandidate[],
  { show, sort, down }: ReleaseSheetView,
): WireCandidate[] {
  const shown = all.filter(CANDIDATE_FILTERS[show])
  const turn = down ? -1 : 1
  if (sort === 'best') {
    const best = [...shown.filter(fits), ...shown.filter((one) => !fits(one))]
    return down ? best : best.reverse()
  }
  if (sort === 'indexer') {
    return shown.toSorted((a, b) => turn * a.candidate.provider.localeCompare(b.candidate.provider))
  }
  const number = NUMBER[sort]
  return shown.toSorted((a, b) => {
    const [x, y] = [number(a), number(b)]
    if (x === undefined || y === undefined) return (x === undefined ? 1 : 0) - (y === undefined ? 1 : 0)
    return turn * (x - y)
  })
}

/** The best accepted release with an issue that is not being downloaded yet, and that never failed before. */
export function bestOf(all: readonly WireCandidate[]): WireCandidate | undefined {
  const issues = (one: WireCandidate) => one.satisfies.map(({ entity_id }) => entity_id)
  const coming = new Set(all.filter(({ state }) => state === 'submitted').flatMap(issues))
  const brings = (one: WireCandidate) => coming.size === 0 || issues(one).some((id) => !coming.has(id))
  return all.find((one) => one.state === 'available' && fits(one) && one.past === null && brings(one))
}

const SOURCES: Record<string, string> = { usenet: 'Usenet', torrent: 'Torrent', ddl: 'Direct download' }

/** The facts beside the title: indexer, size, age, seeders. */
export function candidateFacts({ candidate }: WireCandidate, now: number): string[] {
  const { provider, source_kind, size_bytes, published_at, pack, metrics } = candidate
  const { seeders, grabs } = metrics
  return [
    provider,
    SOURCES[source_kind] ?? '',
    pack ? 'Pack' : '',
    size_bytes === null ? 'Unknown size' : sizeWords(size_bytes),
    published_at ? ageWords(published_at, now) : '',
    seeders === null ? '' : countWords(seeders, 'seeder'),
    grabs === null ? '' : countWords(grabs, 'grab'),
  ].filter(Boolean)
}

const STEPS = [
  { name: 'year', ms: 365.25 * 86_400_000 },
  { name: 'month', ms: 30.44 * 86_400_000 },
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
]

/** "3 days old", "11 years old". */
export function ageWords(at: string, now: number): string {
  const past = now - Date.parse(at)
  const step = STEPS.find(({ ms }) => past >= ms)
  return step ? `${countWords(Math.floor(past / step.ms), step.name)} old` : 'New'
}

const NAMED = 12

/** "#3", "#1 to #6, #9": the missing issues in the release. */
export function fillsWords({ satisfies }: WireCandidate): string {
  const numbers = satisfies.map(({ issue_number }) => issue_number)
  const runs: string[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && isNext(run.at(-1) as string, number)) run.push(number)
    else runs.push([number])
  }
  const words = runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return run.length > 2 ? [`#${first} to #${last}`] : run.map((number) => `#${number}`)
  })
  const more = words.length - NAMED
  return [...words.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

const isNext = (a: string, b: string) => /^\d+$/.test(a) && /^\d+$/.test(b) && Number(b) === Number(a) + 1
