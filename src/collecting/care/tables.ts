import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bytes, flag, id, instant, json } from '../../base/storage/columns'
import { files, series } from '../../library/series/tables'
import type { CopyKind, FindingKind, Likeness, SizeFacet } from './states'

/** Files that are copies of each other, found by the check and updated when their series change. */
export const careGroups = sqliteTable(
  'care_groups',
  {
    /** What the copies share: `pages:<digest>`, `bytes:<hash>` or `issue:<issue_id>`. */
    group_id: id().primaryKey(),
    kind: text().$type<CopyKind>().notNull(),
    /** The copy to keep. */
    keep_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
    /** Why that one, as a sentence. */
    reason: text().notNull(),
    /** How many copies can be removed, and their size. */
    spare: integer().notNull(),
    bytes: bytes().notNull(),
    ignored: flag().notNull().default(false),
  },
  (t) => [
    // Holds all columns of the counts.
    index('care_groups_by_size').on(t.kind, t.ignored, t.bytes, t.group_id, t.spare),
    index('care_groups_by_keep').on(t.keep_id),
  ],
)

export const careCopies = sqliteTable(
  'care_copies',
  {
    group_id: id()
      .notNull()
      .references(() => careGroups.group_id, { onDelete: 'cascade' }),
    file_id: id()
      .notNull()
      .references(() => files.file_id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.file_id] }), index('care_copies_by_file').on(t.file_id)],
)

/** What is damaged or odd about files and series. */
export const careFindings = sqliteTable(
  'care_findings',
  {
    kind: text().$type<FindingKind>().notNull(),
    /** The id of the file or the series. */
    subject: id().notNull(),
    comic_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    file_id: id().references(() => files.file_id, { onDelete: 'cascade' }),
    /** Order of the list: the sort name of the series, then the number. */
    sort_key: text().notNull(),
    /** As a sentence. */
    detail: text().notNull(),
    ignored: flag().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    index('care_findings_in_order').on(t.kind, t.ignored, t.sort_key, t.subject),
    index('care_findings_of_series').on(t.comic_id),
    index('care_findings_of_file').on(t.file_id),
  ],
)

/** Series that look like one; `keep_id` has more files. */
export const carePairs = sqliteTable(
  'care_pairs',
  {
    keep_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    other_id: id()
      .notNull()
      .references(() => series.comic_id, { onDelete: 'cascade' }),
    likeness: text().$type<Likeness>().notNull(),
    sort_key: text().notNull(),
    ignored: flag().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.keep_id, t.other_id] }),
    index('care_pairs_in_order').on(t.ignored, t.sort_key, t.keep_id),
    index('care_pairs_by_other').on(t.other_id),
  ],
)

/** What the user left as it is: a group, a finding or a pair, by its kind and id. */
export const careIgnored = sqliteTable('care_ignored', { kind: text().notNull(), subject: id().notNull() }, (t) => [
  primaryKey({ columns: [t.kind, t.subject] }),
])

/** Merged series, with the statements that undo the merge in order. */
export const careMerges = sqliteTable(
  'care_merges',
  {
    merge_id: id().primaryKey(),
    keep_id: id().notNull(),
    other_id: id().notNull(),
    /** The name of the series that was merged into the other one. */
    other_name: text().notNull(),
    issues: integer().notNull(),
    merged_at: instant().notNull(),
    undone_at: instant(),
    undo: json<string[]>(),
  },
  (t) => [index('care_merges_by_age').on(t.merged_at)],
)

/** Sizes on disk at the last check, and the total of each day. */
export const careSizes = sqliteTable(
  'care_sizes',
  {
    facet: text().$type<SizeFacet>().notNull(),
    /** The day for a total; otherwise the folder, the name or the id. */
    key: text().notNull(),
    label: text().notNull(),
    files: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.facet, t.key] })],
)

/** One row: when the whole library was last checked. */
export const careChecks = sqliteTable('care_checks', {
  check_id: integer().primaryKey(),
  checked_at: instant().notNull(),
})
