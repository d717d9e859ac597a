import { useEffect } from '../html'
import type { MenuItem } from '../parts/controls/menu'
import { numberWords, pluralWords } from '../parts/text/format'
import { runWithToast } from '../state/run-with-toast'
import { showToast } from '../state/toasts'
import type { Copy } from './copies'
import { keptIssues } from './kept-signal'
import { loadKeptIssues } from './lazy'
import { mayKeep } from './offer'

/** An issue as the pages of series and issues have it. */
type Keepable = { id: string; label: string; readable: boolean; read: 'unread' | 'reading' | 'read' }

/** Enough for one evening. */
const NEXT = 5

/** The issues on this device, for a page that shows which they are. */
export function useKeptIssues(): ReadonlyMap<string, Copy> | undefined {
  useEffect(() => {
    if (!keptIssues.peek()) void loadKeptIssues()
  }, [])
  return keptIssues.value
}

/** "On this device", "Keeping on this device: page 3 of 24", "Waiting to be kept on this device"; undefined for an issue that is not kept. */
export function keptWords(copy: Copy | undefined): string | undefined {
  if (!copy) return undefined
  const { state, pages, issue, fault } = copy
  if (state === 'whole') return 'On this device'
  if (state === 'failed') return `Not on this device. ${fault}`
  if (pages === 0) return 'Waiting to be kept on this device'
  // The worker that opens it is not installed yet.
  if (pages === issue.page_count) return 'Keeping on this device: not ready to open offline yet'
  return `Keeping on this device: page ${numberWords(pages)} of ${numberWords(issue.page_count)}`
}

/** Keeps one issue on this device, or removes it. */
export function keepItem({ id, readable }: Keepable): MenuItem[] {
  if (!readable || !mayKeep()) return []
  const copy = keptIssues.value?.get(id)
  if (copy)
    return [
      {
        label: 'Remove from this device',
        icon: 'tablet',
        onPick: () => runWithToast(() => keeper((m) => m.removeCopy(copy))),
      },
    ]
  return [{ label: 'Keep on this device', icon: 'tablet', onPick: () => keep([id]) }]
}

/** Keeps the next issues of a series that are not read yet. */
export function keepNextItem(issues: readonly Keepable[]): MenuItem[] {
  if (!mayKeep()) return []
  const kept = keptIssues.value
  const next = issues.filter(({ id, readable, read }) => readable && read !== 'read' && !kept?.has(id)).slice(0, NEXT)
  if (next.length === 0) return []
  const label = pluralWords(next.length, 'Keep the next issue on this device', 'Keep the next {count} on this device')
  return [{ label, icon: 'tablet', onPick: () => keep(next.map(({ id }) => id)) }]
}

const keeper = <T>(use: (keeper: typeof import('./keeper')) => T) => import('./keeper').then(use)

async function keep(ids: readonly string[]): Promise<void> {
  const done = await runWithToast(() => keeper((m) => m.keepIssues(ids)))
  if (!done) return
  showToast(pluralWords(ids.length, 'Keeping the issue on this device.', 'Keeping {count} issues on this device.'))
}
