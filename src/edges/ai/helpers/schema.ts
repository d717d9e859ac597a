import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf } from '../../../base/http/wire'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Year = t.Nullable(t.Integer())

// Reading orders

/** Only its first 500 characters are used. */
export const GenerateBody = t.Object({ description: t.String({ maxLength: 20_000 }) })

const libraryStatuses = ['owned', 'wanted', 'not_tracked'] as const

const GeneratedIssue = t.Object({
  series_name: Text,
  issue_number: Text,
  title: Maybe,
  reading_order: Count,
  comic_id: t.Nullable(Id),
  issue_id: t.Nullable(Id),
  /** The issue is in the library; false: only the model names it. */
  verified: t.Boolean(),
  library_status: OneOf(libraryStatuses),
  /** Start year of the series and year of the issue; older tools do not send these. */
  start_year: Year,
  year: Year,
})
export type GeneratedIssue = typeof GeneratedIssue.static

export const GenerateReply = t.Object({
  success: t.Boolean(),
  /** Why there is no order, without success. */
  error: t.Optional(Text),
  description: t.Optional(Text),
  issues: t.Array(GeneratedIssue),
})
export type GenerateReply = typeof GenerateReply.static

export const SaveBody = t.Object({
  arc_name: t.String({ minLength: 1, maxLength: 200 }),
  /** The issues as generated; older tools leave the years out, and ids are looked up again. */
  issues: t.Array(
    t.Object({
      series_name: t.String({ minLength: 1, maxLength: 300 }),
      issue_number: t.Union([t.String({ maxLength: 50 }), t.Number()]),
      title: t.Optional(t.Nullable(t.String({ maxLength: 500 }))),
      reading_order: t.Optional(t.Integer()),
      start_year: t.Optional(Year),
      year: t.Optional(Year),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
export type SaveBody = typeof SaveBody.static

export const HelperSaveReply = t.Object({
  success: t.Boolean(),
  error: t.Optional(Text),
  arc_id: t.Optional(Id),
})
export type HelperSaveReply = typeof HelperSaveReply.static

// The week

export const SuggestionsReply = t.Object({
  suggestions: t.Array(
    t.Object({
      comic_name: Text,
      publisher: Maybe,
      reason: Text,
      /** The series in the library. */
      resolved_comic_id: t.Nullable(Id),
      /** Id of the release in the weekly list; older tools do not read it. */
      release_id: Count,
      number: Text,
    }),
  ),
})
export type SuggestionsReply = typeof SuggestionsReply.static

// Series

export const SentenceReply = t.Object({
  /** Null when the helper is off, has too little metadata, or the model failed. */
  sentence: Maybe,
  /** The model that wrote the sentence. */
  model: Maybe,
  made_at: Maybe,
})
export type SentenceReply = typeof SentenceReply.static
