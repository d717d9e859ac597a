import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { Dialog } from '../../parts/dialog'
import { Mark } from '../../parts/mark'
import { readPath } from '../../parts/read-path'
import { say } from '../../state/toasts'
import { setIntents } from './intents'
import type { IssueCard } from './issue-card'
import { IssueFace } from './issue-wall'
import { markRead, READ_WORDS } from './read-marks'

export type IssueSheetProps = { name: string; card: IssueCard; reload: () => void; onClose: () => void }

/** One issue: its cover, its dates, its file, and whether it is wanted. */
export function IssueSheet({ name, card, reload, onClose }: IssueSheetProps) {
  const { label, state, word, owned, wanted, date, pages, file, location } = card
  const facts: [string, string][] = [
    ['Read', card.read === 'read' ? 'To the end' : card.readWords],
    ['Came out', date],
    ['Pages', pages.split(' ')[0] ?? ''],
    ['File', file],
    ['Where it is', location],
  ]
  const foot = owned
    ? card.readable && html`<${Read} card=${card} />`
    : html`<${Want} ...${{ card, wanted, reload }} />`
  return html`
    <${Dialog} open kind="sheet" title=${`${name} ${label}`} onClose=${onClose} foot=${foot}>
      <div class="issue-sheet">
        <div class="issue-sheet-cover"><${IssueFace} ...${{ name, card, width: 220 }} /></div>
        <div>
          ${card.name && html`<p class="issue-sheet-name">${card.name}</p>`}
          <p><${Mark} state=${state} word=${word} /></p>
          <dl>
            ${facts.filter(([, value]) => value).map(([title, value]) => html`<div key=${title}><dt>${title}</dt><dd>${value}</dd></div>`)}
          </dl>
        </div>
      </div>
    <//>
  `
}

function Read({ card }: { card: IssueCard }) {
  const { id, read } = card
  const mark = (to: boolean) => void markRead([card], to)
  return html`
    ${read !== 'unread' && html`<${Button} onClick=${() => mark(false)}>Mark unread<//>`}
    ${read !== 'read' && html`<${Button} onClick=${() => mark(true)}>Mark read<//>`}
    <${Button} kind="main" icon="book-open" href=${readPath(id)}>${READ_WORDS[read]}<//>
  `
}

type WantProps = { card: IssueCard; wanted: boolean; reload: () => void }

function Want({ card, wanted, reload }: WantProps) {
  const [busy, setBusy] = useState(false)
  const turn = async (move: 'queue' | 'unqueue') => {
    setBusy(true)
    const { error } = await setIntents(move, [card])
    setBusy(false)
    if (error) say(error, { kind: 'error' })
    reload()
  }
  const skipped = card.state === 'skipped'
  return html`
    ${!skipped && !wanted && html`<${Button} busy=${busy} onClick=${() => turn('unqueue')}>Skip this issue<//>`}
    ${
      wanted
        ? html`<${Button} icon="minus" busy=${busy} onClick=${() => turn('unqueue')}>Stop wanting<//>`
        : html`<${Button} kind="main" icon="bookmark" busy=${busy} onClick=${() => turn('queue')}>Want this issue<//>`
    }
  `
}
