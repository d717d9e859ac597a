import { Elysia, status, t } from 'elysia'
import { PageQuery, Pagination } from '../../../base/http/page-schema'
import { pageRange } from '../../../base/http/paging'
import { SUCCESS } from '../../../base/http/success'
import { Id, OneOf, QueryFlag, RawReply, SuccessReply, UncheckedReply } from '../../../base/http/wire'
import { pictureReply } from '../../../library/reading/pictures'
import { contentTypes, issueKinds, units } from '../../../library/series/states'
import type { Previews } from '../review/preview'
import type { Inbox } from './service'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = t.Integer()

const Status = OneOf(['Not Imported', 'Importing', 'Imported', 'Failed'])
const ImpId = t.String({ maxLength: 255 })
/** A list, or ids separated by commas. The service refuses missing ids with a sentence. */
const ImpIds = t.Optional(t.Union([t.String({ maxLength: 200_000 }), t.Array(ImpId, { maxItems: 5000 })]))
const Printed = t.Union([t.String({ maxLength: 100 }), t.Number()])

const File = t.Object({
  impID: Text,
  ComicFilename: Text,
  ComicLocation: Text,
  IssueNumber: Maybe,
  ComicYear: Maybe,
  Status,
  IgnoreFile: Count,
  MatchConfidence: t.Nullable(Count),
  SuggestedComicID: Maybe,
  SuggestedComicName: Maybe,
  SuggestedIssueID: Maybe,
  /** `ai`: a suggestion of the model, which only the user can apply. */
  MatchSource: OneOf(['inbox', 'manual', 'comicinfo', 'filename', 'ai']),
  content_type: OneOf(contentTypes),
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number_end: Maybe,
  title: Maybe,
  size: Count,
  problem: Maybe,
  /** The library file of this issue. */
  already: t.Nullable(t.Object({ path: Text })),
  first_seen_at: Text,
})

const Filed = t.Object({
  files: t.Array(
    t.Object({
      imp_id: Text,
      name: Text,
      comic_id: Maybe,
      comic_name: Maybe,
      target: Maybe,
      problem: Maybe,
      imported_at: Maybe,
    }),
  ),
})

const List = t.Object({
  imports: t.Array(
    t.Object({
      DynamicName: Text,
      ComicName: Text,
      Volume: Maybe,
      ComicYear: Maybe,
      FileCount: Count,
      Status,
      SRID: t.Null(),
      ComicID: Maybe,
      MatchConfidence: t.Nullable(Count),
      SuggestedComicID: Maybe,
      SuggestedComicName: Maybe,
      files: t.Array(File),
    }),
  ),
  pagination: Pagination,
  summary: t.Object({ group_count: Count, file_count: Count }),
  /** Own field: folders that the last scan could not open, one sentence each. */
  errors: t.Array(Text),
})

const Match = t.Optional(
  t.Object({
    imp_ids: ImpIds,
    comic_id: t.Optional(t.String({ maxLength: 255 })),
    issue_id: t.Optional(t.Nullable(t.String({ maxLength: 255 }))),
    comic_name: t.Optional(t.Nullable(t.String({ maxLength: 300 }))),
    /** Own field, instead of comic_id: the files become a new series. */
    new_series: t.Optional(
      t.Object({ name: t.String({ maxLength: 300 }), year: t.Nullable(Count), content_type: OneOf(contentTypes) }),
    ),
  }),
)
const Matched = t.Object({
  success: t.Boolean(),
  matched: Count,
  imported: Count,
  comic_id: Id,
  comic_name: Text,
  /** Own field: whether the series was created. */
  made: t.Boolean(),
  moved: Count,
  archived: Count,
  errors: t.Array(t.Object({ imp_id: Text, error: Text })),
})
const Accepted = t.Object({ success: t.Literal(true), operation_id: Id })

const Correction = t.Optional(
  t.Object({
    issue_number: t.Optional(Printed),
    comic_name: t.Optional(t.String({ maxLength: 300 })),
    year: t.Optional(t.Nullable(Printed)),
    volume: t.Optional(t.Nullable(Printed)),
  }),
)

/** The import folder and its files. */
export const inboxRoutes = ({ inbox, previews }: { inbox: Inbox; previews: Previews }) =>
  new Elysia({ tags: ['imports'] })
    .get('/api/import', ({ query }) => inbox.list(pageRange(query), query.include_ignored ?? false), {
      query: t.Object({ ...PageQuery, include_ignored: t.Optional(QueryFlag) }),
      response: UncheckedReply(List),
    })
    .get('/api/import/filed', () => inbox.filed(), { response: Filed })
    .get(
      '/api/import/:imp_id/cover',
      ({ request, params }) => pictureReply(request, previews.ofInboxFile(params.imp_id)),
      { params: t.Object({ imp_id: Id }), response: RawReply(['image/*']) },
    )
    .post('/api/import/match', async ({ body }) => answer(await inbox.match(body ?? {})), {
      body: Match,
      response: { 200: Matched, 202: Accepted },
    })
    .patch('/api/import/:imp_id', ({ params, body }) => inbox.correct(params.imp_id, body ?? {}), {
      params: t.Object({ imp_id: Id }),
      body: Correction,
      response: t.Object({ success: t.Literal(true), imp_id: Id, issue_number: Text }),
    })
    .post('/api/import/ignore', ({ body }) => inbox.ignore(body?.imp_ids, body?.ignore ?? true), {
      body: t.Optional(t.Object({ imp_ids: ImpIds, ignore: t.Optional(t.Boolean()) })),
      response: t.Object({ updated: Count, ignored: t.Boolean() }),
    })
    .delete('/api/import', ({ query, body }) => inbox.remove(body?.imp_ids ?? query.imp_ids), {
      query: t.Object({ imp_ids: ImpIds }),
      body: t.Optional(t.Object({ imp_ids: ImpIds })),
      response: t.Object({ deleted: Count }),
    })
    .post('/api/import/refresh', async () => begun((await inbox.refresh()).operation_id), {
      response: t.Object({ ...SuccessReply.properties, message: Text, operation_id: Id }),
    })

const begun = (operation_id: string) => ({
  ...SUCCESS,
  message: 'Scanning the import folder.',
  operation_id,
})

type Answer = typeof Matched.static | { operation_id: string }

/** A long import continues in the background. */
function answer(reply: Answer) {
  return 'operation_id' in reply ? status(202, { ...SUCCESS, operation_id: reply.operation_id }) : status(200, reply)
}
