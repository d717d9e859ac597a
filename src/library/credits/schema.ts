import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, UncheckedReply } from '../../base/http/wire'
import { SeriesListItem } from '../series/schema'
import { issueKinds, units } from '../series/states'
import {
  LONGEST_NAME,
  LONGEST_ROLE,
  MOST_SPELLINGS,
  nameIssueFilters,
  nameKinds,
  nameSeriesSorts,
  nameSorts,
} from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Kind = OneOf(nameKinds)
const Name = t.String({ minLength: 1, maxLength: LONGEST_NAME })
const Role = t.Optional(t.String({ minLength: 1, maxLength: LONGEST_ROLE }))

const Cover = t.Object({ comic_id: Id, name: Text, image: Maybe })
const NameItem = t.Object({
  kind: Kind,
  name: Text,
  issues: Count,
  series: Count,
  /** Of the series with most of its issues. */
  covers: t.Array(Cover),
})
export type NameItem = typeof NameItem.static

export const NamesQuery = t.Object({
  ...PageQuery,
  kind: Kind,
  role: Role,
  q: t.Optional(t.String({ maxLength: 200 })),
  sort: t.Optional(OneOf(nameSorts)),
})
export type NamesQuery = typeof NamesQuery.static
export const NameList = t.Object({
  names: t.Array(NameItem),
  /** What people do, and how many of them; empty for other kinds. */
  roles: t.Array(t.Object({ role: Text, names: Count })),
  pagination: Pagination,
})
export type NameList = typeof NameList.static

export const FindNamesQuery = t.Object({
  q: t.String({ maxLength: 200 }),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 20 })),
})
export const FoundNames = t.Object({
  sections: t.Array(t.Object({ kind: Kind, total: Count, names: t.Array(NameItem) })),
})
export type FoundNames = typeof FoundNames.static

export const NameQuery = t.Object({ kind: Kind, name: Name, role: Role })
export type NameQuery = typeof NameQuery.static

const NameIssue = t.Object({
  issue_id: Id,
  comic_id: Id,
  series: Text,
  year: t.Nullable(Integer()),
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number: Text,
  title: Maybe,
  /** When it was released. */
  date: Maybe,
  image: Maybe,
  owned: t.Boolean(),
  /** It has a file with pages. */
  readable: t.Boolean(),
  read: t.Boolean(),
  roles: t.Array(Text),
})
export type NameIssue = typeof NameIssue.static

export const NameDetail = t.Object({
  kind: Kind,
  name: Text,
  /** Other spellings that were joined by hand. */
  spellings: t.Array(Text),
  issues: Count,
  series: Count,
  owned: Count,
  /** Released, and not in the library. */
  missing: Count,
  /** Not released yet, and not in the library. */
  announced: Count,
  unread: Count,
  roles: t.Array(t.Object({ role: Text, issues: Count, series: Count })),
  years: t.Array(t.Object({ year: t.Nullable(Integer()), issues: Count, owned: Count })),
  next: t.Array(NameIssue),
})
export type NameDetail = typeof NameDetail.static

export const NamesOfSeriesQuery = t.Object({ comic_id: Id })
/** For each kind the names with most issues of the series. */
export const NamesOfSeries = t.Object({
  names: t.Array(t.Object({ kind: Kind, name: Text, issues: Count, roles: t.Array(Text) })),
})
export type NamesOfSeries = typeof NamesOfSeries.static

export const NameSeriesQuery = t.Object({
  ...PageQuery,
  kind: Kind,
  name: Name,
  role: Role,
  sort: t.Optional(OneOf(nameSeriesSorts)),
})
export type NameSeriesQuery = typeof NameSeriesQuery.static
export const NameSeriesList = UncheckedReply(
  t.Object({
    series: t.Array(
      t.Object({
        item: SeriesListItem,
        /** Issues of the series with the name. */
        issues: Count,
        roles: t.Array(t.Object({ role: Text, issues: Count })),
      }),
    ),
    pagination: Pagination,
  }),
)
export type NameSeriesList = typeof NameSeriesList.static

export const NameIssuesQuery = t.Object({
  ...PageQuery,
  kind: Kind,
  name: Name,
  role: Role,
  which: t.Optional(OneOf(nameIssueFilters)),
  year: t.Optional(t.Integer({ minimum: 0, maximum: 9999 })),
})
export type NameIssuesQuery = typeof NameIssuesQuery.static
export const NameIssueList = t.Object({ issues: t.Array(NameIssue), has_more: t.Boolean() })
export type NameIssueList = typeof NameIssueList.static

/** `of`: the name that the spelling belongs to; null for a name of its own. */
const Spelling = t.Object({ name: Name, of: t.Nullable(Name) })
export const SpellingsBody = t.Object({
  kind: Kind,
  spellings: t.Array(Spelling, { minItems: 1, maxItems: MOST_SPELLINGS }),
})
export type SpellingsBody = typeof SpellingsBody.static
/** What the spellings belonged to before, for an undo. */
export const SpellingsReply = t.Object({ before: t.Array(Spelling) })
export type SpellingsReply = typeof SpellingsReply.static
