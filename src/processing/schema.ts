import { t } from 'elysia'
import { stages } from '../downloads/states'
import { Id, Word } from '../http/wire'
import { decisions, placementStates } from './states'

/** Scripts of older programs send everything as text. */
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
  /** Scripts name their versions, and wait for what comes of it. */
  apc_version: Version,
  comicrn_version: Version,
})
export type ProcessBody = typeof ProcessBody.static

export const Processed = t.Object({ success: t.Literal(true), message: t.String() })

export const IssueBody = t.Object({ comicid: AnyId, folder: Path, issueid: AnyId })
export type IssueBody = typeof IssueBody.static

const Maybe = t.Nullable(t.String())
export const IssueProcessed = t.Object({
  success: t.Boolean(),
  data: t.Object({
    item_id: Id,
    stage: Word(stages),
    reason: Maybe,
    files: t.Array(
      t.Object({
        path: t.String(),
        state: Word(placementStates),
        decision: t.Nullable(Word(decisions)),
        target: Maybe,
        detail: Maybe,
      }),
    ),
  }),
})

/** "1", 1, "true" and true. */
export const isYes = (said: ProcessBody['failed']): boolean =>
  said === true || /^(?:1|true|yes)$/i.test(String(said ?? ''))

export const idOf = (id: ProcessBody['issueid']): string | undefined => {
  const text = String(id ?? '').trim()
  return text === '' || text === 'None' || text === 'null' ? undefined : text
}
