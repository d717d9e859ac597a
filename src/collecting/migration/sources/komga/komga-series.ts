import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { providerNames, providerOf, siteNames } from '../../../../base/providers/descriptors'
import type { CrossIds, SeriesFacts } from '../../../../library/metadata/providers/provider'
import type { Publication } from '../../../../library/metadata/states'
import { filledFields } from '../../../../library/metadata/sync/merge'
import type { ContentType, ReadingDirection } from '../../../../library/series/states'
import { countValue, flagValue, idValue, numberValue, textValue } from '../../library/column-values'
import { splitRun } from '../../library/file-number'
import type { SourceRoot, SourceSeries } from '../../library/rows'
import { seriesIdsIn } from '../../library/source-links'
import { columnsOf, leftJoin, listsBy } from '../../library/tolerant-sql'
import { pathOfFileUrl } from './file-url'

const PUBLICATIONS: Record<string, Publication> = {
  ENDED: 'ended',
  ONGOING: 'ongoing',
  ABANDONED: 'cancelled',
  HIATUS: 'hiatus',
}
/** With null the kind of the series decides. */
const DIRECTIONS: Record<string, ReadingDirection> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'down',
  WEBTOON: 'down',
}
const LOCKS = {
  title_lock: 'name',
  summary_lock: 'description',
  publisher_lock: 'publisher',
  status_lock: 'publication',
  language_lock: 'language',
  age_rating_lock: 'age_rating',
  genres_lock: 'genres',
  tags_lock: 'tags',
  alternate_titles_lock: 'aliases',
} as const satisfies Record<string, keyof SeriesFacts>

const META = {
  title: 'title',
  status: 'status',
  publisher: 'publisher',
  direction: 'reading_direction',
  age: 'age_rating',
  summary: 'summary',
  language: 'language',
  total: 'total_book_count',
  ...Object.fromEntries(Object.keys(LOCKS).map((lock) => [lock, lock])),
}

/**
 * The content type of each library. Komga does not store it, so the name and the reading directions of the series
 * decide.
 */
export function contentOfLibraries(db: ForeignDatabase): Map<string, ContentType> {
  const manga = new Map<string, { name: string; votes: number }>()
  for (const row of db.rows('library', ['id', 'name', 'root']))
    manga.set(idValue(row.id), { name: `${textValue(row.name)} ${textValue(row.root)}`, votes: 0 })
  const directions = db.query(`SELECT s.library_id AS library, ${columnsOf(db, 'series_metadata', 'm', META)}
    FROM series s ${leftJoin(db, 'series_metadata', 'm', 'series_id', 's.id')}`)
  for (const row of directions) {
    const library = manga.get(idValue(row.library))
    if (library) library.votes += turnsLikeManga(row) ? 1 : textValue(row.direction) === 'LEFT_TO_RIGHT' ? -1 : 0
  }
  const isManga = ({ name, votes }: { name: string; votes: number }) =>
    votes > 0 || (votes === 0 && /manga|manhwa|manhua|webtoon/i.test(name))
  return new Map([...manga].map(([id, library]) => [id, isManga(library) ? 'manga' : 'comic']))
}

const turnsLikeManga = (row: ForeignRow) => /^(?:RIGHT_TO_LEFT|WEBTOON)$/.test(textValue(row.direction) ?? '')

/** Services that list only manga. */
const MANGA_SITES = siteNames.filter((site) => {
  const provider = providerNames.find((name) => name === site)
  return provider === undefined || providerOf(provider).serves.every((kind) => kind === 'manga')
})

export function* komgaRoots(db: ForeignDatabase): Generator<SourceRoot> {
  const content = contentOfLibraries(db)
  for (const row of db.rows('library', ['id', 'root'])) {
    const path = pathOfFileUrl(textValue(row.root) ?? '')
    if (path !== null) yield { path, content_type: content.get(idValue(row.id)) ?? 'comic' }
  }
}

