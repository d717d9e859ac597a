import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, QueryFlag, SuccessReply } from '../../base/http/wire'
import { copyKinds, findingKinds, likenesses, sizeFacets } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer()
const Key = t.String({ minLength: 1, maxLength: 300 })
const Keys = t.Array(Key, { minItems: 1, maxItems: 5000 })

export const CopyCount = t.Object({ kind: OneOf(copyKinds), groups: Count, files: Count, bytes: Count })
export type CopyCount = typeof CopyCount.static

export const CopiesQuery = t.Object({ ...PageQuery, kind: OneOf(copyKinds), ignored: t.Optional(QueryFlag) })
export type CopiesQuery = typeof CopiesQuery.static

export const CopyView = t.Object({
  file_id: Id,
  path: Text,
  size: Count,
  format: Text,
  pages: Count,
  /** Why the file cannot be opened. */
  problem: Maybe,
  /** Page numbers that the names of its pages skip. */
  missing_pages: Maybe,
  /** By name, as the file states it. */
  language: Maybe,
  is_tagged: t.Boolean(),
  added_at: Text,
  /** The first issue in the file, and how many there are. */
  comic_id: t.Nullable(Id),
  issue_id: t.Nullable(Id),
  series: Maybe,
  /** "#3", "Volume 3" */
  number: Maybe,
  issues: Count,
})
export type CopyView = typeof CopyView.static

export const CopyPage = t.Object({
  groups: t.Array(
    t.Object({
      group_id: Key,
      kind: OneOf(copyKinds),
      /** The copy to keep, which is also the first, and why. */
      keep_id: Id,
      reason: Text,
      spare: Count,
      bytes: Count,
      copies: t.Array(CopyView),
    }),
  ),
  pagination: Pagination,
})
export type CopyPage = typeof CopyPage.static

/** Without ids: every group of the kind that is not ignored. */
export const RemoveCopiesBody = t.Object({
  kind: t.Optional(OneOf(copyKinds)),
  group_ids: t.Optional(Keys),
  /** Other copies to keep than the proposed ones, by group. */
  keep: t.Optional(t.Record(Key, Id, { maxProperties: 5000 })),
})
export type RemoveCopiesBody = typeof RemoveCopiesBody.static

export const RemovalPreview = t.Object({
  groups: Count,
  files: Count,
  bytes: Count,
  /** Groups whose copies changed since they were found. */
  skipped: Count,
  /** Issues that lose their only file, and the names of the first of them. */
  lost: Count,
  lost_labels: t.Array(Text),
})
export type RemovalPreview = typeof RemovalPreview.static

export const WorkStarted = t.Object({ ...SuccessReply.properties, operation_id: Id, batch_id: Id })
export const CheckStarted = t.Object({ ...SuccessReply.properties, operation_id: Id })

export const FindingCount = t.Object({ kind: OneOf(findingKinds), count: Count })
export type FindingCount = typeof FindingCount.static

export const FindingsQuery = t.Object({ ...PageQuery, kind: OneOf(findingKinds), ignored: t.Optional(QueryFlag) })
export type FindingsQuery = typeof FindingsQuery.static

export const FindingPage = t.Object({
  findings: t.Array(
    t.Object({
      subject: Key,
      detail: Text,
      comic_id: Id,
      series: Text,
      year: t.Nullable(Count),
      file_id: t.Nullable(Id),
      path: Maybe,
      size: t.Nullable(Count),
      issue_id: t.Nullable(Id),
      /** "#3", "Volume 3" */
      number: Maybe,
    }),
  ),
  pagination: Pagination,
})
export type FindingPage = typeof FindingPage.static

const SubjectKinds = ['copies', 'pair', ...findingKinds] as const
export const IgnoreBody = t.Object({ kind: OneOf(SubjectKinds), subjects: Keys, ignored: t.Boolean() })
export type IgnoreBody = typeof IgnoreBody.static

/** Damaged files, which have no copy. */
export const RemoveFilesBody = t.Object({ file_ids: Keys })
export type RemoveFilesBody = typeof RemoveFilesBody.static

