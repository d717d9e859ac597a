import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, SuccessReply } from '../../base/http/wire'
import { pageRules, pageStates, pageWork } from './states'

const Text = t.String()
const Count = Integer()
const PageId = t.String({ pattern: '^[0-9a-f]{8}-[0-9]{1,15}$', maxLength: 24 })
const PageIds = t.Array(PageId, { minItems: 1, maxItems: 200, uniqueItems: true })
const Rule = t.Nullable(OneOf(pageRules))

export const PageParams = t.Object({ page_id: PageId })
export const ListQuery = t.Object({ ...PageQuery, state: t.Optional(OneOf(pageStates)) })
export const PlacesQuery = t.Object({ ...PageQuery })

const Page = t.Object({
  page_id: Text,
  /** Files with the page now. */
  files: Count,
  size: Count,
  width: t.Nullable(Count),
  height: t.Nullable(Count),
  image: Text,
  state: OneOf(pageStates),
  /** What happens to the page in new files. */
  rule: Rule,
  /** Differing bits of 64 between its picture and that of the first page of the group. */
  distance: Count,
})

export const PageList = t.Object({
  /** Pages that look alike, each group with the page that is in most files first. */
  groups: t.Array(t.Object({ pages: t.Array(Page) })),
  counts: t.Object({ found: Count, hidden: Count, kept: Count }),
  /** How many files were checked, and how many there are. */
  checked: Count,
  files: Count,
  /** What is running now: a check of files, or a change of pages. */
  work: t.Array(t.Object({ operation_id: Id, kind: OneOf(pageWork), progress: t.Number() })),
  pagination: Pagination,
})

const Place = t.Object({
  file_id: Id,
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  label: Text,
  path: Text,
  format: Text,
  /** Index among all pages of the file. */
  page: Count,
  hidden: t.Boolean(),
})
export const PlaceList = t.Object({ places: t.Array(Place), pagination: Pagination })

export const PreviewBody = t.Object({ page_ids: PageIds })
export const Preview = t.Object({
  /** Files with at least one of the pages. */
  files: Count,
  /** CBZ files, from which pages can be removed. */
  removable: Count,
  /** Files of other formats, in which pages can only be hidden: their formats and numbers. */
  others: t.Array(t.Object({ format: Text, files: Count })),
  hidden: Count,
  /** Bytes of these pages in CBZ files. */
  bytes: Count,
})

export const HideBody = t.Object({ page_ids: PageIds, rule: t.Optional(Rule) })
export const PagesBody = t.Object({ page_ids: PageIds })
export const KeepBody = t.Object({ page_ids: PageIds, keep: t.Boolean() })
export const RuleBody = t.Object({ page_ids: PageIds, rule: Rule })
export const Started = t.Object({ ...SuccessReply.properties, operation_id: Id })
