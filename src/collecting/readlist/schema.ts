import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf, UncheckedReply } from '../../base/http/wire'
import { readStates } from '../../library/reading/states'
import { entryStatuses, MOST_LIST_ENTRIES } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Share = t.Number({ minimum: 0, maximum: 1 })

// The default list, with the field names that existing tools read

export const EntryStatusQuery = t.Object({ status: t.Optional(OneOf(entryStatuses)) })

const OlderEntry = t.Object({
  id: Id,
  comicId: Id,
  comicName: Text,
  seriesYear: Maybe,
  number: Text,
  issueDate: Maybe,
  dateAdded: Text,
  status: OneOf(entryStatuses),
  location: Maybe,
  imageURL: Maybe,
})
export type OlderEntry = typeof OlderEntry.static
export const OlderEntries = UncheckedReply(t.Array(OlderEntry))

export const AddEntriesBody = t.Object({ issue_id: Id })
export const AddEntriesReply = t.Object({ success: t.Literal(true), message: t.Optional(Text) })

// All lists

export const ReadingListParams = t.Object({ list_id: Id })
export const ListChangeBody = t.Object({
  name: t.Optional(t.String({ minLength: 1, maxLength: 100 })),
  /** Whether all users see the list. */
  shared: t.Optional(t.Boolean()),
})
export type ListChangeBody = typeof ListChangeBody.static
export const ListNameBody = t.Object({ name: t.String({ minLength: 1, maxLength: 100 }) })

export const ListIssuesBody = t.Object({ issue_ids: t.Array(Id, { maxItems: MOST_LIST_ENTRIES }) })
/** Without ids, the list itself is restored. */
export const RestoreBody = t.Object({ issue_ids: t.Optional(t.Array(Id, { maxItems: MOST_LIST_ENTRIES })) })

const ReadingListView = t.Object({
  list_id: Id,
  name: Text,
  /** The caller's list of `/api/readlist`, which cannot be deleted. */
  is_default: t.Boolean(),
  /** Whether all users see the list. */
  shared: t.Boolean(),
  /** Whether the caller made the list, and can change it. */
  mine: t.Boolean(),
  /** The user who made it. */
  user_id: Id,
  owner_name: t.Nullable(Text),
  issues: Count,
  read: Count,
  /** The first issue that is not finished and has a file. */
  next_issue_id: t.Nullable(Id),
  updated_at: Text,
})
export type ReadingListView = typeof ReadingListView.static
export const ReadingListsReply = t.Object({ lists: t.Array(ReadingListView) })
export const ListReply = t.Object({ list: ReadingListView })

const ReadingListEntry = t.Object({
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  year: t.Nullable(t.Integer()),
  /** `#12`, `Chapter 4`, `Annual #2`. */
  label: Text,
  title: Maybe,
  date: Maybe,
  /** Whether the library still has the issue, with or without a file. */
  known: t.Boolean(),
  readable: t.Boolean(),
  state: OneOf(readStates),
  percent: Share,
  page: Count,
  page_count: Count,
  image: Maybe,
  added_at: Text,
})
export type ReadingListEntry = typeof ReadingListEntry.static
export const ListDetail = UncheckedReply(t.Object({ list: ReadingListView, entries: t.Array(ReadingListEntry) }))
export type ListDetail = typeof ListDetail.static

export const ListChangeReply = t.Object({ success: t.Literal(true), changed: Count })
