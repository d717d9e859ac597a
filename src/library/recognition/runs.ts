import { sortKey } from '../../base/names/numbers'
import type { ParsedFile } from './parsed-file'
import type { SeriesIds } from './series-facts'
import { areOtherIssues, hasIssueId, idsOfSeries, sameIds } from './series-facts'
import type { SeriesRun } from './series-run'

/** A series of the library, with the fields that decide about files. */
export interface LibrarySeries {
  comic_id: string
  name: string
  key: string
  year: number | null
  volume: number | null
  /** The language of the files, unless a provider names the original's. */
  language?: string | null
}

/** Files of one name that belong to the same run. */
export class RunOfFiles {
  readonly parsedFiles: ParsedFile[] = []
  /** Parsed files that were added by their years and numbers, without stating the run themselves. */
  readonly joined = new Set<ParsedFile>()
  readonly folders = new Set<string>()
  /** The earliest year of the files. */
  firstYear: number | undefined
  year: number | undefined
  ordinal: number | undefined
  /** Series id stated by the folder. */
  folderId: string | undefined
  private readonly yearsOf = new Map<string, Set<number>>()
  private readonly byNumber = new Map<string, ParsedFile[]>()
  /** The year of the annuals, where their numbering restarts. */
  private readonly annuals: SeriesRun[] = []
  /** By unit: collected editions are a separate series at services. */
  private readonly ids = new Map<string, SeriesIds>()

  constructor(
    run: SeriesRun,
    readonly series?: LibrarySeries,
  ) {
    this.year = run.year
    this.ordinal = run.ordinal
  }

  add(parsed: ParsedFile): void {
    const { place } = parsed
    const year = yearOf(parsed)
    const number = numberKey(parsed)
    this.parsedFiles.push(parsed)
    this.folders.add(place.path)
    const same = this.byNumber.get(number)
    if (same) same.push(parsed)
    else this.byNumber.set(number, [parsed])
    this.folderId ??= parsed.folderId
    if (parsed.annuals?.again && !this.annuals.some((other) => runsAgree(other, parsed.annuals!)))
      this.annuals.push(parsed.annuals)
    if (parsed.kind === 'issue') this.ids.set(parsed.unit, { ...idsOfSeries(parsed), ...this.ids.get(parsed.unit) })
    if (year === undefined) return
    this.firstYear = Math.min(year, this.firstYear ?? year)
    const years = this.yearsOf.get(number)
    if (years) years.add(year)
    else this.yearsOf.set(number, new Set([year]))
  }

  get began(): number {
    return this.year ?? this.firstYear ?? 0
  }

  /**
   * Two printings of an issue are a year apart at most; a later issue with the same number belongs to another run, and
   * so does one that a service lists as another issue.
   */
  collides(parsed: ParsedFile): boolean {
    const { number } = parsed
    const year = yearOf(parsed)
    if (this.holdsOther(parsed)) return true
    if (year === undefined || parsed.appeared !== undefined) return false
    const most = number === '' ? 0 : 1
    return [...(this.yearsOf.get(numberKey(parsed)) ?? [])].some((other) => Math.abs(other - year) > most)
  }

  /**
   * The run has an issue with the same number that a service lists as another one, or other annuals with restarted
   * numbering.
   */
  holdsOther(parsed: ParsedFile): boolean {
    const { annuals } = parsed
    if (annuals?.again && this.annuals.some((other) => runsAgree(other, annuals) === false)) return true
    if (!hasIssueId(parsed)) return false
    return this.byNumber.get(numberKey(parsed))?.some((other) => areOtherIssues(parsed, other)) ?? false
  }

  /** The folder has the id of another series. */
  isApart({ folderId }: ParsedFile): boolean {
    return folderId !== undefined && this.folderId !== undefined && folderId !== this.folderId
  }

  /** Whether services give both the same id; undefined when no service decides. */
  sameIds(parsed: ParsedFile): boolean | undefined {
    if (parsed.folderId !== undefined && this.folderId !== undefined) return parsed.folderId === this.folderId
    return parsed.kind === 'issue' ? sameIds(this.ids.get(parsed.unit) ?? {}, idsOfSeries(parsed)) : undefined
  }

  holds(parsed: ParsedFile): boolean {
    return this.byNumber.has(numberKey(parsed))
  }

  beganAfter(parsed: ParsedFile): boolean {
    const year = yearOf(parsed)
    return year !== undefined && this.began > year + 1
  }
}

/**
 * Annuals with restarted numbering appeared no earlier than the first of their folder; others may be a series of their
 * own.
 */
const yearOf = ({ year, annuals }: ParsedFile) => year ?? (annuals?.again ? annuals.year : undefined)

