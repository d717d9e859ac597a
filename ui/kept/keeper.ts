import { ApiError, call } from '../api/client'
import { rootPath, withRoot } from '../root'
import { currentUser } from '../state/user'
import type { Copy } from './copies'
import { copies, readKeptIssues, storeKeptUser } from './kept-issues'
import { keptIssues, showCopy } from './kept-signal'
import { keptUser } from './kept-user'
import { retryOf } from './retry'
import { registerWorker } from './worker-link'

/** Parallel requests; few, since the user may be reading meanwhile. */
const ABREAST = 2
/** The rest of a copy is fetched this long after the server did not answer. */
const WAIT_MS = 5_000
/** Refusals that a retry cannot change. */
const FINAL = [403, 404, 410, 415, 422]
const NO_SPACE = 'There is not enough space on this device.'
const LAYOUT = 'GET /api/reading/issues/:issue_id/layouts/:page'
/** As a picture on a page sends it: the server then sends types that this browser shows. */
const ACCEPT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** Small screens may be replaced, or a page enlarged. */
const LEAST_WIDTH = 1_600
/** Few widths, so that the server makes a picture once for all devices. */
const STEP = 400

/** Keeps issues on this device. Throws ApiError with a sentence when none can be kept. */
export async function keepIssues(issueIds: readonly string[]): Promise<void> {
  const user = currentUser.peek()
  if (!user) return
  await registerWorker()
  const { may_keep, issues } = await call('POST /api/reading/kept', { body: { issue_ids: [...issueIds] } })
  if (!may_keep) throw new ApiError(403, 'Ask the owner of this library to allow downloads.')
  if (issues.length === 0) throw new ApiError(404, 'The issue has no pages to keep.')
  storeKeptUser(user)
  // Without this the browser may delete copies when its disk is nearly full. Best effort: some refuse it.
  void navigator.storage?.persist?.().catch(() => false)
  await readKeptIssues()
  try {
    for (const { issue_id } of issues) {
      if (keptIssues.peek()?.get(issue_id)?.state === 'whole') continue
      await begin(issue_id, user.user_id)
    }
  } finally {
    // Also those before one that failed.
    void fetchCopies()
  }
}

/** Fetches again what failed, or whose file was replaced. */
export async function renewCopy({ user_id, issue: { issue_id } }: Copy): Promise<void> {
  await begin(issue_id, user_id)
}

export async function removeCopy({ user_id, issue: { issue_id } }: Copy): Promise<void> {
  await copies().remove({ user_id, issue_id })
  showCopy(issue_id, undefined)
}

/** Replaces a copy only after the server has described the new one. */
async function begin(issue_id: string, user_id: string): Promise<void> {
  const params = { params: { issue_id } }
  const [issue, { pages: sizes }] = await Promise.all([
    call('GET /api/reading/issues/:issue_id', params),
    call('GET /api/reading/issues/:issue_id/sizes', params),
  ])
  const copy = {
    user_id,
    issue,
    sizes,
    layouts: {},
    state: 'fetching',
    pages: 0,
    bytes: 0,
    kept_at: new Date().toISOString(),
  } as const
  await copies().remove({ user_id, issue_id })
  await copies()
    .save(copy)
    .catch((cause: unknown) => {
      throw isFull(cause) ? new ApiError(0, NO_SPACE, {}, { cause }) : cause
    })
  showCopy(issue_id, copy)
}

/** Fetches what is not here yet. One tab after the other, since another may be fetching the same. */
export async function fetchCopies(): Promise<void> {
  const work = async () => {
    await readKeptIssues()
    for (let copy = next(); copy; copy = next()) if (!(await fetchCopy(copy))) return unfinished.later()
    unfinished.reset()
    for (const copy of keptIssues.peek()?.values() ?? []) if (copy.state === 'whole') await fetchLayouts(copy)
  }
  await navigator.locks.request(`panelkeep${rootPath()} keep`, work)
}

const unfinished = retryOf(() => fetchCopies(), WAIT_MS)

function next(): Copy | undefined {
  const waiting = [...(keptIssues.peek()?.values() ?? [])].filter(({ state }) => state === 'fetching')
  return waiting.sort((a, b) => (a.kept_at < b.kept_at ? -1 : 1))[0]
}

/**
 * Whether the copy still exists: it can be removed, or the user can log out, while its pages are fetched. Another tab may
 * do that, so the storage decides.
 */
async function isWanted({ user_id, issue, kept_at }: Copy): Promise<boolean> {
  if (keptUser()?.user_id !== user_id) return false
  return (await copies().find({ user_id, issue_id: issue.issue_id }))?.kept_at === kept_at
}

