import { eq, type SQL, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import type { FilteredName, ReadFilter, RunFilter } from './states'
import { series } from './tables'

/** Filters of the library besides kind, status, publisher and progress. */
export interface ShelfFilter {
  read?: ReadFilter
  publication?: RunFilter
  unmatched?: boolean
  favourite?: boolean
  genre?: string
  year_from?: number
  year_to?: number
  book_type?: string
  tag?: string
  rating?: number
  collection?: string
  /** Names in the metadata of the series or of its issues. */
  named?: readonly NamedFilter[]
}

export interface NamedFilter {
  kind: FilteredName
  /** The key of the name. */
  key: string
  /** Only what a person does. */
  role?: string | undefined
}

// The rows of `series_reading` belong to the reading feature, those of names to `credits`, the others to `shelves`, all
// to the right.
const reading = (column: 'read' | 'reading') =>
  sql`coalesce((select ${sql.raw(`r."${column}"`)} from series_reading r
    where r.comic_id = ${series.comic_id} and r.user_id = ${callerId()}), 0)`

/** What the caller has read. */
const READ = {
  unread: () => sql`${series.readable} > 0 and ${reading('read')} = 0 and ${reading('reading')} = 0`,
  in_progress: () => sql`${series.readable} > ${reading('read')} and ${reading('read')} + ${reading('reading')} > 0`,
  read: () => sql`${series.readable} > 0 and ${reading('read')} >= ${series.readable}`,
} as const satisfies Record<ReadFilter, () => SQL>

const RUN = {
  ongoing: sql`${series.publication} in ('ongoing', 'hiatus', 'announced')`,
  ended: sql`${series.publication} in ('ended', 'cancelled')`,
} as const satisfies Record<RunFilter, SQL>

const UNMATCHED = sql`${series.source} = 'local'`
const favourites = () => sql`exists (select 1 from series_marks m where m.user_id = ${callerId()}
  and m.comic_id = ${series.comic_id} and m.favourite_at is not null)`

/** SQL conditions, one for each filter that is set. */
export function shelfConditions(filter: ShelfFilter): (SQL | undefined)[] {
  const { read, publication, unmatched, favourite, genre, year_from, year_to, book_type, tag, rating } = filter
  return [
    read && READ[read](),
    publication && RUN[publication],
    unmatched ? UNMATCHED : undefined,
    favourite ? favourites() : undefined,
    genre === undefined
      ? undefined
      : sql`exists (select 1 from json_each(${series.genres}) where lower(value) = ${genre.toLowerCase()})`,
    year_from === undefined ? undefined : sql`${series.year} >= ${year_from}`,
    year_to === undefined ? undefined : sql`${series.year} <= ${year_to}`,
    book_type === undefined ? undefined : eq(series.book_type, book_type),
    tag === undefined
      ? undefined
      : sql`${series.comic_id} in (select t.comic_id from series_tags t join tags using (tag_id)
          where tags.key = ${tag.normalize('NFKC').toLowerCase()})`,
    rating === undefined
      ? undefined
      : sql`${series.comic_id} in (select m.comic_id from series_marks m
          where m.user_id = ${callerId()} and m.rating >= ${rating})`,
    filter.collection === undefined
      ? undefined
      : sql`${series.comic_id} in (select c.comic_id from collection_series c join collections using (collection_id)
          where c.collection_id = ${filter.collection} and removed_at is null)`,
    ...(filter.named ?? []).map(named),
  ]
}

/** A spelling counts as the name that it was joined with. */
const named = ({ kind, key, role }: NamedFilter) =>
  sql`${series.comic_id} in (select p.comic_id from names n
    cross join name_series c on c.name_id = coalesce(n.joined_into, n.name_id)
    cross join name_places p on p.place_id = c.series_id
    where n.kind = ${kind} and n.key = ${key}
      and c.role_id = ${role ? sql`(select role_id from name_roles where role = ${role})` : sql`0`})`

interface ValueCount {
  value: string
  count: number
}

export interface ShelfFacets {
  read: Record<ReadFilter, number>
  publication: Record<RunFilter, number>
  unmatched: number
  favourite: number
  ratings: ValueCount[]
  genres: ValueCount[]
  decades: ValueCount[]
  book_types: ValueCount[]
  tags: ValueCount[]
  collections: (ValueCount & { name: string })[]
}

/** The genres in the list of filters: those with the most series. */
const MOST_GENRES = 60

/** How many series each of these filters would leave. */
export function shelfFacets(db: ReadHandle, followed: SQL): ShelfFacets {
  const number = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
  const row = db
    .select({
      unread: number(READ.unread()),
      in_progress: number(READ.in_progress()),
      read: number(READ.read()),
      ongoing: number(RUN.ongoing),
      ended: number(RUN.ended),
      unmatched: number(UNMATCHED),
      favourite: number(favourites()),
    })
    .from(series)
    .where(followed)
    .get()!
  const counted = (query: SQL) => db.all<ValueCount>(query)
  const { unread, in_progress, read, ongoing, ended, unmatched, favourite } = row
  return {
    read: { unread, in_progress, read },
    publication: { ongoing, ended },
    unmatched,
    favourite,
    ratings: counted(sql`select cast(r.value as text) as value, count(*) as count from json_each('[5,4,3,2,1]') r
      join series_marks m on m.user_id = ${callerId()} and m.rating >= r.value join ${series} on ${series.comic_id} = m.comic_id
      where ${followed} group by r.value order by r.value desc`),
    genres: counted(sql`select value, count from (select min(g.value) as value, count(*) as count
      from ${series}, json_each(${series.genres}) g where ${followed}
      group by lower(g.value) order by count desc limit ${MOST_GENRES}) order by lower(value)`),
    decades: counted(sql`select cast(${series.year} / 10 * 10 as text) as value, count(*) as count from ${series}
      where ${followed} and ${series.year} is not null group by ${series.year} / 10 order by ${series.year} / 10 desc`),
    book_types: counted(sql`select ${series.book_type} as value, count(*) as count from ${series}
      where ${followed} group by ${series.book_type} order by count desc, value`),
    tags: counted(sql`select tags.name as value, count(*) as count from tags join series_tags using (tag_id)
      join ${series} on ${series.comic_id} = series_tags.comic_id where ${followed}
      group by tags.tag_id order by tags.key`),
    collections: db.all(sql`select c.collection_id as value, c.name as name, count(*) as count from collections c
      join collection_series using (collection_id) join ${series} on ${series.comic_id} = collection_series.comic_id
      where c.removed_at is null and ${followed} group by c.collection_id order by c.position, c.created_at`),
  }
}
