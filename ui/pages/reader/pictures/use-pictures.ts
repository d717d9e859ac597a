import { call } from '../../../api/client'
import { useEffect, useMemo, useRef, useState } from '../../../html'
import { loadKeptIssues } from '../../../kept/lazy'
import { closeCopy, copyPicture, openCopy, openedCopy } from '../../../kept/open-copies'
import { checkSession } from '../../../state/session'
import { isFromProxy } from '../../../worker/routing'
import type { Size } from '../layout/spreads'
import type { PageSource } from '../stage/stage'
import { pagePicture, type ReadIssue } from '../wire'
import { type Picture, type PictureRequest, Pictures } from './pictures'

/** A picture that failed although the server has it was cut off, and is requested once more. */
const MOST_TRIES = 2
/** The status of a page that is damaged in its file. */
const DAMAGED = 422

export type LoadedPictures = PageSource & {
  sizes: readonly (Size | undefined)[]
  /** Loads pictures in this order; the first `urgent` ones are visible and come at once. */
  want: (requests: readonly PictureRequest[], urgent: number) => void
  retryAll: () => void
  /** Continues from the copy on this device, if it has one. */
  continueFromCopy: () => Promise<void>
}

type PictureListener = {
  /** The server does not answer. */
  onSilence: () => void
  /** The server has no such page, perhaps any more. */
  onRefused: () => void
}

/** The pictures of an issue, their known sizes, and the errors of those that failed. */
export function usePictures(issue: ReadIssue, early: boolean, listener: PictureListener): LoadedPictures {
  const { issue_id } = issue
  const [turn, redraw] = useState(0)
  const latest = useRef(listener)
  latest.current = listener
  const faults = useRef(new Map<number, string>())
  const pictures = useMemo(() => {
    const tries = new Map<number, number>()
    const changed = () => redraw((own) => own + 1)
    const failed = async (page: number, url: string) => {
      const why = await reasonOf(url)
      if (why === 'silence') {
        if (await continuesFromCopy(issue)) return pictures.moveTo((own) => pagePicture(issue_id, own, issue.version))
        return latest.current.onSilence()
      }
      const tried = tries.get(page) ?? 0
      tries.set(page, tried + 1)
      // Another tab removed the copy, or the browser a part of it. The refusal of a damaged page is a part of the copy.
      if (tried < MOST_TRIES && url === copyPicture(issue_id, page) && why?.status !== DAMAGED) {
        closeCopy(issue_id)
        return pictures.moveTo((own) => pagePicture(issue_id, own, issue.version))
      }
      if (why === undefined && tried < MOST_TRIES) return pictures.retry(page)
      faults.current.set(page, why?.detail ?? 'This browser cannot show the picture.')
      changed()
      if (why !== undefined) latest.current.onRefused()
    }
    const pictures = new Pictures({
      changed,
      failed: (page, url) => void failed(page, url),
      slow: () => latest.current.onSilence(),
    })
    return pictures
  }, [issue_id])
  useEffect(() => () => pictures.close(), [pictures])
  // While the server answers: the code of copies could not be loaded later.
  useEffect(() => void loadKeptIssues(), [])
  const sizes = useSizes(issue, pictures, turn, early)
  const retry = (page?: number) => {
    if (page === undefined) faults.current.clear()
    else faults.current.delete(page)
    pictures.retry(page)
  }
  return {
    at: (page: number): Picture | undefined => pictures.at(page),
    fault: (page) => faults.current.get(page),
    retry,
    retryAll: () => retry(),
    continueFromCopy: async () => {
      if (await continuesFromCopy(issue)) pictures.moveTo((own) => pagePicture(issue_id, own, issue.version))
    },
    want: (requests, urgent) => pictures.want(requests, urgent),
    sizes,
  }
}

/** Whether the issue continues from the copy on this device, now that the server is silent. */
async function continuesFromCopy({ issue_id, version }: ReadIssue): Promise<boolean> {
  if (openedCopy(issue_id)) return false
  const copy = await openCopy(issue_id)
  if (copy && copy.issue.version !== version) closeCopy(issue_id)
  return copy?.issue.version === version
}

/** Why a picture failed: the refusal, `silence` without an answer, undefined when it is available after all. */
async function reasonOf(url: string): Promise<{ status: number; detail: string } | 'silence' | undefined> {
  const reply = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined)
  if (!reply || isFromProxy(reply)) return 'silence'
  if (reply.ok) return undefined
  if (reply.status === 401) void checkSession()
  const { status } = reply
  const body = await reply.json().catch(() => undefined)
  const detail = typeof body?.detail === 'string' ? body.detail : `The page could not be loaded (${status}).`
  return { status, detail }
}

/**
 * Real sizes from the server, else those of loaded pictures. With `early` they are requested before any picture is
 * loaded.
 */
function useSizes({ issue_id, page_count }: ReadIssue, pictures: Pictures, turn: number, early: boolean) {
  const [measured, setTold] = useState<readonly (Size | null)[] | undefined>(undefined)
  const seen = useRef<(Size | undefined)[]>([])
  const due = early || turn > 0
  useEffect(() => {
    if (!due) return
    const kept = openedCopy(issue_id)
    if (kept) return setTold(kept.sizes)
    let here = true
    call('GET /api/reading/issues/:issue_id/sizes', { params: { issue_id } })
      .then(({ pages }) => here && setTold(pages))
      // Without sizes from the server, every page is measured when it is loaded.
      .catch(() => undefined)
    return () => {
      here = false
    }
  }, [issue_id, due])
  const before = useRef<readonly (Size | undefined)[]>([])
  return useMemo(() => {
    for (let page = 0; page < page_count; page++) seen.current[page] ??= pictures.at(page)?.natural
    const sizes = Array.from({ length: page_count }, (_, page) => measured?.[page] ?? seen.current[page])
    // Equal sizes keep the same array: otherwise every picture would trigger a new layout.
    if (!sameSizes(before.current, sizes)) before.current = sizes
    return before.current
  }, [measured, turn, page_count])
}

function sameSizes(a: readonly (Size | undefined)[], b: readonly (Size | undefined)[]): boolean {
  return a.length === b.length && a.every((size, at) => size?.width === b[at]?.width && size?.height === b[at]?.height)
}
