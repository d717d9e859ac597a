import { ApiError, call } from '../api/client'
import { rootPath, withRoot } from '../root'
import { currentUser } from '../state/user'
import { isSilent } from '../worker/routing'
import type { Copy, PageLayout } from './copies'
import { copies, readKeptIssues, storeKeptUser } from './kept-issues'
import { keptIssues, showCopy } from './kept-signal'
import { keptUser } from './kept-user'
import { retryOf } from './retry'
import { registerWorker, startWorker } from './worker-link'

/** Parallel requests; few, since the user may be reading meanwhile. */
const ABREAST = 2
/** The rest of a copy is fetched this long after the server did not answer. */
const WAIT_MS = 5_000
/** Refusals of an issue that a retry cannot change. */
const FINAL = [403, 404, 410, 415]
/** A page that is damaged. The others can be kept. */
const DAMAGED = 422
/** The next issue would be refused as well: the session ended, or there were too many requests. */
const FOR_ALL = [401, 429]
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
    const left = new Map<string, string>()
    let worker: Promise<boolean> | undefined
    for (let copy = next(left); copy; copy = next(left)) {
      worker ??= startWorker().then(
        () => true,
        () => false,
      )
      const outcome = await fetchCopy(copy, worker)
      if (outcome !== 'done') left.set(copy.issue.issue_id, copy.kept_at)
      if (outcome === 'silence') return unfinished.later()
    }
    if (left.size > 0) unfinished.later()
    else unfinished.reset()
    for (const copy of keptIssues.peek()?.values() ?? []) if (copy.state === 'whole') await fetchLayouts(copy)
  }
  await navigator.locks.request(`panelkeep${rootPath()} keep`, work)
}

const unfinished = retryOf(() => fetchCopies(), WAIT_MS)

/** The oldest copy that is not complete, without those that could not be completed now. A renewed copy is another one. */
function next(left: ReadonlyMap<string, string>): Copy | undefined {
  const isLeft = ({ issue, kept_at }: Copy) => left.get(issue.issue_id) === kept_at
  const waiting = [...(keptIssues.peek()?.values() ?? [])].filter((copy) => copy.state === 'fetching' && !isLeft(copy))
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

/** 'later': the rest of the copy is fetched at the next contact. 'silence': so are all others. */
type Outcome = 'done' | 'later' | 'silence'

/** `worker`: whether it can open copies. */
async function fetchCopy(copy: Copy, worker: Promise<boolean>): Promise<Outcome> {
  const { issue } = copy
  const here = await copies().pagesOf(copy)
  const missing = Array.from({ length: issue.page_count }, (_, page) => page).filter((page) => !here.has(page))
  // The record knows less when the tab was closed before all pages were here.
  let now: Copy = here.size === copy.pages ? copy : { ...copy, ...(await copies().measure(copy)) }
  const width = sharpWidth()
  let wrong: unknown
  let refusal: string | undefined
  const fetchNext = async (): Promise<void> => {
    for (let page = missing.shift(); page !== undefined && !wrong; page = missing.shift()) {
      const { picture, size, detail } = await fetchPage(issue, page, width)
      if (!(await isWanted(copy))) return
      await copies().savePage(copy, page, picture)
      const { pages, bytes, refused = 0 } = now
      now = { ...now, pages: pages + 1, bytes: bytes + size, refused: refused + (picture.ok ? 0 : 1) }
      refusal ??= detail
      showCopy(issue.issue_id, now)
    }
  }
  const note = (cause: unknown) => {
    wrong ??= cause
  }
  await Promise.all(Array.from({ length: ABREAST }, () => fetchNext().catch(note)))
  const isDamaged = now.refused === issue.page_count
  const fault = isDamaged ? (refusal ?? 'All pages are damaged.') : wrong === undefined ? undefined : faultOf(wrong)
  // A copy without a fault continues at the next contact.
  if (fault !== undefined) now = { ...now, state: 'failed', fault }
  else if (wrong === undefined && (await worker)) now = { ...now, state: 'whole' }
  if (!(await isWanted(copy))) {
    // Pages that were saved after the removal have no record, so they are removed too.
    await readKeptIssues()
    return 'done'
  }
  if (fault === NO_SPACE) now = await withoutPages(now)
  // Without space for the record this page still shows why the copy failed.
  await copies()
    .save(now)
    .catch((cause: unknown) => {
      if (!isFull(cause)) throw cause
    })
  showCopy(issue.issue_id, now)
  if (now.state !== 'fetching') return 'done'
  return isOfAll(wrong) ? 'silence' : 'later'
}

/** Whether the other copies would meet the same fault. */
const isOfAll = (cause: unknown): boolean =>
  cause instanceof ApiError && (isSilent(cause) || FOR_ALL.includes(cause.status))

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

type FetchedPage = {
  /** Of a damaged page, the refusal: the reader shows it in place of the page. */
  picture: Response
  size: number
  /** Why the page is refused. */
  detail: string | undefined
}

async function fetchPage({ issue_id, version }: Copy['issue'], page: number, width: number): Promise<FetchedPage> {
  const query = new URLSearchParams({ width: String(width), v: version })
  const url = withRoot(`/api/reading/issues/${encodeURIComponent(issue_id)}/pages/${page}?${query}`)
  // The HTTP cache of the browser would keep a second copy.
  const silence = (cause: unknown) => {
    throw new ApiError(0, String(cause), {}, { cause })
  }
  const init = { headers: { accept: ACCEPT }, credentials: 'same-origin', cache: 'no-store' } as const
  const picture = await fetch(url, init).catch(silence)
  // The connection may be lost after the head of the reply.
  const bytes = await picture.clone().blob().catch(silence)
  if (picture.ok) return { picture, size: bytes.size, detail: undefined }
  const body = await bytes
    .text()
    .then(JSON.parse)
    .catch(() => undefined)
  const detail = body?.detail ?? `Page ${page + 1} could not be downloaded (${picture.status}).`
  if (picture.status === DAMAGED) return { picture, size: bytes.size, detail }
  throw new ApiError(picture.status, detail, body)
}

/** After the pages, since the server measures them. Best effort: a page without a layout is shown whole. */
async function fetchLayouts(copy: Copy): Promise<void> {
  const { issue_id, page_count } = copy.issue
  const layouts = { ...copy.layouts }
  const before = Object.keys(layouts).length
  for (let page = 0; page < page_count && (await isWanted(copy)); page++) {
    const params = { issue_id, page }
    const layout = layouts[page] ?? (await call(LAYOUT, { params }).catch(layoutOfRefused))
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

/** A damaged page has none. */
const layoutOfRefused = (cause: unknown): PageLayout | undefined =>
  cause instanceof ApiError && cause.status === DAMAGED ? { crop: null, panels: null } : undefined

const isFull = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'QuotaExceededError'

/** The fault as a sentence; undefined when a retry may succeed. */
function faultOf(cause: unknown): string | undefined {
  if (isFull(cause)) return NO_SPACE
  if (cause instanceof ApiError) return FINAL.includes(cause.status) ? cause.detail : undefined
  return 'This browser could not store the copy.'
}
