import { Elysia, t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, IssueParams } from '../../base/http/wire'
import type { TaggingService } from './service'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Ref = t.Optional(t.String({ maxLength: 255 }))
/** A list, or ids separated by commas. The service refuses missing ids with a sentence. */
const Issues = t.Optional(
  t.Union([t.String({ maxLength: 400_000 }), t.Array(t.String({ maxLength: 255 }), { maxItems: 20_000 })]),
)
const Series = { comic_id: Ref, id: Ref }
const one = t.Optional(t.Object({ comic_id: Ref, issue_id: Ref }))
const some = t.Optional(t.Object({ ...Series, issue_ids: Issues }))
const whole = t.Optional(t.Object({ ...Series, issue_id: Ref, issue_ids: Issues }))
const Begun = t.Object({ success: t.Literal(true), count: Integer(), job_id: Id })
const Fields = t.Record(Text, Text)

/** Writes metadata into files, and converts files to CBZ. */
export const taggingRoutes = ({ tagging }: { tagging: TaggingService }) =>
  new Elysia({ tags: ['tagging'] })
    .post('/api/metadata/metatag', ({ body }) => tagging.issue(body ?? {}), { body: one, response: Begun })
    .post('/api/metadata/metatag/bulk', ({ body }) => tagging.some(body ?? {}), { body: some, response: Begun })
    .post('/api/metadata/metatag/group', ({ body }) => tagging.all(body ?? {}), { body: whole, response: Begun })
    .post('/api/metadata/convert', ({ body }) => tagging.convert(body ?? {}), { body: some, response: Begun })
    .get('/api/metadata/metatag/preview/:issue_id', ({ params }) => tagging.preview(params.issue_id), {
      params: IssueParams,
      response: t.Object({
        document: Maybe,
        before: Fields,
        after: Fields,
        changed: t.Array(Text),
        path: Maybe,
        writable: t.Boolean(),
        problem: Maybe,
      }),
    })
