import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { ComicParams, Id, IssueParams, OneOf, PrintedDay } from '../../base/http/wire'
import { providerNames } from '../../base/providers/descriptors'
import { IssueItem } from '../series/issue-schema'
import { contentTypes, readingDirections } from '../series/states'
import type { IssueFacts } from './providers/provider'
import { factSources, failureKinds, publications } from './states'

/** Requests and replies for searching, adding, editing and linking. */

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = Integer()
const success = t.Literal(true)
const OperationId = t.Nullable(Id)

// Searching

const sorts = [
  'relevance',
  'name_asc',
  'name_desc',
  'year_asc',
  'year_desc',
  'issues_asc',
  'issues_desc',
  'latest',
  'follows',
  'title',
  'year',
] as const
export type Sort = (typeof sorts)[number]

const Search = {
  name: t.Optional(t.String({ maxLength: 300 })),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 10_000 })),
  sort: t.Optional(OneOf(sorts)),
}

export const SearchMangaBody = t.Object(Search)
export const SearchBody = t.Object({
  ...Search,
  issue: t.Optional(t.Nullable(t.String({ maxLength: 50 }))),
  type: t.Optional(t.String({ maxLength: 20 })),
  mode: t.Optional(t.String({ maxLength: 20 })),
  content_type: t.Optional(OneOf(contentTypes)),
})
export type SearchBody = typeof SearchBody.static

export const SearchRow = t.Object({
  name: Text,
  comicyear: Maybe,
  comicid: Id,
  url: Maybe,
  issues: Maybe,
  comicimage: Maybe,
  comicthumb: Maybe,
  publisher: Maybe,
  description: Maybe,
  deck: Maybe,
  type: Maybe,
  haveit: t.Union([t.Literal('No'), t.Object({ comicid: Id, status: Text })]),
  lastissueid: Maybe,
  firstissueid: Maybe,
  volume: Maybe,
  imprint: Maybe,
  seriesrange: t.Array(Text),
  metadata_source: OneOf(providerNames),
  in_library: t.Boolean(),
  content_type: OneOf(contentTypes),
  status: Maybe,
  content_rating: Maybe,
  alt_titles: t.Array(Text),
  reading_direction: OneOf(['ltr', 'rtl']),
  external_id: Text,
  mal_id: Maybe,
  cv_comicid: Maybe,
  /** Other providers with the same series. */
  also_at: t.Array(OneOf(providerNames)),
  /** The operation that adds the series, while it runs. */
  operation_id: OperationId,
  // Story arcs only
  cvarcid: t.Optional(Maybe),
  arclist: t.Optional(Maybe),
  /** The issues are in reading order, not just sorted by date. */
  ordered: t.Optional(t.Boolean()),
})
export type SearchRow = typeof SearchRow.static

const ProviderFailure = t.Object({
  provider: OneOf(providerNames),
  failure: OneOf(failureKinds),
  detail: Text,
  until: t.Optional(Text),
})
export type ProviderFailure = typeof ProviderFailure.static

export const SearchReply = t.Object({
  results: t.Array(SearchRow),
  pagination: t.Optional(
    t.Object({ total: Count, limit: Count, offset: Count, returned: Count, has_more: t.Boolean() }),
  ),
  provider_failures: t.Optional(t.Array(ProviderFailure)),
})
export type SearchReply = typeof SearchReply.static

// Adding

const AnyId = t.Optional(t.Union([Id, t.Integer()]))
export const AddSeriesBody = t.Object({
  id: AnyId,
  comic_id: AnyId,
  manga_id: AnyId,
  folder: t.Optional(t.Nullable(t.String({ maxLength: 4096 }))),
  content_type: t.Optional(OneOf(contentTypes)),
  monitor: t.Optional(OneOf(['all', 'future', 'none'])),
  allow_packs: t.Optional(t.Boolean()),
})
export type AddSeriesBody = typeof AddSeriesBody.static
/** Adds manga. */
export const AddMangaBody = t.Omit(AddSeriesBody, ['content_type'])

export const AddSeriesReply = t.Object({ success, message: Text, comicid: Id, operation_id: OperationId })
export const AddMangaReply = t.Object({ ...AddSeriesReply.properties, content_type: t.Literal('manga') })
export const RefreshBegun = t.Object({ success, message: Text, operation_id: Id })

// Metadata

export const MetadataField = t.Object({
  field: Text,
  value: t.Unknown(),
  source: t.Nullable(OneOf(factSources)),
  /** Set by the user; no refresh changes it. */
  locked: t.Boolean(),
  said: t.Array(t.Object({ source: OneOf(factSources), value: t.Unknown() })),
  /** Known words of an age rating; any other is possible. */
  suggestions: t.Optional(t.Array(Text)),
  /** How many issues of the series state each value in their files, as a sentence. */
  evidence: t.Optional(Text),
})
export type MetadataField = typeof MetadataField.static

export const SourceLine = t.Object({
  source: OneOf(factSources),
  label: Text,
  provider_id: Maybe,
  url: Maybe,
  said_at: Text,
  checked_at: Maybe,
  removed_at: Maybe,
  primary: t.Boolean(),
  /** For an issue: its credits, characters and arcs were fetched. */
  detailed: t.Optional(t.Boolean()),
})
export type SourceLine = typeof SourceLine.static

