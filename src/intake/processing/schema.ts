import { t } from 'elysia'
import { readAs } from '../../base/config/read-value'
import { Id, OneOf } from '../../base/http/wire'
import { legacy } from '../../base/refusal'
import { stages } from '../downloads/states'
import { placementReasons, placementStates } from './states'

/** Scripts of older programs send every value as text. */
const Said = t.Optional(t.Union([t.Boolean(), t.String({ maxLength: 20 }), t.Number(), t.Null()]))
const Path = t.Optional(t.String({ maxLength: 8192 }))
const Version = t.Optional(t.Union([t.String({ maxLength: 50 }), t.Number(), t.Null()]))
const AnyId = t.Optional(t.Union([t.String({ maxLength: 255 }), t.Number(), t.Null()]))

export const ProcessBody = t.Object({
  nzb_name: Path,
  nzb_folder: Path,
  failed: Said,
  issueid: AnyId,
  comicid: AnyId,
  ddl: Said,
  oneoff: Said,
  /** Scripts send their version, and wait for the outcome. */
  apc_version: Version,
  comicrn_version: Version,
})
export type ProcessBody = typeof ProcessBody.static

export const ProcessReply = t.Object({ success: t.Literal(true), message: t.String() })

export const IssueProcessBody = t.Object({ comicid: AnyId, folder: Path, issueid: AnyId })
export type IssueProcessBody = typeof IssueProcessBody.static

/** A file of a download. */
export const OfferParams = t.Object({ item_id: Id, placement_id: Id })
/** The item under which the file is imported. */
export const OfferReply = t.Object({ success: t.Literal(true), item_id: Id })

const Maybe = t.Nullable(t.String())
export const IssueProcessReply = t.Object({
  success: t.Boolean(),
  data: t.Object({
    item_id: Id,
    stage: OneOf(stages),
    reason: Maybe,
    files: t.Array(
      t.Object({
        path: t.String(),
        state: OneOf(placementStates),
        decision: t.Nullable(OneOf(placementReasons)),
        target: Maybe,
        detail: Maybe,
      }),
    ),
  }),
})

const SWITCH = { type: 'switch', default: false } as const

/**
 * "1", 1, "true" and true are yes; an absent value, and the words that Python writes for false, are no. Throws Refusal
 * for any other word.
 */
export function isYes(name: string, value: ProcessBody['failed'] = null): boolean {
  const read = readAs(SWITCH, value === 'None' ? null : value)
  if ('value' in read) return read.value as boolean
  throw legacy('invalid', `${name} must be ${read.expected}.`)
}

export const textId = (id: ProcessBody['issueid']): string | undefined => {
  const text = String(id ?? '').trim()
  return text === '' || text === 'None' || text === 'null' ? undefined : text
}
