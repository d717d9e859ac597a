import './reader.css'
import './bars/reader-bars.css'
import './sheets/reader-sheets.css'
import { useRoute } from 'preact-iso'
import { ApiError } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useReducer, useRef, useState } from '../../html'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { seriesPath } from '../../parts/text/series-path'
import { progress } from '../../state/progress'
import { isSilent } from '../../worker/routing'
import { issueToRead } from './issue-to-read'
import { nextReading, type Reading, resumeAt } from './machine'
import { OpenError } from './open-error'
import { OpenIssue } from './open-issue'
import type { ReadIssue } from './wire'

/** `/read/:issue_id`: the reader of one issue. */
export function ReaderPage() {
  const { issue_id = '' } = useRoute().params
  const { wasPush, route } = useOwnLocation()
  // Whether the reader was opened from another page, to which it returns; the next issue does not change this.
  const inside = useRef(wasPush)
  const leave = (comicId?: string) => {
    if (inside.current) history.back()
    else route(comicId === undefined ? '/' : seriesPath(comicId), true)
  }
  useEffect(
    () => () => {
      void progress()
        .flush()
        .then(() => invalidate('GET /api/reading'))
    },
    [],
  )
  return html`<${Reader} key=${issue_id} issueId=${issue_id} onLeave=${leave} />`
}

type ReaderProps = { issueId: string; onLeave: (comicId?: string) => void }

function Reader({ issueId, onLeave }: ReaderProps) {
  const [reading, move] = useReducer(nextReading, { is: 'opening' } as Reading)
  const { issue, note, share } = useIssue(issueId, reading, move)
  useAskedOnce(reading)
  useEffect(() => {
    document.title = issue ? `${issue.series_name} ${issue.label} · Panelkeep` : 'Panelkeep'
  }, [issue])
  // The next attempt runs while the last error is shown.
  const fault = useRef<Extract<Reading, { is: 'failed' }> | undefined>(undefined)
  if (reading.is !== 'opening') fault.current = reading.is === 'failed' ? reading : undefined
  if (fault.current) {
    const failed = { why: fault.current.why, detail: fault.current.detail, file: issue?.download_url }
    return html`<${OpenError} ...${failed} onRetry=${() => move({ do: 'retry' })} onLeave=${() => onLeave(issue?.comic_id)} />`
  }
  if (reading.is === 'opening' || !issue) return html`<${Opening} />`
  return html`
    <${OpenIssue}
      issue=${issue}
      reading=${reading}
      move=${move}
      note=${note}
      share=${share}
      onLeave=${() => onLeave(issue.comic_id)}
    />
  `
}

/**
 * The address may contain the first page. The first turn removes that part, so that a reload resumes at the current
 * page.
 */
function useAskedOnce(reading: Reading) {
  const begun = useRef<unknown>(undefined)
  const place = reading.is === 'open' ? reading.place : undefined
  useEffect(() => {
    if (!place) return
    begun.current ??= place
    const list = new URLSearchParams(location.search).get('list')
    const path = location.pathname + (list === null ? '' : `?list=${encodeURIComponent(list)}`)
    if (place !== begun.current && location.search) history.replaceState(history.state, '', path)
  }, [place])
}

const TEXT = 'It has no pages to show here. Open it in an e-book app.'

/** Requests the issue and opens it at the saved page. */
function useIssue(issue_id: string, reading: Reading, move: (move: Parameters<typeof nextReading>[1]) => void) {
  const { query } = useOwnLocation()
  const [issue, setIssue] = useState<ReadIssue | undefined>(undefined)
  const [note, setNote] = useState(false)
  const [share, setShare] = useState<number | undefined>(undefined)
  useEffect(() => {
    if (reading.is !== 'opening') return
    let here = true
    const open = async () => {
      try {
        const found = await issueToRead(issue_id, query.list || undefined)
        if (!here) return
        setIssue(found)
        if (found.page_count === 0) return move({ do: 'refuse', status: 415, detail: TEXT })
        const saved = newest(found, Date.now())
        // Not from the route, which does not notice that the first turn removed the page.
        const wanted = new URLSearchParams(location.search).get('page') ?? undefined
        const { page, note } = resumeAt({ wanted, count: found.page_count, saved, replaced: reading.replaced })
        setNote(note)
        if (wanted === undefined && saved.place?.page === page) setShare(saved.place.share)
        move({ do: 'open', page })
      } catch (cause) {
        const error = cause instanceof ApiError ? cause : new ApiError(0, String(cause))
        const { detail } = error
        const status = isSilent(error) ? 0 : error.status
        // The login page takes over and returns here.
        if (here && status !== 401) move({ do: 'refuse', status, detail })
      }
    }
    void open()
    return () => {
      here = false
    }
  }, [issue_id, reading.is])
  return { issue, note, share }
}

/** Unsent progress of this device wins when it is newer than the server's. `here`: this device's clock at the reply. */
function newest({ issue_id, page_count, progress: saved, place, now }: ReadIssue, here: number): Saved {
  const own = progress().unsent(issue_id)
  const behind = Date.parse(now) - here
  if (!own || (saved && Date.parse(saved.read_at) > Date.parse(own.at) + behind))
    return { page: 0, completed: false, ...saved, place }
  const { share } = own
  const last = page_count - 1
  // The file may have fewer pages than the copy that was read.
  const page = Math.min(own.page, last)
  const at = share === undefined ? null : { page, share }
  return { page, completed: own.completed ?? own.page >= (own.page_count ?? page_count) - 1, place: at }
}

type Saved = { page: number; completed: boolean; place: ReadIssue['place'] }

function Opening() {
  return html`<main class="reader" data-ground="black" aria-busy="true"><span class="reader-opening"></span><p class="unseen" role="status">Opening</p></main>`
}
