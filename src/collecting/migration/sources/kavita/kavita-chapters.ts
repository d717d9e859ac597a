import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import type { CrossIds, IssueFacts } from '../../../../library/metadata/providers/provider'
import { filledFields } from '../../../../library/metadata/sync/merge'
import { countValue, dayValue, flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import { type NumberInSeries, readFileNumber } from '../../library/file-number'
import { namesBelow, stemOf } from '../../library/folder-names'
import { idOfPart, idsOfParts } from '../../library/parts'
import type { SourceFile, SourceIssue } from '../../library/rows'
import { issueIdsIn } from '../../library/source-links'
import { columnsOf, leftJoin } from '../../library/tolerant-sql'
import { isSpecial, type KavitaChapter, numbersOfChapter } from './kavita-numbers'
import { addressesIn, contentOfType, kavitaRoots, withSlashes } from './kavita-series'

const LOCKS = {
  titlenamelocked: 'title',
  summarylocked: 'summary',
  releasedatelocked: 'release_date',
  isbnlocked: 'isbn',
} as const satisfies Record<string, keyof IssueFacts>

interface Chapter {
  id: string
  row: ForeignRow
  special: boolean
  numbers: NumberInSeries[]
  /** Name of the first file. */
  label: string
  file_number: string
}

/** Chapters with kind and numbers; `year` is the current year. */
function* chapters(db: ForeignDatabase, year: number): Generator<Chapter> {
  const roots = [...kavitaRoots(db)].map(({ path }) => path)
  const modern = db.columns('chapter').has('minnumber')
  const volumeNumber = db.columns('volume').has('minnumber') ? 'minnumber' : 'number'
  const chapter = {
    id: 'id',
    range: 'range',
    number: modern ? 'minnumber' : 'number',
    special: 'isspecial',
    title: 'titlename',
    date: 'releasedate',
    summary: 'summary',
    isbn: 'isbn',
    links: 'weblinks',
    comicvine: 'comicvineid',
    metron: 'metronid',
    ...Object.fromEntries(Object.keys(LOCKS).map((lock) => [lock, lock])),
  }
  const volume = { volume: volumeNumber, volume_end: 'maxnumber', series: 'seriesid' }
  const paths = firstPaths(db)
  const rows = db.query(`SELECT ${columnsOf(db, 'chapter', 'c', chapter)}, ${columnsOf(db, 'volume', 'v', volume)},
    ${columnsOf(db, 'library', 'l', { type: 'type' })} FROM chapter c
    ${leftJoin(db, 'volume', 'v', 'id', 'c.volumeid')} ${leftJoin(db, 'series', 's', 'id', 'v.seriesid')}
    ${leftJoin(db, 'library', 'l', 'id', 's.libraryid')} ORDER BY c.id`)
  for (const row of rows) {
    const id = idValue(row.id)
    const content = contentOfType(numberValue(row.type))
    const facts: KavitaChapter = {
      modern,
      volume: numberValue(row.volume) ?? 0,
      volume_end: numberValue(row.volume_end) ?? 0,
      range: textValue(row.range) ?? '',
      number: numberValue(row.number) ?? 0,
      special: flagValue(row.special),
    }
    const { name, folders } = namesBelow(paths.get(id) ?? '', roots)
    const read = readFileNumber(name, folders, content, year)
    const numbers = numbersOfChapter(facts, content, read)
    yield { id, row, special: isSpecial(facts), numbers, label: stemOf(name), file_number: read.number }
  }
}

function firstPaths(db: ForeignDatabase): Map<string, string> {
  const paths = new Map<string, string>()
  for (const row of db.rows('mangafile', ['chapterid', 'filepath'])) {
    const path = textValue(row.filepath)
    if (path !== null && !paths.has(idValue(row.chapterid))) paths.set(idValue(row.chapterid), withSlashes(path))
  }
  return paths
}

export function* kavitaIssues(db: ForeignDatabase, year: number): Generator<SourceIssue> {
  for (const { id, row, special, numbers, label, file_number } of chapters(db, year)) {
    const facts = filledFields<IssueFacts>({
      number: special ? null : numbers[0]!.number || null,
      title: textValue(row.title),
      release_date: dayValue(row.date),
      summary: textValue(row.summary),
      isbn: textValue(row.isbn),
    })
    const locked = Object.entries(LOCKS).flatMap(([lock, field]) => (flagValue(row[lock]) ? field : []))
    for (const [at, { kind, unit, number, volume_number }] of numbers.entries()) {
      const own = at === 0 ? { facts, locked, ids: idsOf(row) } : { facts: datesOf(facts), locked: [], ids: {} }
      const placed = { series_id: idValue(row.series), kind, unit, number, volume_number, label, file_number }
      yield { id: idOfPart(id, at), part_of: at === 0 ? null : id, ...own, ...placed, intent: 'policy', trashed: false }
    }
  }
}

const datesOf = ({ release_date }: IssueFacts) => filledFields<IssueFacts>({ release_date })

function idsOf(row: ForeignRow): CrossIds {
  const comicvine = /(?<!\d)(\d+)$/.exec(textValue(row.comicvine) ?? '')?.[1]
  const metron = countValue(row.metron)
  return {
    ...issueIdsIn(addressesIn(textValue(row.links))),
    ...(comicvine === undefined || Number(comicvine) === 0 ? {} : { comicvine }),
    ...(metron === null ? {} : { metron: String(metron) }),
  }
}

export function* kavitaFiles(db: ForeignDatabase, year: number): Generator<SourceFile> {
  const parts = new Map<string, number>()
  for (const { id, numbers } of chapters(db, year)) parts.set(id, numbers.length)
  for (const row of db.rows('mangafile', ['id', 'chapterid', 'filepath', 'bytes', 'pages', 'koreaderhash'])) {
    const path = textValue(row.filepath)
    const chapter = idValue(row.chapterid)
    if (path === null) continue
    yield {
      id: idValue(row.id),
      path: withSlashes(path),
      size: countValue(row.bytes),
      pages: countValue(row.pages),
      digest: textValue(row.koreaderhash)?.toLowerCase() ?? null,
      issue_ids: idsOfParts(chapter, parts.get(chapter) ?? 0),
    }
  }
}
