import { ApiError, call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { Confirm } from '../../parts/dialogs/dialog'
import { batches, type Picks } from '../../parts/lists/picks'
import { PicksBar } from '../../parts/lists/picks-bar'
import { countWords } from '../../parts/text/format'
import { say } from '../../state/toasts'

/** The most series that one request accepts. */
const MOST = 100
const DONE = {
  'bulk-pause': 'paused',
  'bulk-resume': 'followed again',
  'bulk-delete': 'taken out of the library',
} as const
type Action = keyof typeof DONE

const series = (count: number) => countWords(count, 'series', 'series')

export function PickedBar({ picks, count }: { picks: Picks; count: number }) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const many = picks.keys.size
  const run = async (action: Action) => {
    setBusy(true)
    const { done, error } = await inPieces(action, [...picks.keys])
    setBusy(false)
    setAsking(false)
    invalidate('GET /api/series')
    if (error) return say(`${series(done)} of ${many} ${DONE[action]}. ${error}`, { kind: 'error' })
    picks.clear()
    say(`${series(done)} ${DONE[action]}.`)
  }
  const mark = async (read: boolean) => {
    setBusy(true)
    const done = await markSeries([...picks.keys], read)
    setBusy(false)
    if (done) picks.clear()
  }
  const marks = [
    { label: 'Mark read', icon: 'check', onPick: () => mark(true) },
    { label: 'Mark unread', icon: 'undo', onPick: () => mark(false) },
  ]
  const confirm = {
    open: asking,
    title: `Delete ${series(many)}?`,
    text: 'Files stay on disk. What you wanted and skipped in them is forgotten.',
    action: `Delete ${series(many)}`,
    danger: true,
    busy,
    onConfirm: () => run('bulk-delete'),
    onClose: () => setAsking(false),
  }
  const all = many < count ? `Pick all ${count.toLocaleString('en')}` : undefined
  const bar = { text: series(many), all, onAll: () => picks.all(count), onClear: picks.clear }
  return html`
    <${PicksBar} ...${bar}>
      <${Button} kind="quiet" icon="pause" busy=${busy} onClick=${() => run('bulk-pause')}>Pause<//>
      <${Button} kind="quiet" icon="play" busy=${busy} onClick=${() => run('bulk-resume')}>Resume<//>
      <${Menu} title="Reading" icon="book-open" items=${marks} />
      <${Button} kind="danger" icon="trash" onClick=${() => setAsking(true)}>Delete<//>
    <//>
    <${Confirm} ...${confirm} />
  `
}

async function markSeries(comic_ids: string[], read: boolean): Promise<boolean> {
  try {
    const { changed } = await call('POST /api/reading/mark', { body: { comic_ids, read } })
    invalidate('GET /api/reading')
    say(`${countWords(changed, 'issue')} marked ${read ? 'read' : 'unread'}.`)
    return true
  } catch (cause) {
    say((cause as Error).message, { kind: 'error' })
    return false
  }
}

async function inPieces(action: Action, ids: string[]): Promise<{ done: number; error?: string }> {
  let done = 0
  for (const piece of batches(ids, MOST)) {
    try {
      const reply = await call(`POST /api/series/${action}`, { body: { ids: piece } })
      done += 'deleted' in reply ? reply.deleted : piece.length
    } catch (cause) {
      return { done, error: cause instanceof ApiError ? cause.detail : String(cause) }
    }
  }
  return { done }
}
