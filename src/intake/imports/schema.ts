import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf } from '../../base/http/wire'
import { providerNames, type SeriesIdKey, seriesIdKeys } from '../../base/providers/descriptors'
import { contentTypes, issueKinds, units } from '../../library/series/states'
import { remedies } from './states'

/** The wire format. `comicid`, `selected_ids` and the counters are the names in existing tools. */

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = Integer()
const Flag = t.Boolean()

export const statuses = ['scanning', 'completed', 'importing', 'error', 'cancelled'] as const

export const GroupParams = t.Object({ group_id: Id })

/** The service refuses missing or empty fields with a sentence. */
export const Confirm = t.Object({
  scan_id: t.Optional(t.String({ maxLength: 255 })),
  selected_ids: t.Optional(t.Array(t.String({ maxLength: 255 }), { maxItems: 20_000 })),
  /** Own field: issues of new series become wanted, unless the series has ended. Without it the settings decide. */
  want_new: t.Optional(t.Boolean()),
  /** Own field: the user's corrections, by comicid. */
  changes: t.Optional(
    t.Record(
      t.String({ maxLength: 255 }),
      t.Object({
        name: t.Optional(t.String({ minLength: 1, maxLength: 300, pattern: '\\S' })),
        year: t.Optional(t.Nullable(t.Integer({ minimum: 1800, maximum: 2200 }))),
        content_type: t.Optional(OneOf(contentTypes)),
      }),
    ),
  ),
})
export type Confirm = typeof Confirm.static

export const OperationStarted = t.Object({ success: t.Literal(true), message: Text, operation_id: Id })
export const AcceptedReply = t.Object({ success: t.Literal(true), operation_id: Id })
export const ImportConfirmReply = t.Object({
  success: Flag,
  /** Own field: the id to undo the confirm with. */
  operation_id: Id,
  imported: Count,
  errors: t.Array(t.Object({ comicid: Id, error: Text })),
})

export const FileItem = t.Object({
  /** Relative to its library folder. */
  path: Text,
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number: Text,
  number_end: Maybe,
  title: Maybe,
  year: t.Nullable(Count),
  pages: t.Nullable(Count),
  size: Count,
  in_library: Flag,
  /** A file with the same content, or an earlier one with the same issue: its path relative to its library folder. */
  duplicate_of: Maybe,
  /** Whether that file has the same content; only when a single proposal is requested. */
  same_content: t.Optional(Flag),
  /** Only when a single proposal is requested. */
  full_path: t.Optional(Text),
  evidence: t.Array(Text),
})
export type FileItem = typeof FileItem.static

/** A series of a provider that the files may be. */
export const ProposalItem = t.Object({
  proposal_id: Id,
  provider: OneOf(providerNames),
  /** The provider's display name. */
  label: Text,
  provider_id: Text,
  /** Id of the series on the wire: `18705`, `metron-7`. */
  comicid: Id,
  name: Text,
  year: Maybe,
  publisher: Maybe,
  issues: t.Nullable(Count),
  image: Maybe,
  /** Page of the series at the provider. */
  url: Maybe,
  confidence: Count,
  parts: t.Array(t.Object({ reason: Text, points: t.Number() })),
  /** The library's series, which the files join. */
  in_library: t.Nullable(Id),
})
export type ProposalItem = typeof ProposalItem.static