/** Equal for files of the same issue. */
export const numberKey = ({ kind, unit, number }: Pick<ParsedFile, 'kind' | 'unit' | 'number'>) =>
  `${kind} ${unit} ${sortKey(number)}`

/**
 * Splits the files of one name into runs: "Harbor Lights" of 2011 and of 2016 stay apart. Series of the library are
 * existing runs. Files that do not state their run go where their year and number fit.
 */
export function splitRuns(parsedFiles: readonly ParsedFile[], library: readonly LibrarySeries[]): RunOfFiles[] {
  const runs = library.map((series) => {
    return new RunOfFiles({ year: series.year ?? undefined, ordinal: series.volume ?? undefined }, series)
  })
  const fresh = parsedFiles.filter((parsed) => {
    const run = runs.find(({ series }) => series?.comic_id === parsed.libraryIssue?.comic_id)
    run?.add(parsed)
    return !run
  })
  const copies = copiesAmong(parsedFiles)
  const own = copies.size === 0 ? fresh : fresh.filter((parsed) => !copies.has(parsed))
  const open = own.filter((parsed) => !isMarked(parsed) && !joinNeighbours(runs, parsed))
  for (const parsed of own.filter(isMarked).sort(yearsFirst)) placeMarked(runs, parsed)
  mergeOrdinals(runs)
  for (const kind of ['issue', 'annual'] as const) {
    const loose = open.filter((parsed) => parsed.kind === kind && !joinByYear(runs, parsed))
    runs.push(...splitByNumbers(loose).map(asItsFolder))
  }
  placeCopies(runs, copies)
  return runs.filter((run) => run.parsedFiles.length > 0)
}

/** Annuals with restarted numbering are separated by the run that their folder names. */
function asItsFolder(run: RunOfFiles): RunOfFiles {
  const annuals = run.parsedFiles.find((parsed) => parsed.annuals?.again)?.annuals
  run.year ??= annuals?.year
  run.ordinal ??= annuals?.ordinal
  return run
}

/** Files whose original is among them. */
function copiesAmong(parsedFiles: readonly ParsedFile[]): Set<ParsedFile> {
  const copies = new Set(parsedFiles.filter(({ copyOf, libraryIssue }) => copyOf && !libraryIssue))
  if (copies.size === 0) return copies
  const originals = new Set(parsedFiles).difference(copies)
  return new Set([...copies].filter(({ copyOf }) => originals.has(copyOf!)))
}

function placeCopies(runs: readonly RunOfFiles[], copies: ReadonlySet<ParsedFile>): void {
  if (copies.size === 0) return
  const homes = new Map(runs.flatMap((run) => run.parsedFiles.map((parsed) => [parsed, run])))
  for (const parsed of copies) homes.get(parsed.copyOf!)!.add(parsed)
}

const saysRun = ({ run }: ParsedFile) => run.year !== undefined || run.ordinal !== undefined
const hasIds = (parsed: ParsedFile) => parsed.kind === 'issue' && Object.keys(idsOfSeries(parsed)).length > 0
const isMarked = (parsed: ParsedFile) => saysRun(parsed) || hasIds(parsed) || parsed.folderId !== undefined
const yearsFirst = (a: ParsedFile, b: ParsedFile) => rank(a) - rank(b)
const rank = (parsed: ParsedFile) => (parsed.run.year !== undefined ? 0 : saysRun(parsed) ? 1 : 2)

/** True: the same run. False: another one. Undefined: nothing to compare. */
function agrees(run: RunOfFiles, parsed: ParsedFile): boolean | undefined {
  if (run.isApart(parsed)) return false
  const byIds = run.sameIds(parsed)
  const byRun = runsAgree(run, parsed.run)
  // A single id may be wrong: with the same year, only a number that is already taken separates two series.
  if (byIds === false) return byRun === true && run.year === parsed.run.year && !run.holds(parsed)
  const same = byIds ?? byRun
  return same !== false && run.holdsOther(parsed) ? false : same
}

function runsAgree(run: SeriesRun, other: SeriesRun): boolean | undefined {
  if (run.year !== undefined && other.year !== undefined) return run.year === other.year
  if (run.ordinal !== undefined && other.ordinal !== undefined) return run.ordinal === other.ordinal
  return undefined
}

function placeMarked(runs: RunOfFiles[], parsed: ParsedFile): void {
  const near = runs.filter((run) => run.series && run.folders.has(parsed.place.path) && agrees(run, parsed) !== false)
  let run = sameRun(runs, parsed) ?? (near.length === 1 ? near[0] : undefined)
  if (!run) {
    run = new RunOfFiles(parsed.run)
    runs.push(run)
  }
  run.year ??= parsed.run.year
  run.ordinal ??= parsed.run.ordinal
  run.add(parsed)
}