export const MetadataReply = t.Object({ comic_id: Id, fields: t.Array(MetadataField), sources: t.Array(SourceLine) })
export type MetadataReply = typeof MetadataReply.static

const own = <T extends Parameters<typeof t.Nullable>[0]>(schema: T) => t.Optional(t.Nullable(schema))
/** Blank texts are no values. */
const Word = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })
const ownText = (maxLength: number) => own(Word(maxLength))
const ownWords = own(t.Array(Word(300), { maxItems: 200 }))
const ownYear = own(t.Integer({ minimum: 1800, maximum: 2200 }))
const ownDay = own(PrintedDay)

/** Null returns a field to its sources. */
export const SeriesEdit = t.Object({
  name: ownText(300),
  sort_title: ownText(300),
  aliases: ownWords,
  year: ownYear,
  end_year: ownYear,
  publisher: ownText(300),
  imprint: ownText(300),
  volume: own(t.Integer({ minimum: 0, maximum: 9999 })),
  book_type: ownText(50),
  description: ownText(20_000),
  language: ownText(20),
  publication: own(OneOf(publications)),
  age_rating: ownText(100),
  genres: ownWords,
  tags: ownWords,
  authors: ownWords,
  reading_direction: own(OneOf(readingDirections)),
})
export type SeriesEdit = typeof SeriesEdit.static

const Credits = t.Array(
  t.Object({
    name: Word(300),
    roles: t.Array(t.String({ maxLength: 100 }), { maxItems: 20 }),
  }),
  { maxItems: 300 },
)
export const IssueEdit = t.Object({
  number: own(t.String({ maxLength: 50, pattern: '^$|\\S' })),
  volume_number: ownText(50),
  title: ownText(500),
  release_date: ownDay,
  issue_date: ownDay,
  digital_date: ownDay,
  summary: ownText(20_000),
  credits: own(Credits),
  characters: ownWords,
  teams: ownWords,
  locations: ownWords,
  genres: ownWords,
  tags: ownWords,
  age_rating: ownText(100),
})
export type IssueEdit = typeof IssueEdit.static

export const MetadataOptions = t.Object({
  want_new: t.Optional(t.Boolean()),
  /** The series' folder; null when its files are in several. */
  location: t.Optional(t.Nullable(t.String({ maxLength: 4096 }))),
  reading_direction: t.Optional(OneOf(readingDirections)),
})
export type MetadataOptions = typeof MetadataOptions.static

// Linking

export { ComicParams, IssueParams }
export const SourceParams = t.Object({ comic_id: Id, provider: t.String({ minLength: 1, maxLength: 30 }) })
export const LinkBody = t.Object({ provider_id: t.String({ minLength: 1, maxLength: 300 }) })

export const LinkCandidate = t.Object({
  provider: OneOf(providerNames),
  provider_id: Id,
  name: Text,
  year: t.Nullable(Count),
  publisher: Maybe,
  issue_count: t.Nullable(Count),
  image: Maybe,
  url: Maybe,
  verdict: OneOf(['same', 'likely']),
  /** Sentences, supporting evidence first. */
  evidence: t.Array(Text),
  /** The sentences of `evidence` that contradict a match. */
  against: t.Array(Text),
})
export type LinkCandidate = typeof LinkCandidate.static

export const LinkCandidates = t.Object({
  candidates: t.Array(LinkCandidate),
  /** Why no source was searched. */
  problem: t.Optional(Text),
  provider_failures: t.Optional(t.Array(ProviderFailure)),
})
export type LinkCandidates = typeof LinkCandidates.static

// The page of an issue

export const IssueDetail = t.Object({
  issue: IssueItem,
  series: t.Object({ comic_id: Id, name: Text, year: t.Nullable(Count), content_type: OneOf(contentTypes) }),
  facts: t.Unsafe<IssueFacts>(t.Any()),
  fields: t.Array(MetadataField),
  files: t.Array(t.Object({ file_id: Id, path: Text, size: Count, format: Text, page_count: Count, added_at: Text })),
  sources: t.Array(SourceLine),
  previous_issue_id: Maybe,
  next_issue_id: Maybe,
  history: t.Array(t.Object({ at: Text, sentence: Text })),
})
export type IssueDetail = typeof IssueDetail.static

// Covers

const ShortText = t.String({ minLength: 1, maxLength: 2000 })
const CoverChoice = t.Union([
  t.Object({ issue_id: Id }),
  t.Object({ url: ShortText }),
  t.Object({ picture: t.String({ minLength: 64, maxLength: 64 }) }),
])
export const CoverOptions = t.Object({
  chosen: t.Nullable(CoverChoice),
  options: t.Array(t.Object({ choice: CoverChoice, label: Text, image: Text })),
})
export type CoverOptions = typeof CoverOptions.static
/** `picture`: a picture file in base64. Without both, files and providers decide again. */
export const CoverBody = t.Object({
  choice: t.Optional(t.Nullable(CoverChoice)),
  picture: t.Optional(t.String({ minLength: 1, maxLength: 950_000 })),
})
export type CoverBody = typeof CoverBody.static
export const CoverChosen = t.Object({ success: t.Literal(true), previous: t.Nullable(CoverChoice) })
