import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf } from '../../base/http/wire'
import { noticeEvents, noticeServices, noticeStates } from './states'

const Moment = t.Nullable(t.String())
const Service = OneOf(noticeServices)

const Target = t.Object({
  target_id: t.String(),
  service: Service,
  name: t.String(),
  enabled: t.Boolean(),
  events: t.Array(OneOf(noticeEvents)),
  /** By field key, without secrets. */
  values: t.Record(t.String(), t.String()),
  /** Keys of the stored secrets. */
  secrets_set: t.Array(t.String()),
  /** The host that notices go to; null for this computer. */
  goes_to: t.Nullable(t.String()),
  added_at: t.String(),
  /** Notices still to be sent, and those given up in the last 30 days. */
  waiting: Integer(),
  given_up: Integer(),
  last_ok_at: Moment,
  last_failed_at: Moment,
  /** Why the last attempt failed, as a sentence. */
  error: t.Nullable(t.String()),
  next_at: Moment,
  /** The target was moved in from another program, and gets no notices until the user has reviewed the migration. */
  awaits_review: t.Optional(t.Literal(true)),
})
export type TargetView = typeof Target.static

const Field = t.Object({
  key: t.String(),
  label: t.String(),
  kind: OneOf(['text', 'secret', 'address', 'number', 'choice']),
  required: t.Boolean(),
  /** The placeholder of the field. */
  example: t.String(),
  /** A sentence, or empty. */
  help: t.String(),
  /** The default value. */
  usual: t.String(),
  choices: t.Array(t.Object({ value: t.String(), label: t.String() })),
})

export const TargetList = t.Object({
  targets: t.Array(Target),
  services: t.Array(
    t.Object({
      service: Service,
      label: t.String(),
      /** The steps that the user must take at the service, as a sentence. */
      about: t.String(),
      /** Why the service cannot be used here, as a sentence; null when it can. */
      missing: t.Nullable(t.String()),
      fields: t.Array(Field),
    }),
  ),
  events: t.Array(t.Object({ event: OneOf(noticeEvents), label: t.String(), about: t.String(), usual: t.Boolean() })),
})
export type TargetList = typeof TargetList.static

const changes = t.Partial(
  t.Object({
    name: t.String({ maxLength: 100 }),
    enabled: t.Boolean(),
    events: t.Array(OneOf(noticeEvents), { maxItems: 20 }),
    /** A missing or null value is kept; an empty one is removed. */
    values: t.Record(t.String({ maxLength: 50 }), t.Nullable(t.String({ maxLength: 4000 })), { maxProperties: 30 }),
  }),
)

export const NewTarget = t.Composite([t.Object({ service: Service }), changes])
export type NewTarget = typeof NewTarget.static
export const ChangedTarget = t.Composite([t.Object({ service: t.Optional(Service) }), changes])
export type ChangedTarget = typeof ChangedTarget.static
/** A saved target with changes, or one that is not saved yet. */
export const TriedTarget = t.Composite([t.Object({ target_id: t.Optional(Id), service: t.Optional(Service) }), changes])
export type TriedTarget = typeof TriedTarget.static

export const TargetParams = t.Object({ target_id: Id })
export const SavedTarget = t.Object({ success: t.Literal(true), target: Target })
export type SavedTarget = typeof SavedTarget.static

export const LogQuery = t.Object({
  ...PageQuery,
  target_id: t.Optional(Id),
  state: t.Optional(OneOf(noticeStates)),
})
export type LogQuery = typeof LogQuery.static
/** Newest first. */
export const NoticeLog = t.Object({
  notices: t.Array(
    t.Object({
      notice_id: t.String(),
      target_id: t.String(),
      target_name: t.String(),
      service: Service,
      event: OneOf(noticeEvents),
      title: t.String(),
      body: t.String(),
      /** Path of the page to open. */
      page: t.Nullable(t.String()),
      state: OneOf(noticeStates),
      attempts: Integer(),
      error: t.Nullable(t.String()),
      created_at: t.String(),
      /** When the next attempt is; null after the last one. */
      next_at: Moment,
      done_at: Moment,
    }),
  ),
  pagination: Pagination,
})
export type NoticeLog = typeof NoticeLog.static
