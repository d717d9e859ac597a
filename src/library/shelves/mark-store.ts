import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { FOLLOWED } from '../series/list-store'
import { series } from '../series/tables'
import { seriesMarks, seriesTags, tags } from './tables'

export type MarkRow = Omit<typeof seriesMarks.$inferSelect, 'user_id'>

const isOwn = () => eq(seriesMarks.user_id, callerId())

/** The caller's marks on a series. */
export function marksOf(db: ReadHandle, comicId: string): MarkRow {
  const { comic_id, favourite_at, rating } = seriesMarks
  const row = db
    .select({ comic_id, favourite_at, rating })
    .from(seriesMarks)
    .where(and(isOwn(), eq(comic_id, comicId)))
    .get()
  return row ?? { comic_id: comicId, favourite_at: null, rating: null }
}

export function setMarks(tx: Tx, comicId: string, change: Partial<Omit<MarkRow, 'comic_id'>>): void {
  tx.insert(seriesMarks)
    .values({ user_id: callerId(), comic_id: comicId, ...change })
    .onConflictDoUpdate({ target: [seriesMarks.user_id, seriesMarks.comic_id], set: change })
    .run()
}

/** Where a user marked both series, the marks that the other one lacks go to it. */
export function joinMarks(tx: Tx, from: string, to: string): void {
  tx.run(sql`update series_marks as own
    set favourite_at = coalesce(own.favourite_at, other.favourite_at), rating = coalesce(own.rating, other.rating)
    from series_marks as other
    where own.comic_id = ${to} and other.comic_id = ${from} and other.user_id = own.user_id`)
}

/** The caller's favourites, the latest first. */
export function favourites(db: ReadHandle): { comic_id: string }[] {
  return db
    .select({ comic_id: seriesMarks.comic_id })
    .from(seriesMarks)
    .innerJoin(series, eq(series.comic_id, seriesMarks.comic_id))
    .where(and(isOwn(), isNotNull(seriesMarks.favourite_at), FOLLOWED))
    .orderBy(desc(seriesMarks.favourite_at), seriesMarks.comic_id)
    .all()
}

/** The common form of all spellings of a tag. */
export const tagKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** The tags of a series, in alphabetical order. */
export function tagsOf(db: ReadHandle, comicId: string): string[] {
  return db
    .select({ name: tags.name })
    .from(seriesTags)
    .innerJoin(tags, eq(tags.tag_id, seriesTags.tag_id))
    .where(eq(seriesTags.comic_id, comicId))
    .orderBy(tags.key)
    .all()
    .map(({ name }) => name)
}

/** Tags in use, with the number of series. */
export function usedTags(db: ReadHandle): { name: string; count: number }[] {
  return db
    .select({ name: tags.name, count: sql<number>`count(*)` })
    .from(tags)
    .innerJoin(seriesTags, eq(seriesTags.tag_id, tags.tag_id))
    .innerJoin(series, eq(series.comic_id, seriesTags.comic_id))
    .where(FOLLOWED)
    .groupBy(tags.tag_id)
    .orderBy(tags.key)
    .all()
}

/** Returns the tag's id. The row of an unused tag stays: undoing a deletion may refer to it. */
export function ensureTag(tx: Tx, name: string): number {
  const key = tagKey(name)
  tx.insert(tags).values({ name, key }).onConflictDoNothing().run()
  return tx.select({ id: tags.tag_id }).from(tags).where(eq(tags.key, key)).get()!.id
}

/** Returns the ids of the series that did not have the tag. */
export function tagSeries(tx: Tx, tagId: number, comicIds: readonly string[]): string[] {
  const rows = tx.all<{ comic_id: string }>(sql`insert or ignore into ${seriesTags} (comic_id, tag_id)
    select ${series.comic_id}, ${tagId} from ${series}
    where ${series.comic_id} in (select value from json_each(${JSON.stringify(comicIds)})) returning comic_id`)
  return rows.map(({ comic_id }) => comic_id)
}

/** Returns the ids of the series that had the tag. */
export function untagSeries(tx: Tx, key: string, comicIds: readonly string[]): string[] {
  const rows = tx.all<{ comic_id: string }>(sql`delete from ${seriesTags}
    where comic_id in (select value from json_each(${JSON.stringify(comicIds)}))
    and tag_id in (select ${tags.tag_id} from ${tags} where ${tags.key} = ${key}) returning comic_id`)
  return rows.map(({ comic_id }) => comic_id)
}