/** By year, else by ordinal. Taggers write volume 1 for every run, so the years have to fit as well. */
function sameRun(runs: RunOfFiles[], parsed: ParsedFile): RunOfFiles | undefined {
  const same = runs.filter((run) => agrees(run, parsed))
  const byId = same.find((run) => run.sameIds(parsed))
  if (byId) return byId
  if (!saysRun(parsed)) return onlyFitting(runs, parsed)
  const byYear = same.filter((run) => run.year !== undefined && run.year === parsed.run.year)
  if (byYear.length > 0) return byYear.find((run) => run.folders.has(parsed.place.path)) ?? byYear[0]
  const fitting = same.filter((run) => !run.collides(parsed) && !(parsed.run.ordinal === 1 && run.beganAfter(parsed)))
  const near = fitting.find((run) => run.folders.has(parsed.place.path))
  return (
    near ??
    fitting.reduce<RunOfFiles | undefined>((best, run) => (best && best.began >= run.began ? best : run), undefined)
  )
}

/** The only run that fits a parsed file with nothing but an id. */
function onlyFitting(runs: RunOfFiles[], parsed: ParsedFile): RunOfFiles | undefined {
  const fitting = runs.filter(
    (run) => agrees(run, parsed) !== false && !run.collides(parsed) && !run.beganAfter(parsed),
  )
  const near = fitting.filter((run) => run.folders.has(parsed.place.path))
  return near.length === 1 ? near[0] : fitting.length === 1 ? fitting[0] : undefined
}

/** A run known by its ordinal alone is the one that began when its first files appeared. */
function mergeOrdinals(runs: RunOfFiles[]): void {
  for (const run of runs.filter(({ year, series }) => year === undefined && series === undefined)) {
    const others = runs.filter((other) => other.year !== undefined && other.ordinal === undefined)
    const near = others.filter((other) => Math.abs(other.year! - (run.firstYear ?? 0)) <= 1)
    // Taggers write volume 1 when they know nothing.
    const into = near.length === 1 ? near[0] : run.ordinal === 1 && others.length === 1 ? others[0] : undefined
    if (!into || run.parsedFiles.some((parsed) => into.sameIds(parsed) === false)) continue
    for (const parsed of run.parsedFiles) into.add(parsed)
    into.ordinal = run.ordinal
    runs.splice(runs.indexOf(run), 1)
  }
}

/** A file beside files of the library belongs to their series. */
function joinNeighbours(runs: RunOfFiles[], parsed: ParsedFile): boolean {
  const near = runs.filter((run) => run.folders.has(parsed.place.path))
  return near.length === 1 && !near[0]!.collides(parsed) && join(near[0]!, parsed)
}

function joinByYear(runs: RunOfFiles[], parsed: ParsedFile): boolean {
  const fitting = runs.filter((run) => !run.collides(parsed) && !run.beganAfter(parsed))
  if (fitting.length === 0) return false
  if (yearOf(parsed) !== undefined || fitting.length === 1) {
    return join(
      fitting.reduce((best, run) => (run.began > best.began ? run : best)),
      parsed,
    )
  }
  const near = fitting.filter((run) => run.folders.has(parsed.place.path))
  return near.length === 1 && join(near[0]!, parsed)
}

function join(run: RunOfFiles, parsed: ParsedFile): true {
  run.add(parsed)
  run.joined.add(parsed)
  return true
}

/** When numbering restarts in later years, another run begins. */
function splitByNumbers(parsedFiles: readonly ParsedFile[]): RunOfFiles[] {
  const runs: RunOfFiles[] = []
  const dated = parsedFiles.filter((parsed) => yearOf(parsed) !== undefined).sort((a, b) => yearOf(a)! - yearOf(b)!)
  for (let from = 0, to = 0; from < dated.length; from = to) {
    while (to < dated.length && yearOf(dated[to]!) === yearOf(dated[from]!)) to++
    const together = dated.slice(from, to)
    const last = runs.at(-1)
    if (!last || together.some((parsed) => last.collides(parsed))) runs.push(new RunOfFiles({}))
    for (const parsed of together) runs.at(-1)!.add(parsed)
  }
  const undated = parsedFiles.filter((parsed) => yearOf(parsed) === undefined)
  if (undated.length > 0 && runs.length !== 1) runs.push(new RunOfFiles({}))
  const from = runs.length - 1
  for (const parsed of undated) {
    if (runs.slice(from).every((run) => run.holdsOther(parsed))) runs.push(new RunOfFiles({}))
    runs
      .slice(from)
      .find((run) => !run.holdsOther(parsed))!
      .add(parsed)
  }
  return runs
}