export const GroupResult = t.Object({
  series_name: Text,
  file_count: Count,
  matched: Flag,
  already_in_library: Flag,
  existing_comic_id: t.Nullable(Id),
  match: t.Nullable(
    t.Object({
      comicid: Id,
      name: Text,
      year: Maybe,
      publisher: Maybe,
      issues: Count,
      image: Maybe,
      confidence: Count,
      source: OneOf(['local', ...providerNames]),
    }),
  ),
  error: t.Optional(Text),
  group_id: Id,
  /** Id of the series if it stays local; a confirm accepts it as well as `match.comicid`. */
  comic_id: Id,
  /** Best first; in a list only the best one and the chosen one. */
  proposals: t.Array(ProposalItem),
  /** The proposal that a confirm creates; null for none. */
  proposal_id: t.Nullable(Id),
  /** A series of the library that AI suggests; only the user can assign the group to it. */
  suggestion: t.Nullable(t.Object({ comic_id: Id, name: Text, year: Maybe })),
  location: Maybe,
  evidence: t.Array(Text),
  /** The parts that add up to the confidence. */
  confidence_parts: t.Array(t.Object({ reason: Text, points: t.Number() })),
  /** Provider ids of the series in files and folders, by provider. */
  provider_ids: t.Partial(
    t.Object(Object.fromEntries(seriesIdKeys.map((key) => [key, Text])) as Record<SeriesIdKey, typeof Text>),
  ),
  book_type: Maybe,
  total_issues: t.Nullable(Count),
  content_type: OneOf(contentTypes),
  reading_direction: OneOf(['ltr', 'rtl']),
  size_bytes: Count,
  /** Files that the library does not have yet. */
  new_files: Count,
  /** New files that are copies of another file. */
  duplicates: Count,
  /** The user corrected the proposal, or one of its files. */
  corrected: Flag,
  /** Own field: the issues of all its files by unit, volumes first; copies of an issue are one. */
  units: t.Array(t.Object({ unit: OneOf(units), issues: Count })),
  /** The first files in reading order; `file_total` is the full count. */
  files: t.Array(FileItem),
  file_total: Count,
})
export type GroupResult = typeof GroupResult.static

/** The newest import of the kind with a result. */
export const LastConfirm = t.Object({
  operation_id: Id,
  finished_at: Maybe,
  /** False when it was cancelled or failed before its end. */
  complete: Flag,
  /** Whether there is something that an undo would remove. */
  undoable: Flag,
  /** Number of imported proposals; null when the import did not end. */
  imported: t.Nullable(Count),
  /** Rows that the import created in the library. */
  series: Count,
  issues: Count,
  files: Count,
  /** Proposals that were not imported, and why. */
  errors: t.Array(t.Object({ comicid: Id, name: Text, error: Text })),
})
export type LastConfirm = typeof LastConfirm.static

/** Progress of the provider queries for the scan's groups, including those without an answer. */
export const ProposalProgress = t.Object({
  operation_id: Id,
  running: Flag,
  /** The provider's display name. */
  provider: Text,
  asked: Count,
  total: Count,
  waiting_until: Maybe,
  /** Why the work waits, or why the remaining groups were not queried. */
  trouble: Maybe,
})
export type ProposalProgress = typeof ProposalProgress.static

export const ProgressView = t.Object({
  status: t.Nullable(OneOf(statuses)),
  progress: t.Object({
    total_files: Count,
    processed_files: Count,
    series_found: Count,
    series_matched: Count,
    series_imported: Count,
    series_reconciled: Count,
    /** Library files that the scan found elsewhere, and those that it did not find. */
    moved_files: Count,
    missing_files: Count,
    current_series: Maybe,
    errors: t.Array(Text),
  }),
  scan_id: t.Nullable(Id),
  results: t.Nullable(t.Array(GroupResult)),
  problems: t.Array(
    t.Object({
      path: Text,
      problem: Text,
      full_path: Text,
      /** What the user can do here; `pack`: the path is a folder of loose pictures. */
      remedy: t.Nullable(OneOf(remedies)),
    }),
  ),
  problem_total: Count,
  /** Problems that are folders of loose pictures, which can be packed. */
  packable: Count,
  /** Progress of packing folders; null when no folder is being packed. */
  packing: t.Nullable(t.Object({ done: Count, total: Count })),
  /** The first moved files, with their old paths. */
  moved: t.Array(t.Object({ path: Text, was: Maybe })),
  /** The first missing files. */
  missing: t.Array(Text),
  last_confirm: t.Nullable(LastConfirm),
  proposing: t.Nullable(ProposalProgress),
  /** The correction that undo would revert next, as a sentence without a full stop. */
  last_step: Maybe,
  /** Own field: when the scan ended; null while it runs, and without one. */
  scanned_at: Maybe,
  /** The running import was interrupted by a restart and resumed automatically. */
  resumed: Flag,
})
export type ProgressView = typeof ProgressView.static

/**
 * What a long list of proposals is sorted, filtered and confirmed by; the rest of each is requested for the rows in
 * view. What is usual is left out.
 */
