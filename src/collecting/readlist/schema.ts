import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf, UncheckedReply } from '../../base/http/wire'
import { readStates } from '../../library/reading/states'
import { entryStatuses, MOST_ENTRIES } from './states'

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

export const AddBody = t.Object({ issue_id: Id })
export const AddReply = t.Object({ success: t.Literal(true), message: t.Optional(Text) })

// All lists

export const ListParams = t.Object({ list_id: Id })
export const NameBody = t.Object({ name: t.String({ minLength: 1, maxLength: 100 }) })

export const IssuesBody = t.Object({ issue_ids: t.Array(Id, { maxItems: MOST_ENTRIES }) })
/** Without ids the list itself is restored. */
export const RestoreBody = t.Object({ issue_ids: t.Optional(t.Array(Id, { maxItems: MOST_ENTRIES })) })

const ReadingList = t.Object({
  list_id: Id,
  name: Text,
  /** The list of `/api/readlist`, which cannot be deleted. */
  is_default: t.Boolean(),
  issues: Count,
  read: Count,
  /** The first issue that was not read to its end and has a file. */
  next_issue_id: t.Nullable(Id),
  updated_at: Text,
})
export type ReadingList = typeof ReadingList.static
export const Lists = t.Object({ lists: t.Array(ReadingList) })
export const ListReply = t.Object({ list: ReadingList })

const Entry = t.Object({
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  year: t.Nullable(t.Integer()),
  /** `#12`, `Chapter 4`, `Annual 2`. */
  label: Text,
  title: Maybe,
  date: Maybe,
  /** Whether the library still has the issue; it may be without a file. */
  known: t.Boolean(),
  readable: t.Boolean(),
  state: OneOf(readStates),
  percent: Share,
  page: Count,
  page_count: Count,
  image: Maybe,
  added_at: Text,
})
export type Entry = typeof Entry.static
export const ListDetail = UncheckedReply(t.Object({ list: ReadingList, entries: t.Array(Entry) }))
export type ListDetail = typeof ListDetail.static

export const ChangeReply = t.Object({ success: t.Literal(true), changed: Count })
