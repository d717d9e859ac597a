import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { id } from '../../base/storage/columns'
import { issues, series } from '../series/tables'
import type { NameKind } from './states'

/**
 * The names in the merged metadata of series and issues: people, characters, publishers, genres … Numbers instead of
 * ids keep these tables small: at 250,000 issues with ten names each they are 100 MB. `name_queue` has the series
 * (`s…`) and issues (`i…`) whose metadata changed; triggers write it, and `NameIndexer` reads it.
 */
export const nameQueue = sqliteTable('name_queue', { subject: text().primaryKey() })

export const names = sqliteTable(
  'names',
  {
    name_id: integer().primaryKey(),
    kind: text().$type<NameKind>().notNull(),
    /** As first written. */
    name: text().notNull(),
    /** Case, punctuation and accents do not make another name (`base/names/titles.ts`). */
    key: text().notNull(),
    sort_name: text().notNull(),
    /** The user said that it is another spelling of this name, which is no spelling itself. */
    joined_into: integer().references((): AnySQLiteColumn => names.name_id),
  },
  (t) => [
    uniqueIndex('names_by_key').on(t.kind, t.key),
    index('names_in_order').on(t.kind, t.sort_name, t.name_id),
    index('names_joined').on(t.joined_into).where(sql`${t.joined_into} is not null`),
  ],
)

/** The words for what people do; 0 is no role. */
export const nameRoles = sqliteTable('name_roles', { role_id: integer().primaryKey(), role: text().notNull() }, (t) => [
  uniqueIndex('name_roles_by_word').on(t.role),
])

/** The number of a series or of an issue in the tables below. */
export const namePlaces = sqliteTable(
  'name_places',
  {
    place_id: integer().primaryKey(),
    /** Set for a series. */
    comic_id: id().references(() => series.comic_id, { onDelete: 'cascade' }),
    /** Set for an issue. */
    issue_id: id().references(() => issues.issue_id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('name_places_of_series').on(t.comic_id).where(sql`${t.comic_id} is not null`),
    uniqueIndex('name_places_of_issues').on(t.issue_id).where(sql`${t.issue_id} is not null`),
  ],
)

const ofName = () =>
  integer()
    .notNull()
    .references(() => names.name_id, { onDelete: 'cascade' })
const ofPlace = () =>
  integer()
    .notNull()
    .references(() => namePlaces.place_id, { onDelete: 'cascade' })

/** Where a name is stated, in its own spelling. */
export const nameUses = sqliteTable(
  'name_uses',
  {
    name_id: ofName(),
    /** The place of the series; the issues of a deleted one are deleted too, so this needs no index of its own. */
    series_id: integer().notNull(),
    /** The issue, or the series itself: then all of its issues count. */
    place_id: ofPlace(),
    role_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name_id, t.series_id, t.place_id, t.role_id] }),
    index('name_uses_by_place').on(t.place_id, t.name_id, t.role_id),
  ],
)

/** The issues of a series with a name in any of its spellings, by role and (role 0) whatever the role. */
export const nameSeries = sqliteTable(
  'name_series',
  {
    name_id: ofName(),
    role_id: integer().notNull(),
    series_id: ofPlace(),
    issues: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name_id, t.role_id, t.series_id] }),
    index('name_series_in_order').on(t.name_id, t.role_id, t.issues, t.series_id),
    index('name_series_by_series').on(t.series_id, t.name_id),
  ],
)

/** The sums of `name_series`. Users with limits do not see these: their own are added up (`visible-names.ts`). */
export const nameTotals = sqliteTable(
  'name_totals',
  {
    name_id: ofName(),
    role_id: integer().notNull(),
    kind: text().$type<NameKind>().notNull(),
    issues: integer().notNull(),
    series: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name_id, t.role_id] }),
    index('name_totals_in_order').on(t.kind, t.role_id, t.issues, t.name_id),
  ],
)

/** Names whose numbers in a series changed since they were last added up. Triggers write it. */
export const nameRecounts = sqliteTable(
  'name_recounts',
  { name_id: integer().notNull(), series_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.name_id, t.series_id] })],
)
