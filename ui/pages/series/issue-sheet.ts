import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { Dialog } from '../../parts/dialog'
import { Mark } from '../../parts/mark'
import { say } from '../../state/toasts'
import { setIntents } from './intents'
import type { IssueCard } from './issue-card'
import { IssueFace } from './issue-wall'

export type IssueSheetProps = { name: string; card: IssueCard; reload: () => void; onClose: () => void }

/** One issue: its cover, its dates, its file, and whether it is wanted. */
export function IssueSheet({ name, card, reload, onClose }: IssueSheetProps) {
  const { label, state, word, owned, wanted, date, pages, file, location } = card
  const facts: [string, string][] = [
    ['Came out', date],
    ['Pages', pages.split(' ')[0] ?? ''],
    ['File', file],
    ['Where it is', location],
  ]
  const foot = owned ? undefined : html`<${Want} ...${{ card, wanted, reload }} />`
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
