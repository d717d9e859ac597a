import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf } from '../../base/http/wire'
import { providerNames, type SeriesIdKey, seriesIdKeys } from '../../base/providers/descriptors'
import { contentTypes, issueKinds, units } from '../../library/series/states'
import { remedies } from './states'

/** What crosses the wire. `comicid`, `selected_ids` and the counters are the names that existing tools read. */

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = Integer()
const Flag = t.Boolean()

export const statuses = ['scanning', 'completed', 'importing', 'error', 'cancelled'] as const

export const GroupParams = t.Object({ group_id: Id })

/** What is missing or empty is refused by the service, in a sentence. */
export const Confirm = t.Object({
  scan_id: t.Optional(t.String({ maxLength: 255 })),
  selected_ids: t.Optional(t.Array(t.String({ maxLength: 255 }), { maxItems: 20_000 })),
  /** Ours: new issues of the series that are made become wanted, unless they have ended. Without it the settings decide. */
  want_new: t.Optional(t.Boolean()),
  /** Ours: what a person corrects, by comicid. */
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
  /** Ours: what undoes it. */
  operation_id: Id,
  imported: Count,
  errors: t.Array(t.Object({ comicid: Id, error: Text })),
})

export const FileItem = t.Object({
  /** From its library folder. */
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
  /** A file with the same content, or one before it that holds the same issue: its path from its library folder. */
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
  /** Its name for people. */
  label: Text,
  provider_id: Text,
  /** Its id on the wire: `18705`, `metron-7`. */
  comicid: Id,
  name: Text,
  year: Maybe,
  publisher: Maybe,
  issues: t.Nullable(Count),
  image: Maybe,
  /** Its page at the provider. */
  url: Maybe,
  confidence: Count,
  parts: t.Array(t.Object({ reason: Text, points: t.Number() })),
  /** The series of the library that it is, which the files join. */
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
  /** The best first; in a list the best one and what was chosen. */
  proposals: t.Array(ProposalItem),
  /** Which of them a confirm makes; null: none. */
  proposal_id: t.Nullable(Id),
  /** A series of the library that AI suggests; only the user files the group there. */
  suggestion: t.Nullable(t.Object({ comic_id: Id, name: Text, year: Maybe })),
  location: Maybe,
  evidence: t.Array(Text),
  /** What the confidence adds up from. */
  confidence_parts: t.Array(t.Object({ reason: Text, points: t.Number() })),
  /** Ids of the series that files and folders name, by service. */
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
  /** Those of them that another file holds as well. */
  duplicates: Count,
  /** A person corrected it, or one of its files. */
  corrected: Flag,
  /** The first files in reading order; `file_total` is the full count. */
  files: t.Array(FileItem),
  file_total: Count,
})
export type GroupResult = typeof GroupResult.static

/** The newest import of the kind that left something behind. */
export const LastConfirm = t.Object({
  operation_id: Id,
  finished_at: Maybe,
  /** False when it was cancelled or failed before its end. */
  complete: Flag,
  /** Whether there is something that an undo would remove. */
  undoable: Flag,
  /** Proposals that were taken over; null when it did not come to its end. */
  imported: t.Nullable(Count),
  /** Rows that it made in the library. */
  series: Count,
  issues: Count,
  files: Count,
  /** What it could not take over, and why. */
  errors: t.Array(t.Object({ comicid: Id, name: Text, error: Text })),
})
export type LastConfirm = typeof LastConfirm.static

/** Progress of the provider queries for the scan's groups, including those without an answer. */
export const ProposalProgress = t.Object({
  operation_id: Id,
  running: Flag,
  /** Its name for people. */
  provider: Text,
  asked: Count,
  total: Count,
  waiting_until: Maybe,
  /** Why it waits, or why the rest was left unasked. */
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
    /** Files of the library that the scan found elsewhere, and that it found no more. */
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
      /** What can be done here; `pack`: the path is a folder of loose pictures. */
      remedy: t.Nullable(OneOf(remedies)),
    }),
  ),
  problem_total: Count,
  /** Folders of loose pictures among them, which can be packed. */
  packable: Count,
  /** How many of the folders that are being packed are done; null when none are. */
  packing: t.Nullable(t.Object({ done: Count, total: Count })),
  /** The first of the files that moved: where they were and where they are. */
  moved: t.Array(t.Object({ path: Text, was: Maybe })),
  /** The first of those that were found no more. */
  missing: t.Array(Text),
  last_confirm: t.Nullable(LastConfirm),
  proposing: t.Nullable(ProposalProgress),
  /** The correction that would be taken back next, as a sentence without a full stop. */
  last_step: Maybe,
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

// What a person may correct before a confirm, and take back after it. All of it is ours.

const Name = t.String({ minLength: 1, maxLength: 300, pattern: '\\S' })

export const GroupChange = t.Object({
  name: t.Optional(Name),
  year: t.Optional(t.Nullable(t.Integer({ minimum: 1800, maximum: 2200 }))),
  content_type: t.Optional(OneOf(contentTypes)),
  /** A series of the library that the files belong to; null: none, they become a new one. */
  comic_id: t.Optional(t.Nullable(Id)),
  /** A series of a provider that they are, by the id of a proposal or of the series; null: none. */
  proposal: t.Optional(t.Nullable(Id)),
})
export type GroupChange = typeof GroupChange.static

export const FileChange = t.Object({
  number: t.Optional(t.String({ maxLength: 100 })),
  /** The last number of a file that holds several; empty for one. A number alone makes it one. */
  number_end: t.Optional(t.String({ maxLength: 100 })),
  kind: t.Optional(OneOf(issueKinds)),
  unit: t.Optional(OneOf(units)),
  /** Moves it to another proposal of the scan. */
  group_id: t.Optional(Id),
  /** Moves it to a proposal that is made for it; files with the same name here come into the same one. */
  new_group: t.Optional(Name),
})
export type FileChange = typeof FileChange.static

/** By the path from the library folder, or the whole path. */
export const FileChanges = t.Record(t.String({ maxLength: 4096 }), FileChange)

export const Merge = t.Object({ into: Id, group_ids: t.Array(Id, { minItems: 1, maxItems: 1000 }) })

export const StepBack = t.Object({ scan_id: Id })

export const ReviewReply = t.Object({
  success: t.Literal(true),
  /** The proposals that the change touched and that are still there. */
  groups: t.Array(GroupResult),
  /** Ids of those that have no file any more. */
  gone: t.Array(Id),
  /** What was done, or taken back, as a sentence without a full stop. */
  said: Text,
  /** The correction that would be taken back next. */
  last_step: Maybe,
})
export const UndoOperation = t.Object({ operation_id: Id })
export const UndoReply = t.Object({
  success: t.Literal(true),
  /** Rows of the library; no file was touched. */
  removed: t.Object({ series: Integer(), issues: Integer(), files: Integer() }),
})
/** The undo takes long and continues in the background. */
export const ImportUndoBegun = t.Object({ success: t.Literal(true), operation_id: Id })

export type ReviewReply = typeof ReviewReply.static
