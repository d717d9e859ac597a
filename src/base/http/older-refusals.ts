/** The body of a refusal: `detail`, and for some routes the fields that existing tools read. */
export type RefusalForm = (status: number, detail: string) => Record<string, unknown>

export const plainForm: RefusalForm = (_, detail) => ({ detail })

/** Tools read `success` and `error` in every refusal of these routes. */
const WITH_SUCCESS_AND_ERROR: readonly string[] = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/setup',
  'GET /api/series/:comic_id/search-missing/preview',
  'POST /api/series/:comic_id/search-missing',
  'GET /api/series/issues/:issue_id/search-preview',
  'POST /api/series/issues/:issue_id/search',
  'POST /api/import/comic/confirm',
  'POST /api/import/manga/confirm',
  'POST /api/search/force',
  'GET /api/search/runs/:run_id',
  'POST /api/search/runs/:run_id/retry',
  'POST /api/search/interactive',
  'POST /api/storyarcs/generate',
  'POST /api/storyarcs/generate/save',
  'POST /api/ai/test',
  'PUT /api/config',
  'POST /api/config/api-key/regenerate',
  'PUT /api/config/providers',
  'GET /api/system/release-notes',
  'POST /api/system/logs/rotate',
  'POST /api/system/migration/preview',
  'POST /api/system/migration/start',
  'POST /api/system/acquisition/reconciliation/ready',
  'POST /api/system/acquisition/maintenance/abort',
  'POST /api/system/acquisition/repair/preview',
  'GET /api/system/acquisition/repair/:run_id',
  'POST /api/system/acquisition/repair/:run_id/confirm',
  'POST /api/system/acquisition/repair/:run_id/apply',
  'POST /api/system/acquisition/repair/:run_id/rollback',
  'POST /api/system/acquisition/repair/:run_id/canary',
  'GET /api/system/acquisition/canary/:permit_id',
  'POST /api/system/acquisition/canary/:permit_id/release',
]

/** A grab whose search expired or belongs to another session answers as the search does: with `detail` alone. */
const GRAB = 'POST /api/search/interactive/:session_id/candidates/:candidate_id/grab'
const PLAIN_OF_GRAB: readonly number[] = [404, 410]

/** The older routes of obligations repeat the status as well. */
const WITH_STATUS_CODE: readonly string[] = [
  'POST /api/downloads/needs-attention/batch',
  'POST /api/downloads/needs-attention/*',
]

/** Refusals of these routes have `error` in addition. */
const WITH_ERROR: readonly string[] = [
  'GET /api/comic/:comic_id',
  'GET /api/metadata/image-proxy',
  'POST /api/ai/chat/stream',
  'POST /api/ai/chat/turns/stream',
  'GET /api/ai/chat/threads',
  'GET /api/ai/chat/threads/:thread_id',
  'PATCH /api/ai/chat/threads/:thread_id',
  'DELETE /api/ai/chat/threads/:thread_id',
  'GET /api/ai/chat/threads/:thread_id/attachments/:attachment_id',
]

const olderForm: RefusalForm = (_, detail) => ({ detail, success: false, error: detail })

const FORMS = new Map<string, RefusalForm>([
  [GRAB, (status, detail) => (PLAIN_OF_GRAB.includes(status) ? plainForm : olderForm)(status, detail)],
  ...WITH_SUCCESS_AND_ERROR.map((row) => [row, olderForm] as const),
  ...WITH_STATUS_CODE.map(
    (row) =>
      [row, (status_code: number, detail: string) => ({ ...olderForm(status_code, detail), status_code })] as const,
  ),
  ...WITH_ERROR.map((row) => [row, (_: number, detail: string) => ({ detail, error: detail })] as const),
])

/** The form of a route such as `GET /api/series/:comic_id`. */
export const refusalFormOf = (row: string): RefusalForm => FORMS.get(row) ?? plainForm

export const olderRefusals: readonly string[] = [...FORMS.keys()]
