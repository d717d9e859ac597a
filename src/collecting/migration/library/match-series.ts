import { matchKey } from '../../../base/names/titles'
import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import type { CrossIds } from '../../../library/metadata/providers/provider'
import { comicOf, linkedTo } from '../../../library/metadata/store'
import { writeSeriesId } from '../../../library/metadata/wire-ids'
import type { ContentType } from '../../../library/series/states'
import { findSeries, issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'

/** The features that identify a series of a source. */
export interface SeriesSigns {
  id: string
  name: string
  year: number | null
  volume: number | null
  content_type: ContentType
  ids: CrossIds
  /** The folder of the series on this machine. */
  folder: string | null
  /** Numbers of the issues, as `numberSign` writes them. */
  numbers: ReadonlySet<string>
}

interface Evidence {
  /** The series of the library that has most of the files, by id in the source. */
  homes: ReadonlyMap<string, string>
  /** The series that an earlier move from the same source made, by id in the source. */
  earlier: ReadonlyMap<string, string>
  /** Whether a folder is in a library folder. */
  isInLibrary: (folder: string) => boolean
}

export const numberSign = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`

/**
 * Matches the series of one source to series of the library, by id in the source: by files, then ids, then names,
 * years and numbers. Series that the source keeps apart stay apart, unless the library has their files in one series.
 * Call before the first series is made: series that the run itself makes must not match.
 */
export function matchSeries(tx: Tx, rows: readonly SeriesSigns[], evidence: Evidence): Map<string, string> {
  const matching = new Matching(tx, rows, evidence.isInLibrary)
  matching.each((row) => evidence.homes.get(row.id), 'shared')
  matching.each((row) => withId(tx, row))
  matching.each((row) => matching.asBefore(row, evidence.earlier))
  matching.each((row) => matching.inFolder(row))
  matching.each((row) => matching.named(row))
  matching.each((row) => matching.namedAlone(row))
  return matching.found
}

class Matching {
  readonly found = new Map<string, string>()
  private readonly used = new Set<string>()
  private readonly numbers = new Map<string, ReadonlySet<string>>()
  private readonly byName: Map<string, SeriesSigns[]>

  constructor(
    private readonly tx: Tx,
    private readonly rows: readonly SeriesSigns[],
    private readonly isInLibrary: (folder: string) => boolean,
  ) {
    this.byName = Map.groupBy(rows, nameSign)
  }

  each(knownAs: (row: SeriesSigns) => string | undefined, may?: 'shared'): void {
    for (const row of this.rows) {
      if (this.found.has(row.id)) continue
      const comicId = knownAs(row)
      if (comicId === undefined || (may !== 'shared' && this.used.has(comicId))) continue
      this.found.set(row.id, comicId)
      this.used.add(comicId)
    }
  }

  /** Programs reuse ids after they are reinstalled, so the name or the folder must match too. */
  asBefore({ id, name, folder }: SeriesSigns, earlier: ReadonlyMap<string, string>): string | undefined {
    const known = earlier.get(id)
    const row = known === undefined ? undefined : findSeries(this.tx, known)
    const isSame = row?.match_key === matchKey(name) || (folder !== null && row?.location === folder)
    return isSame ? row?.comic_id : undefined
  }

  /** Same name and same folder. */
  inFolder(row: SeriesSigns): string | undefined {
    const alike = this.candidates(row).filter(({ location }) => location !== null && location === row.folder)
    return alike.length === 1 ? alike[0]!.comic_id : undefined
  }

  /** Same name and year; without a year the numbers decide. */
  named(row: SeriesSigns): string | undefined {
    const alike = this.candidates(row).filter(
      (own) =>
        own.year === row.year &&
        (own.year !== null || (this.agree(row, own.comic_id, 'unless empty') && !this.isElsewhere(row, own))),
    )
    const shared = (comicId: string) => this.shared(row, comicId)
    return alike.toSorted((a, b) => shared(b.comic_id) - shared(a.comic_id))[0]?.comic_id
  }

  /** Same name when only one side has a year: the numbers must agree, and no other series may match. */
  namedAlone(row: SeriesSigns): string | undefined {
    const others = this.byName.get(nameSign(row)) ?? []
    if (others.filter(({ id }) => !this.found.has(id)).length > 1) return undefined
    const alike = this.candidates(row)
    const [only] = alike
    const isUnknown = (only?.year ?? null) === null || row.year === null
    const isSame = alike.length === 1 && isUnknown && this.agree(row, only!.comic_id) && !this.isElsewhere(row, only!)
    return isSame ? only!.comic_id : undefined
  }

  /** Whether both series have folders of their own on this machine. */
  private isElsewhere({ folder }: SeriesSigns, { location }: SeriesRow): boolean {
    return folder !== null && location !== null && folder !== location && this.isInLibrary(folder) && this.isInLibrary(location) // biome-ignore format: one line
  }

  /** Series of the name that no other row matches and that nothing separates from this one. */
  private candidates(row: SeriesSigns): SeriesRow[] {
    return seriesNamed(this.tx, row.name).filter(
      ({ comic_id, content_type, volume, source }) =>
        content_type === row.content_type &&
        !this.used.has(comic_id) &&
        (volume === null || row.volume === null || volume === row.volume) &&
        // Two series of one service are different.
        !providersOf(row).some((name) => name === source || this.isLinked(comic_id, name)),
    )
  }

  private isLinked(comicId: string, name: ProviderName): boolean {
    return linkedTo(this.tx, comicId).some(({ provider }) => provider === name)
  }

  /** Whether at least half of the shorter list is in the longer one. */
  private agree(row: SeriesSigns, comicId: string, mayBeEmpty?: 'unless empty'): boolean {
    const shorter = Math.min(row.numbers.size, this.numbersOf(comicId).size)
    if (shorter === 0) return mayBeEmpty !== undefined
    return this.shared(row, comicId) * 2 >= shorter
  }

  private shared({ numbers }: SeriesSigns, comicId: string): number {
    const own = this.numbersOf(comicId)
    return [...numbers].filter((number) => own.has(number)).length
  }

  private numbersOf(comicId: string): ReadonlySet<string> {
    return this.numbers.getOrInsertComputed(
      comicId,
      () => new Set(issuesOf(this.tx, comicId).map((issue) => numberSign(issue))),
    )
  }
}

const nameSign = ({ name, content_type }: SeriesSigns) => `${content_type} ${matchKey(name)}`

export const providersOf = ({ ids }: { ids: CrossIds }): ProviderName[] =>
  providerNames.filter((name) => ids[name] !== undefined)

function withId(tx: Tx, row: SeriesSigns): string | undefined {
  for (const provider of providersOf(row)) {
    const provider_id = row.ids[provider]!
    const own = writeSeriesId({ provider, provider_id })
    const known = comicOf(tx, provider, provider_id) ?? findSeries(tx, own)?.comic_id
    if (known !== undefined) return known
  }
  return undefined
}
