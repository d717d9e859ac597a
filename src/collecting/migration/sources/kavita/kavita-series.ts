import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import type { CrossIds, SeriesFacts } from '../../../../library/metadata/providers/provider'
import type { Publication } from '../../../../library/metadata/states'
import { filledFields } from '../../../../library/metadata/sync/merge'
import type { ContentType } from '../../../../library/series/states'
import { countValue, flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import { splitRun } from '../../library/file-number'
import type { SourceRoot, SourceSeries } from '../../library/rows'
import { seriesIdsIn } from '../../library/source-links'
import { columnsOf, leftJoin } from '../../library/tolerant-sql'
import { isVolumeYear } from './kavita-numbers'

/** 0 manga, 1 and 5 comics, 2 books, 3 pictures, 4 light novels. */
export const contentOfType = (type: number | null): ContentType => (type === 0 || type === 4 ? 'manga' : 'comic')

const PUBLICATIONS: Publication[] = ['ongoing', 'hiatus', 'ended', 'cancelled', 'ended']
/** Kavita's age ratings by number. Those that are missing say nothing: not applicable, unknown and pending. */
export const AGES: Readonly<Record<number, string>> = {
  2: 'Early Childhood',
  3: 'Everyone',
  4: 'G',
  5: 'Everyone 10+',
  6: 'PG',
  7: 'Kids to Adults',
  8: 'Teen',
  9: 'MA15+',
  10: 'Mature 17+',
  11: 'M',
  12: 'R18+',
  13: 'Adults Only 18+',
  14: 'X18+',
}
const LOCKS = {
  summarylocked: 'description',
  publisherlocked: 'publisher',
  publicationstatuslocked: 'publication',
  languagelocked: 'language',
  ageratinglocked: 'age_rating',
  genreslocked: 'genres',
  tagslocked: 'tags',
  releaseyearlocked: 'year',
} as const satisfies Record<string, keyof SeriesFacts>
const PUBLISHER = 10

/** Paths with forward slashes, as newer versions write them. */
export const withSlashes = (path: string): string => (path.startsWith('\\\\') ? path : path.replaceAll('\\', '/'))

export function* kavitaRoots(db: ForeignDatabase): Generator<SourceRoot> {
  const types = new Map([...db.rows('library', ['id', 'type'])].map((row) => [idValue(row.id), numberValue(row.type)]))
  for (const row of db.rows('folderpath', ['libraryid', 'path'])) {
    const path = textValue(row.path)
    if (path !== null)
      yield { path: withSlashes(path), content_type: contentOfType(types.get(idValue(row.libraryid)) ?? null) }
  }
}

export function* kavitaSeries(db: ForeignDatabase): Generator<SourceSeries> {
  const roots = new Set([...kavitaRoots(db)].map(({ path }) => path.replace(/(?<!\/)\/+$/, '')))
  const lists = {
    genres: joinedTitles(db, 'genre', 'genreseriesmetadata', 'genresid'),
    tags: joinedTitles(db, 'tag', 'seriesmetadatatag', 'tagsid'),
    publishers: publishers(db),
  }
  const years = volumeYears(db)
  const series = {
    id: 'id',
    name: 'name',
    localized: 'localizedname',
    folder: 'folderpath',
    lowest: 'lowestfolderpath',
    comicvine: 'comicvineid',
    anilist: 'anilistid',
    mal: 'malid',
    metron: 'metronid',
  }
  const meta = {
    meta: 'id',
    summary: 'summary',
    year: 'releaseyear',
    age: 'agerating',
    publication: 'publicationstatus',
    language: 'language',
    total: 'totalcount',
    links: 'weblinks',
    ...Object.fromEntries(Object.keys(LOCKS).map((lock) => [lock, lock])),
  }
  const rows =
    db.query(`SELECT ${columnsOf(db, 'series', 's', series)}, ${columnsOf(db, 'library', 'l', { type: 'type' })},
    ${columnsOf(db, 'seriesmetadata', 'm', meta)},
    ${columnsOf(db, 'externalseriesmetadata', 'e', { other_anilist: 'anilistid', other_mal: 'malid' })}
    FROM series s ${leftJoin(db, 'library', 'l', 'id', 's.libraryid')}
    ${leftJoin(db, 'seriesmetadata', 'm', 'seriesid', 's.id')}
    ${leftJoin(db, 'externalseriesmetadata', 'e', 'seriesid', 's.id')} GROUP BY s.id ORDER BY s.id`)
  for (const row of rows) {
    const meta = idValue(row.meta)
    const path = textValue(row.lowest) ?? textValue(row.folder)
    const folder = path === null ? null : withSlashes(path).replace(/(?<!\/)\/+$/, '')
    yield oneSeries(row, {
      // A series without its own folder is filed in the library folder.
      folder: folder !== null && roots.has(folder) ? null : folder,
      began: years.get(idValue(row.id)) ?? null,
      genres: lists.genres.get(meta),
      tags: lists.tags.get(meta),
      publisher: lists.publishers.get(meta),
    })
  }
}

interface SeriesDetails extends Pick<SeriesFacts, 'genres' | 'tags' | 'publisher'> {
  folder: string | null
  began: number | null
}

function oneSeries(row: ForeignRow, { folder, began, genres, tags, publisher }: SeriesDetails): SourceSeries {
  const run = splitRun(textValue(row.name) ?? 'Unnamed')
  const content_type = contentOfType(numberValue(row.type))
  const year = run.year ?? countValue(row.year) ?? (content_type === 'comic' ? began : null)
  const other = textValue(row.localized)
  return {
    id: idValue(row.id),
    name: run.name,
    year,
    volume: run.volume,
    folder,
    content_type,
    // In Kavita each reader chooses the direction.
    reading_direction: null,
    facts: filledFields<SeriesFacts>({
      name: run.name,
      year,
      volume: run.volume,
      description: textValue(row.summary),
      publisher: publisher ?? null,
      publication: PUBLICATIONS[numberValue(row.publication) ?? -1] ?? null,
      language: textValue(row.language),
      age_rating: AGES[numberValue(row.age) ?? 0] ?? null,
      genres: genres ?? null,
      tags: tags ?? null,
      aliases: other !== null && other !== textValue(row.name) ? [other] : null,
    }),
    locked: Object.entries(LOCKS).flatMap(([lock, field]) => (flagValue(row[lock]) ? field : [])),
    ids: idsOf(row),
    total: countValue(row.total),
    monitored: null,
    want_new: false,
    trashed: false,
  }
}

/** Ids have columns of their own since 2025; earlier they are only in addresses. 0 means none. */
function idsOf(row: ForeignRow): CrossIds {
  const comicvine = /(?<!\d)(\d+)$/.exec(textValue(row.comicvine) ?? '')?.[1]
  const anilist = countValue(row.anilist) ?? countValue(row.other_anilist)
  const mal = countValue(row.mal) ?? countValue(row.other_mal)
  const metron = countValue(row.metron)
  return {
    ...seriesIdsIn(addressesIn(textValue(row.links))),
    ...(comicvine === undefined || Number(comicvine) === 0 ? {} : { comicvine }),
    ...(anilist === null ? {} : { anilist: String(anilist) }),
    ...(mal === null ? {} : { myanimelist: String(mal) }),
    ...(metron === null ? {} : { metron: String(metron) }),
  }
}

export const addressesIn = (links: string | null): string[] => (links ?? '').split(',').map((link) => link.trim())

/** For each series, the year that names its volumes. */
function volumeYears(db: ForeignDatabase): Map<string, number> {
  const column = db.columns('volume').has('minnumber') ? 'minnumber' : 'number'
  const years = new Map<string, number>()
  for (const row of db.rows('volume', ['seriesid', column])) {
    const [id, number] = [idValue(row.seriesid), numberValue(row[column]) ?? 0]
    if (isVolumeYear(number)) years.set(id, Math.min(number, years.get(id) ?? number))
  }
  return years
}

function joinedTitles(db: ForeignDatabase, table: string, join: string, column: string): Map<string, string[]> {
  const titles = new Map([...db.rows(table, ['id', 'title'])].map((row) => [idValue(row.id), textValue(row.title)]))
  const lists = new Map<string, string[]>()
  for (const row of db.rows(join, [column, 'seriesmetadatasid'])) {
    const title = titles.get(idValue(row[column])) ?? null
    if (title !== null)
      lists.set(idValue(row.seriesmetadatasid), [...(lists.get(idValue(row.seriesmetadatasid)) ?? []), title])
  }
  return lists
}

/**
 * Publishers are people with that role: since the end of 2024 in the join table, before that in the row of the
 * person.
 */
function publishers(db: ForeignDatabase): Map<string, string> {
  const people = new Map([...db.rows('person', ['id', 'name', 'role'])].map((row) => [idValue(row.id), row]))
  const found = new Map<string, string>()
  const note = (meta: string, person: string, role: number | null) => {
    const name = textValue(people.get(person)?.name)
    if (name !== null && role === PUBLISHER && !found.has(meta)) found.set(meta, name)
  }
  for (const row of db.rows('seriesmetadatapeople', ['seriesmetadataid', 'personid', 'role']))
    note(idValue(row.seriesmetadataid), idValue(row.personid), numberValue(row.role))
  for (const row of db.rows('personseriesmetadata', ['peopleid', 'seriesmetadatasid']))
    note(idValue(row.seriesmetadatasid), idValue(row.peopleid), numberValue(people.get(idValue(row.peopleid))?.role))
  return found
}
