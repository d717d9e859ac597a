import { plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { isBelow } from '../../../library/filing/folders'
import type { SeriesRow } from '../../../library/series/store'
import type { CheckedFile } from '../findings/facts-store'
import type { SizeFacet } from '../states'

export interface SizeRow {
  facet: SizeFacet
  key: string
  label: string
  files: number
  bytes: number
}

/** Rows of one facet; the others are summed up in one row. */
const MOST_ROWS = 200
const MOST_SERIES = 100
const GROWN_MS = 30 * 86_400_000
/** Files of these formats become CBZ. */
const CONVERTED = new Set(['cbr', 'cb7', 'cbt'])
/** Bytes around each page of a ZIP. */
const PAGE_FRAME = 150

const KINDS = { comic: 'Comics', manga: 'Manga' } as const

type CountedSeries = Pick<SeriesRow, 'comic_id' | 'name' | 'year' | 'publisher' | 'content_type'>

/** Adds up the files of the library, series by series. */
export class SizeTally {
  private readonly facets = new Map<SizeFacet, Map<string, SizeRow>>()
  private readonly since: Instant

  /** `roots`: the library folders. */
  constructor(
    private readonly roots: readonly string[],
    private readonly now: Instant,
  ) {
    this.since = plus(now, -GROWN_MS)
  }

  add(series: CountedSeries, files: readonly CheckedFile[]): void {
    const { comic_id, name, publisher, content_type } = series
    for (const file of files) {
      const { size, format, path, date, added_at } = file
      this.count('total', this.now.slice(0, 10), '', size)
      const root = this.roots.filter((each) => isBelow(path, each)).sort((a, b) => b.length - a.length)[0]
      this.count('folder', root ?? '', root ?? 'Other folders', size)
      this.count('kind', content_type, KINDS[content_type], size)
      this.count('publisher', publisher ?? '', publisher ?? 'No publisher', size)
      this.count('series', comic_id, name, size)
      this.count('format', format, format.toUpperCase(), size)
      const year = date?.slice(0, 4) ?? (series.year === null ? '' : String(series.year))
      this.count('year', year, year || 'Unknown year', size)
      this.count('added', added_at.slice(0, 7), '', size)
      if (added_at >= this.since) this.count('grown', comic_id, name, size)
      const { page_bytes, pages } = file
      if (CONVERTED.has(format) && page_bytes)
        this.count('converted', format, format.toUpperCase(), size - page_bytes - pages * PAGE_FRAME)
    }
    this.trim('series')
    this.trim('grown')
  }

  /** The largest rows of each facet, and one for the rest. */
  rows(): SizeRow[] {
    return [...this.facets].flatMap(([facet, rows]) => {
      const sorted = [...rows.values()].sort((a, b) => b.bytes - a.bytes)
      const most = facet === 'series' || facet === 'grown' ? MOST_SERIES : MOST_ROWS
      if (sorted.length <= most || facet === 'series' || facet === 'grown') return sorted.slice(0, most)
      const rest = sorted.slice(most)
      const sum = (of: (row: SizeRow) => number) => rest.reduce((all, row) => all + of(row), 0)
      const others = {
        facet,
        key: '\n',
        label: 'Others',
        files: sum((row) => row.files),
        bytes: sum((row) => row.bytes),
      }
      return [...sorted.slice(0, most), others]
    })
  }

  private count(facet: SizeFacet, key: string, label: string, bytes: number): void {
    const rows = this.facets.getOrInsertComputed(facet, () => new Map<string, SizeRow>())
    const row = rows.getOrInsertComputed(key, () => ({ facet, key, label, files: 0, bytes: 0 }))
    row.files += 1
    row.bytes += bytes
  }

  /** A library has many series, of which only the largest are shown. A series is added at once, so none grows later. */
  private trim(facet: SizeFacet): void {
    const rows = this.facets.get(facet)
    if (!rows || rows.size < 2 * MOST_SERIES) return
    const kept = [...rows].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, MOST_SERIES)
    this.facets.set(facet, new Map(kept))
  }
}