/** Returns whether to continue with the next copy. */
async function fetchCopy(copy: Copy): Promise<boolean> {
  const { issue } = copy
  const here = await copies().pagesOf(copy)
  const missing = Array.from({ length: issue.page_count }, (_, page) => page).filter((page) => !here.has(page))
  let now: Copy = { ...copy, pages: here.size }
  const width = sharpWidth()
  let wrong: unknown
  const fetchNext = async (): Promise<void> => {
    for (let page = missing.shift(); page !== undefined && !wrong; page = missing.shift()) {
      const picture = await fetchPage(issue, page, width)
      const { size } = await picture.clone().blob()
      if (!(await isWanted(copy))) return
      await copies().savePage(copy, page, picture)
      now = { ...now, pages: now.pages + 1, bytes: now.bytes + size }
      showCopy(issue.issue_id, now)
    }
  }
  const note = (cause: unknown) => {
    wrong ??= cause
  }
  await Promise.all(Array.from({ length: ABREAST }, () => fetchNext().catch(note)))
  const fault = wrong === undefined ? undefined : faultOf(wrong)
  if (wrong === undefined) now = { ...now, state: 'whole' }
  // A copy without a fault continues at the next contact.
  else if (fault !== undefined) now = { ...now, state: 'failed', fault }
  if (!(await isWanted(copy))) {
    // Pages that were saved after the removal have no record, so they are removed too.
    await readKeptIssues()
    return true
  }
  if (fault === NO_SPACE) now = await withoutPages(now)
  // Without space for the record this page still shows why the copy failed.
  await copies()
    .save(now)
    .catch((cause: unknown) => {
      if (!isFull(cause)) throw cause
    })
  showCopy(issue.issue_id, now)
  return now.state !== 'fetching'
}

/** A part of an issue opens nowhere, and the device needs the space. */
async function withoutPages(copy: Copy): Promise<Copy> {
  await copies().remove({ user_id: copy.user_id, issue_id: copy.issue.issue_id })
  return { ...copy, pages: 0, bytes: 0 }
}

/** The width of kept pages: as sharp as this screen shows them, upright or on its side. */
function sharpWidth(): number {
  const longest = Math.max(screen.width, screen.height) * devicePixelRatio
  return Math.max(LEAST_WIDTH, Math.ceil(longest / STEP) * STEP)
}

async function fetchPage({ issue_id, version }: Copy['issue'], page: number, width: number): Promise<Response> {
  const query = new URLSearchParams({ width: String(width), v: version })
  const url = withRoot(`/api/reading/issues/${encodeURIComponent(issue_id)}/pages/${page}?${query}`)
  // The HTTP cache of the browser would keep a second copy.
  const reply = await fetch(url, { headers: { accept: ACCEPT }, credentials: 'same-origin', cache: 'no-store' }).catch(
    (cause: unknown) => {
      throw new ApiError(0, String(cause), {}, { cause })
    },
  )
  if (reply.ok) return reply
  const body = await reply.json().catch(() => undefined)
  throw new ApiError(reply.status, body?.detail ?? `Page ${page + 1} could not be downloaded (${reply.status}).`)
}

/** After the pages, since the server measures them. Best effort: a page without a layout is shown whole. */
async function fetchLayouts(copy: Copy): Promise<void> {
  const { issue_id, page_count } = copy.issue
  const layouts = { ...copy.layouts }
  const before = Object.keys(layouts).length
  for (let page = 0; page < page_count && (await isWanted(copy)); page++) {
    const params = { issue_id, page }
    const layout = layouts[page] ?? (await call(LAYOUT, { params }).catch(() => undefined))
    if (!layout) break
    layouts[page] = layout
  }
  // The record may have newer progress by now.
  const now = await copies().find({ user_id: copy.user_id, issue_id })
  if (!now || !(await isWanted(copy)) || Object.keys(layouts).length === before) return
  const saved = await copies()
    .save({ ...now, layouts })
    .then(
      () => true,
      () => false,
    )
  if (saved) showCopy(issue_id, { ...now, layouts })
}

const isFull = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'QuotaExceededError'

/** The fault as a sentence; undefined when a retry may succeed. */
function faultOf(cause: unknown): string | undefined {
  if (isFull(cause)) return NO_SPACE
  if (cause instanceof ApiError) return FINAL.includes(cause.status) ? cause.detail : undefined
  return 'This browser could not store the copy.'
}
