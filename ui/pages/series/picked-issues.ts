import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { CoverBar } from '../../parts/cover-bar'
import type { Picks } from '../../parts/cover-picks'
import { countWords } from '../../parts/cover-words'
import { Menu } from '../../parts/menu'
import { say } from '../../state/toasts'
import { setIntents } from './intents'
import type { IssueCard } from './issue-card'
import { markRead } from './read-marks'

export type PickedIssuesProps = { picked: readonly IssueCard[]; picks: Picks; count: number; reload: () => void }

const DONE = { queue: 'wanted', unqueue: 'skipped' } as const

export function PickedIssues({ picked, picks, count, reload }: PickedIssuesProps) {
  const [busy, setBusy] = useState<keyof typeof DONE | undefined>(undefined)
  const missing = picked.filter((card) => !card.owned)
  const run = async (move: keyof typeof DONE) => {
    setBusy(move)
    const { done, error } = await setIntents(move, missing)
    setBusy(undefined)
    reload()
    if (error)
      return say(`${countWords(done, 'issue')} of ${missing.length} ${DONE[move]}. ${error}`, { kind: 'error' })
    picks.clear()
    say(`${countWords(done, 'issue')} ${DONE[move]}.`)
  }
  const here = picked.length - missing.length
  const text = countWords(picked.length, 'issue') + (here > 0 ? `, ${here} here already` : '')
  const all = picked.length < count ? `Pick all ${count}` : undefined
  const bar = { text, all, onAll: () => picks.all(count), onClear: picks.clear }
  const readable = picked.filter((card) => card.readable)
  const mark = async (read: boolean) => {
    if (await markRead(readable, read)) picks.clear()
  }
  const items = [
    { label: 'Mark read', icon: 'check', onPick: () => mark(true) },
    { label: 'Mark unread', icon: 'undo', onPick: () => mark(false) },
  ]
  const idle = missing.length === 0 || busy !== undefined
  return html`
    <${CoverBar} ...${bar}>
      ${readable.length > 0 && html`<${Menu} title="Reading" icon="book-open" items=${items} />`}
      <${Button} kind="quiet" icon="bookmark" busy=${busy === 'queue'} disabled=${idle} onClick=${() => run('queue')}>Want<//>
      <${Button} kind="quiet" icon="minus" busy=${busy === 'unqueue'} disabled=${idle} onClick=${() => run('unqueue')}>Skip<//>
    <//>
  `
}