/** Without ids: every file on the list. */
export const ExtensionsBody = t.Object({ file_ids: t.Optional(Keys) })
export type ExtensionsBody = typeof ExtensionsBody.static
export const ExtensionsPreview = t.Object({ files: Count, changes: t.Array(t.Object({ from: Text, to: Text })) })
export type ExtensionsPreview = typeof ExtensionsPreview.static

/** Without ids: every series on the list. */
export const GapsBody = t.Object({ comic_ids: t.Optional(Keys) })
export type GapsBody = typeof GapsBody.static
/** Issues that are not wanted yet, and the series they belong to. */
export const GapsPreview = t.Object({ series: Count, issues: Count })
export type GapsPreview = typeof GapsPreview.static
export const GapsWanted = t.Object({ ...SuccessReply.properties, ...GapsPreview.properties })
export type GapsWanted = typeof GapsWanted.static

const PairSide = t.Object({
  comic_id: Id,
  name: Text,
  year: t.Nullable(Count),
  publisher: Maybe,
  /** Links to providers by their names. */
  providers: t.Array(Text),
  issues: Count,
  files: Count,
  size: Count,
})
export const PairsQuery = t.Object({ ...PageQuery, ignored: t.Optional(QueryFlag) })
export type PairsQuery = typeof PairsQuery.static
export const PairPage = t.Object({
  pairs: t.Array(
    t.Object({
      keep: PairSide,
      other: PairSide,
      likeness: OneOf(likenesses),
      /** Numbers that both have. */
      common: Count,
    }),
  ),
  pagination: Pagination,
})
export type PairPage = typeof PairPage.static

export const MergeBody = t.Object({ keep_id: Id, other_id: Id })
export type MergeBody = typeof MergeBody.static
export const MergePreview = t.Object({
  keep: PairSide,
  other: PairSide,
  /** Issues that the kept series gets, and those whose files join an issue with the same number. */
  moved: Count,
  joined: Count,
  files: Count,
})
export type MergePreview = typeof MergePreview.static
export const MergeReply = t.Object({ ...SuccessReply.properties, merge_id: Id })
export const MergeParams = t.Object({ merge_id: Id })
export const MergeList = t.Object({
  merges: t.Array(
    t.Object({
      merge_id: Id,
      keep_id: Id,
      keep_name: Maybe,
      other_name: Text,
      issues: Count,
      merged_at: Text,
      undone_at: Maybe,
    }),
  ),
})
export type MergeList = typeof MergeList.static

const SizeRow = t.Object({ key: Text, label: Text, files: Count, bytes: Count })
export const SizesQuery = t.Object({ facet: OneOf(sizeFacets) })
export type SizesQuery = typeof SizesQuery.static
export const Sizes = t.Object({ rows: t.Array(SizeRow) })
export type Sizes = typeof Sizes.static

export const CareSummary = t.Object({
  /** When the whole library was last checked; null before the first check. */
  checked_at: Maybe,
  /** The progress of a running check, 0 to 1, and whether it is paused because someone is reading. */
  checking: t.Nullable(t.Object({ progress: t.Number(), waits: t.Boolean() })),
  /** Copies are being removed. */
  removing: t.Boolean(),
  /** Changed series that are still to be checked. */
  waiting: Count,
  copies: t.Array(CopyCount),
  findings: t.Array(FindingCount),
  pairs: Count,
  /** Pages that are in many files, such as adverts. */
  repeated_pages: Count,
  /** What the user left as it is. */
  ignored: Count,
  files: Count,
  bytes: Count,
  /** Old files in the recycle folders. */
  recycled: t.Object({ files: Count, bytes: Count }),
  /** Changes of this page that can be undone, the newest first. */
  batches: t.Array(
    t.Object({ batch_id: Id, title: Text, state: Text, created_at: Text, done: Count, failed: Count, error: Maybe }),
  ),
})
export type CareSummary = typeof CareSummary.static