export const Outline = t.Object({
  group_id: Id,
  comic_id: Id,
  series_name: Text,
  /** Of the series that a confirm makes, when it has another name. */
  name: t.Optional(Text),
  year: t.Optional(Text),
  publisher: t.Optional(Text),
  issues: Count,
  confidence: Count,
  location: t.Optional(Text),
  /** Its first file, from its library folder. */
  first: t.Optional(Text),
  file_total: Count,
  new_files: Count,
  size_bytes: Count,
  content_type: OneOf(contentTypes),
  existing_comic_id: t.Optional(Id),
  /** The series of a provider that it becomes: its proposal, the provider's name, its picture and its series of the library. */
  proposal_id: t.Optional(Id),
  label: t.Optional(Text),
  image: t.Optional(Text),
  in_library: t.Optional(Id),
  duplicates: t.Optional(Count),
  corrected: t.Optional(t.Literal(true)),
  error: t.Optional(Text),
})
export type Outline = typeof Outline.static
export const ReviewView = t.Object({
  ...t.Omit(ProgressView, ['results']).properties,
  outline: t.Nullable(t.Array(Outline)),
})
export type ReviewView = typeof ReviewView.static

/** What waits for the user: proposals of finished scans by kind, and files of the import folder. */
export const Waiting = t.Object({ comic: Count, manga: Count, inbox: Count })
export type Waiting = typeof Waiting.static

/** Ids of proposals, with commas between them. */
export const GroupsQuery = t.Object({ ids: t.String({ minLength: 1, maxLength: 10_000 }) })
export const Groups = t.Object({ groups: t.Array(GroupResult) })
export type Groups = typeof Groups.static

/** Without paths, all folders of loose pictures that the scan listed. */
export const Pack = t.Object({
  scan_id: Id,
  paths: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 4096 }), { minItems: 1, maxItems: 10_000 })),
})

export const FilesQuery = t.Object(PageQuery)
/** A page of the files of a proposal, in reading order. */
export const GroupFiles = t.Object({ files: t.Array(FileItem), pagination: Pagination })

// The user's corrections before a confirm, and the undo. All fields are our own.

const Name = t.String({ minLength: 1, maxLength: 300, pattern: '\\S' })

export const GroupChange = t.Object({
  name: t.Optional(Name),
  year: t.Optional(t.Nullable(t.Integer({ minimum: 1800, maximum: 2200 }))),
  content_type: t.Optional(OneOf(contentTypes)),
  /** The library's series for the files; null for a new one. */
  comic_id: t.Optional(t.Nullable(Id)),
  /** The provider's series, by the id of a proposal or of the series; null for none. */
  proposal: t.Optional(t.Nullable(Id)),
})
export type GroupChange = typeof GroupChange.static

export const FileChange = t.Object({
  number: t.Optional(t.String({ maxLength: 100 })),
  /** Last number of a file with several issues; empty for one. A `number` without it means one issue. */
  number_end: t.Optional(t.String({ maxLength: 100 })),
  kind: t.Optional(OneOf(issueKinds)),
  unit: t.Optional(OneOf(units)),
  /** Moves the file to another proposal of the scan. */
  group_id: t.Optional(Id),
  /** Moves the file to a new proposal. Files with the same name here get the same one. */
  new_group: t.Optional(Name),
})
export type FileChange = typeof FileChange.static

/** By the path relative to the library folder, or the absolute path. */
export const FileChanges = t.Record(t.String({ maxLength: 4096 }), FileChange)

export const Merge = t.Object({ into: Id, group_ids: t.Array(Id, { minItems: 1, maxItems: 1000 }) })

export const StepBack = t.Object({ scan_id: Id })

export const ReviewReply = t.Object({
  success: t.Literal(true),
  /** The proposals that changed and still exist. */
  groups: t.Array(GroupResult),
  /** Ids of proposals that have no file any more. */
  gone: t.Array(Id),
  /** What was done or undone, as a sentence without a full stop. */
  said: Text,
  /** The correction that undo would revert next. */
  last_step: Maybe,
})
export const UndoOperation = t.Object({ operation_id: Id })
export const UndoReply = t.Object({
  success: t.Literal(true),
  /** Rows removed from the library; no file was touched. */
  removed: t.Object({ series: Integer(), issues: Integer(), files: Integer() }),
})
/** The undo takes long and continues in the background. */
export const ImportUndoBegun = t.Object({ success: t.Literal(true), operation_id: Id })

export type ReviewReply = typeof ReviewReply.static
