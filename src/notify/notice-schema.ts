import { t } from 'elysia'
import { PageQuery, Pagination } from '../http/paging'
import { Id, Word } from '../http/wire'
import { noticeEvents, noticeServices, noticeStates } from './states'

const Moment = t.Nullable(t.String())
const Service = Word(noticeServices)

const Target = t.Object({
  target_id: t.String(),
  service: Service,
  name: t.String(),
  enabled: t.Boolean(),
  events: t.Array(Word(noticeEvents)),
  /** By the key of the field; secrets are left out. */
  values: t.Record(t.String(), t.String()),
  /** Keys of the secrets that it has. */
  secrets_set: t.Array(t.String()),
  /** The host that notices go to; null for this computer. */
  goes_to: t.Nullable(t.String()),
  added_at: t.String(),
  /** Notices that are still to be said, and those that were given up in the last 30 days. */
  waiting: t.Integer(),
  given_up: t.Integer(),
  last_ok_at: Moment,
  last_failed_at: Moment,
  /** Why the last one did not arrive, as a sentence, and when it is tried again. */
  error: t.Nullable(t.String()),
  next_at: Moment,
})
export type TargetView = typeof Target.static

const Field = t.Object({
  key: t.String(),
  label: t.String(),
  kind: Word(['text', 'secret', 'address', 'number', 'choice']),
  required: t.Boolean(),
  /** What stands in an empty field. */
  example: t.String(),
  /** A sentence, or empty. */
  help: t.String(),
  /** What it is unless somebody says otherwise. */
  usual: t.String(),
  choices: t.Array(t.Object({ value: t.String(), label: t.String() })),
})

export const TargetList = t.Object({
  targets: t.Array(Target),
  services: t.Array(
    t.Object({
      service: Service,
      label: t.String(),
      /** What one has to do there, as a sentence. */
      about: t.String(),
      /** Why there is none here, as a sentence; null when it can be used. */
      missing: t.Nullable(t.String()),
      fields: t.Array(Field),
    }),
  ),
  events: t.Array(t.Object({ event: Word(noticeEvents), label: t.String(), about: t.String(), usual: t.Boolean() })),
})
export type TargetList = typeof TargetList.static

const changes = t.Partial(
  t.Object({
    name: t.String({ maxLength: 100 }),
    enabled: t.Boolean(),
    events: t.Array(Word(noticeEvents), { maxItems: 20 }),
    /** What it leaves out, or null, is kept; empty takes it away. */
    values: t.Record(t.String({ maxLength: 50 }), t.Nullable(t.String({ maxLength: 4000 })), { maxProperties: 30 }),
  }),
)

export const NewTarget = t.Composite([t.Object({ service: Service }), changes])
export type NewTarget = typeof NewTarget.static
export const ChangedTarget = t.Composite([t.Object({ service: t.Optional(Service) }), changes])
export type ChangedTarget = typeof ChangedTarget.static
/** A saved one with changes, or one that is not saved yet. */
export const TriedTarget = t.Composite([t.Object({ target_id: t.Optional(Id), service: t.Optional(Service) }), changes])
export type TriedTarget = typeof TriedTarget.static

export const TargetParams = t.Object({ target_id: Id })
export const SavedTarget = t.Object({ success: t.Literal(true), target: Target })
export type SavedTarget = typeof SavedTarget.static

export const LogQuery = t.Object({
  ...PageQuery,
  target_id: t.Optional(Id),
  state: t.Optional(Word(noticeStates)),
})
export type LogQuery = typeof LogQuery.static
/** The newest first. */
export const NoticeLog = t.Object({
  notices: t.Array(
    t.Object({
      notice_id: t.String(),
      target_id: t.String(),
      target_name: t.String(),
      service: Service,
      event: Word(noticeEvents),
      title: t.String(),
      body: t.String(),
      /** Path of the page that it is about. */
      page: t.Nullable(t.String()),
      state: Word(noticeStates),
      attempts: t.Integer(),
      error: t.Nullable(t.String()),
      created_at: t.String(),
      /** When it is said, or said again; null when that is over. */
      next_at: Moment,
      done_at: Moment,
    }),
  ),
  pagination: Pagination,
})
export type NoticeLog = typeof NoticeLog.static