export function* komgaSeries(db: ForeignDatabase): Generator<SourceSeries> {
  const content = contentOfLibraries(db)
  const lists = {
    links: listsBy(db, { table: 'series_metadata_link', key: 'series_id', value: 'url' }),
    genres: listsBy(db, { table: 'series_metadata_genre', key: 'series_id', value: 'genre' }),
    tags: listsBy(db, { table: 'series_metadata_tag', key: 'series_id', value: 'tag' }),
    aliases: listsBy(db, { table: 'series_metadata_alternate_title', key: 'series_id', value: 'title' }),
  }
  const series = {
    id: 'id',
    name: 'name',
    url: 'url',
    library: 'library_id',
    deleted: 'deleted_date',
    oneshot: 'oneshot',
  }
  const rows = db.query(`SELECT ${columnsOf(db, 'series', 's', series)}, ${columnsOf(db, 'series_metadata', 'm', META)}
    FROM series s ${leftJoin(db, 'series_metadata', 'm', 'series_id', 's.id')} ORDER BY s.rowid`)
  for (const row of rows) {
    const id = idValue(row.id)
    const ids = seriesIdsIn(lists.links.get(id) ?? [])
    const content_type = contentOf(row, ids, content.get(idValue(row.library)))
    yield oneSeries(row, content_type, ids, {
      genres: lists.genres.get(id),
      tags: lists.tags.get(id),
      aliases: lists.aliases.get(id),
    })
  }
}

function contentOf(row: ForeignRow, ids: CrossIds, library: ContentType = 'comic'): ContentType {
  if (turnsLikeManga(row)) return 'manga'
  if (MANGA_SITES.some((site) => ids[site] !== undefined)) return 'manga'
  return Object.keys(ids).length > 0 ? 'comic' : library
}

function oneSeries(
  row: ForeignRow,
  content_type: ContentType,
  ids: CrossIds,
  lists: Pick<SeriesFacts, 'genres' | 'tags' | 'aliases'>,
): SourceSeries {
  const title = textValue(row.title) ?? textValue(row.name) ?? 'Unnamed'
  const run = splitRun(title)
  const folder = pathOfFileUrl(textValue(row.url) ?? '')?.replace(/(?<![\\/])[\\/]+$/, '') ?? null
  const oneshot = flagValue(row.oneshot)
  const year = run.year ?? yearInFolder(folder)
  return {
    id: idValue(row.id),
    name: run.name,
    year,
    volume: run.volume,
    // One-shots share a folder.
    folder: oneshot ? null : folder,
    content_type,
    reading_direction: DIRECTIONS[textValue(row.direction) ?? ''] ?? null,
    facts: filledFields<SeriesFacts>({
      name: run.name,
      year,
      volume: run.volume,
      description: textValue(row.summary),
      publisher: textValue(row.publisher),
      publication: PUBLICATIONS[textValue(row.status) ?? ''] ?? null,
      language: textValue(row.language),
      age_rating: ageRating(numberValue(row.age)),
      book_type: oneshot ? 'One-Shot' : null,
      genres: lists.genres ?? null,
      tags: lists.tags ?? null,
      aliases: lists.aliases?.filter((alias) => alias !== title) ?? null,
    }),
    locked: Object.entries(LOCKS).flatMap(([lock, field]) => (flagValue(row[lock]) ? field : [])),
    ids,
    total: countValue(row.total),
    monitored: null,
    want_new: false,
    trashed: row.deleted !== null,
  }
}

/** "Volume 01 (2012)": comic folders carry the start year of the run. */
function yearInFolder(folder: string | null): number | null {
  const name = folder?.split(/[\\/]/).at(-1) ?? ''
  const year = /\(((?:19|20)\d\d)(?:[-–][^()]*)?\)/.exec(name)?.[1]
  return year === undefined ? null : Number(year)
}

const AGES = new Map([
  [18, 'Adults Only 18+'],
  [17, 'Mature 17+'],
  [15, 'MA15+'],
  [13, 'Teen'],
  [10, 'Everyone 10+'],
  [0, 'Everyone'],
])

/** Komga stores the minimum age in years. Others than those of ComicInfo's words stay numbers: limits compare years. */
function ageRating(years: number | null): string | null {
  if (years === null || years < 0) return null
  return AGES.get(years) ?? (years > 18 ? 'Adults Only 18+' : `${years}+`)
}
