import { matchKey } from '../../../base/names/titles'
import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import type { CrossIds } from '../../../library/metadata/providers/provider'
import { comicOf, linkedTo } from '../../../library/metadata/store'
import { writeSeriesId } from '../../../library/metadata/wire-ids'
import type { ContentType } from '../../../library/series/states'
import { findSeries, issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'

/** What a series of a source is known by. */
export interface SeriesSigns {
  id: string
  name: string
  year: number | null
  volume: number | null
  content_type: ContentType
  ids: CrossIds
  /** Its folder on this machine. */
  folder: string | null
  /** Its issues, as `numberSign` writes them. */
  numbers: ReadonlySet<string>
}

interface Evidence {
  /** The series of the library that has most of the files, by id there. */
  homes: ReadonlyMap<string, string>
  /** What an earlier move from the same source made of it. */
  earlier: ReadonlyMap<string, string>
  /** Whether a folder is in a library folder. */
  isInLibrary: (folder: string) => boolean
}

export const numberSign = ({ kind, number }: { kind: string; number: string }) => `${kind} ${number}`

/**
 * The series of the library that series of one source are, by id there: by their files, then their ids, then their
 * names, years and numbers. What the source keeps apart stays apart, unless the library has its files in one series.
 * Call it before any of them is made: what a run made is not in the library already.
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

  /** Programs use an id again after they were set up anew, so the name or the folder has to agree. */
  asBefore({ id, name, folder }: SeriesSigns, earlier: ReadonlyMap<string, string>): string | undefined {
    const known = earlier.get(id)
    const row = known === undefined ? undefined : findSeries(this.tx, known)
    const isSame = row?.match_key === matchKey(name) || (folder !== null && row?.location === folder)
    return isSame ? row?.comic_id : undefined
  }

  /** Of one name and in the same folder. */
  inFolder(row: SeriesSigns): string | undefined {
    const alike = this.candidates(row).filter(({ location }) => location !== null && location === row.folder)
    return alike.length === 1 ? alike[0]!.comic_id : undefined
  }

  /** Of one name and one year; where no year is known the numbers decide. */
  named(row: SeriesSigns): string | undefined {
    const alike = this.candidates(row).filter(
      (own) =>
        own.year === row.year &&
        (own.year !== null || (this.agree(row, own.comic_id, 'unless empty') && !this.isElsewhere(row, own))),
    )
    const shared = (comicId: string) => this.shared(row, comicId)
    return alike.toSorted((a, b) => shared(b.comic_id) - shared(a.comic_id))[0]?.comic_id
  }

  /** Only one of the two has a year: the numbers have to agree, and no other series may be meant. */
  namedAlone(row: SeriesSigns): string | undefined {
    const others = this.byName.get(nameSign(row)) ?? []
    if (others.filter(({ id }) => !this.found.has(id)).length > 1) return undefined
    const alike = this.candidates(row)
    const [only] = alike
    const isUnknown = (only?.year ?? null) === null || row.year === null
    const isSame = alike.length === 1 && isUnknown && this.agree(row, only!.comic_id) && !this.isElsewhere(row, only!)
    return isSame ? only!.comic_id : undefined
  }

  /** Both are on this machine, in folders of their own. */
  private isElsewhere({ folder }: SeriesSigns, { location }: SeriesRow): boolean {
    return folder !== null && location !== null && folder !== location && this.isInLibrary(folder) && this.isInLibrary(location) // biome-ignore format: one line
  }

  /** Series of the name that no other row is, and that nothing tells from this one. */
  private candidates(row: SeriesSigns): SeriesRow[] {
    return seriesNamed(this.tx, row.name).filter(
      ({ comic_id, content_type, volume, source }) =>
        content_type === row.content_type &&
        !this.used.has(comic_id) &&
        (volume === null || row.volume === null || volume === row.volume) &&
        // Two series of one service are two.
        !providersOf(row).some((name) => name === source || this.isLinked(comic_id, name)),
    )
  }

  private isLinked(comicId: string, name: ProviderName): boolean {
    return linkedTo(this.tx, comicId).some(({ provider }) => provider === name)
  }

  /** At least half of the shorter list is in the longer one. */
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
