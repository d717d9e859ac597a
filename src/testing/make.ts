import { plus } from '../base/platform/clock'
import type { Database, Tx } from '../base/storage/database'
import { recount } from '../library/series/counts-store'
import { linkFileToIssue, type NewFile, saveFile } from '../library/series/file-store'
import type { ContentType } from '../library/series/states'
import * as store from '../library/series/store'

/** Rows for tests and benchmarks, with defaults for all fields. Names are invented. */

const START = '2026-01-02T03:04:05.000Z'

type Some<T, K extends keyof T> = Partial<T> & Pick<T, K>

const unitOf = (content: ContentType) => (content === 'manga' ? 'chapter' : 'issue')

/** Adds a series and returns its id. */
export function makeSeries(db: Database, row: Partial<store.NewSeriesRow> = {}): string {
  const comic_id = row.comic_id ?? 'harbor'
  db.write((tx) => {
    store.insertSeries(tx, { name: 'Harbor Lights', content_type: 'comic', added_at: START, ...row, comic_id })
  })
  return comic_id
}

/**
 * Adds issues to an existing series; a plain number means an issue with that number. Returns their ids, `<series>-<n>`.
 */
export function makeIssues(
  db: Database,
  comicId: string,
  rows: (string | number | Some<store.NewIssueRow, 'number'>)[],
): string[] {
  return db.write((tx) => {
    const content = store.findSeries(tx, comicId)?.content_type ?? 'comic'
    const ids = rows.map((rows) => {
      const row = typeof rows === 'object' ? rows : { number: String(rows) }
      const kind = row.kind ?? 'issue'
      const issue_id = row.issue_id ?? `${comicId}-${kind === 'annual' ? 'a' : ''}${row.number}`
      store.insertIssue(tx, { unit: unitOf(content), added_at: START, ...row, kind, issue_id, comic_id: comicId })
      return issue_id
    })
    recount(tx, comicId)
    return ids
  })
}

/** Adds a file to the library, with or without issues; nothing is written to disk. Returns its id. */
export function makeFile(db: Database, row: Partial<NewFile> & { issues?: string[] } = {}): string {
  const { issues = [], ...rest } = row
  return db.write((tx) => {
    const path = rest.path ?? `/library/${issues[0] ?? 'loose'}.cbz`
    const facts = { size: 48_211_003, modified_ms: 1_780_000_000_000, format: 'cbz', page_count: 24 } as const
    const file_id = saveFile(tx, { file_id: `file-${path}`, added_at: START, ...facts, ...rest, path })
    const comics = new Set<string>()
    for (const issueId of issues) {
      linkFileToIssue(tx, issueId, file_id)
      comics.add(store.findIssue(tx, issueId)!.comic_id)
    }
    for (const comicId of comics) recount(tx, comicId)
    return file_id
  })
}

export interface LibrarySize {
  series: number
  issuesPerSeries: number
  /** Number of issues with a file, of ten. */
  have?: number
  /** Number of wanted and missing issues, of ten. */
  wanted?: number
}

const FIRST = ['Harbor', 'Copper', 'Quiet', 'Paper', 'Winter', 'Glass', 'Iron', 'Amber', 'Hollow', 'Northern']
const SECOND = ['Lights', 'Orchard', 'Signal', 'Wolves', 'Atlas', 'Garden', 'Engine', 'Choir', 'Divers', 'Parade']
const PUBLISHERS = ['Northgate', 'Blue Lantern Press', 'Kestrel', 'Open Window', 'Rookery', 'Two Rivers', null]

/**
 * A library of any size in one transaction: 5,000 series of 50 issues in a few seconds. Ids are `s<n>` and `s<n>-<m>`.
 */
export function makeLibrary(db: Database, size: LibrarySize): void {
  db.write((tx) => {
    for (let n = 0; n < size.series; n++) fillSeries(tx, n, size)
  })
}

function fillSeries(tx: Tx, n: number, { issuesPerSeries, have = 7, wanted = 2 }: LibrarySize): void {
  const comic_id = `s${n}`
  const year = 1960 + (n % 60)
  const manga = n % 10 === 9
  const name = `${FIRST[n % 10]} ${SECOND[Math.trunc(n / 10) % 10]}${n < 100 ? '' : ` ${Math.trunc(n / 100)}`}`
  store.insertSeries(tx, {
    comic_id,
    name,
    content_type: manga ? 'manga' : 'comic',
    year,
    publisher: PUBLISHERS[n % PUBLISHERS.length] ?? null,
    status: n % 20 === 0 ? 'paused' : 'active',
    location: `/library/${name} (${year})`,
    added_at: plus(START, n * 60_000),
  })
  for (let m = 1; m <= issuesPerSeries; m++) fillIssue(tx, { comic_id, manga, name, year, m, n, have, wanted })
  recount(tx, comic_id)
}

interface Filling {
  comic_id: string
  manga: boolean
  name: string
  year: number
  m: number
  n: number
  have: number
  wanted: number
}

function fillIssue(tx: Tx, { comic_id, manga, name, year, m, n, have, wanted }: Filling): void {
  const issue_id = `${comic_id}-${m}`
  const month = String((m % 12) + 1).padStart(2, '0')
  const release_date = `${year + Math.trunc(m / 12)}-${month}-${String((n % 28) + 1).padStart(2, '0')}`
  const added_at = plus(START, (n * 60 + m) * 1000)
  store.insertIssue(tx, {
    issue_id,
    comic_id,
    kind: 'issue',
    unit: unitOf(manga ? 'manga' : 'comic'),
    number: String(m),
    title: `Part ${m}`,
    release_date,
    issue_date: release_date,
    intent: m % 10 >= 10 - wanted ? 'wanted' : 'policy',
    added_at,
  })
  if (m % 10 >= have) return
  const file_id = saveFile(tx, {
    file_id: `f-${issue_id}`,
    path: `/library/${name} (${year})/${name} ${String(m).padStart(3, '0')} (${year}).cbz`,
    size: 20_000_000 + n * 1000 + m,
    modified_ms: 1_780_000_000_000 + n * 1000 + m,
    format: 'cbz',
    page_count: 24,
    added_at,
  })
  linkFileToIssue(tx, issue_id, file_id)
}
