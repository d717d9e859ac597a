import './proposal.css'
import { useMutation } from '../../../api/query'
import { html, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { useEditable } from '../../../parts/controls/use-editable'
import { Icon } from '../../../parts/icons/icon'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import type { ActionChange, ProposedAction } from '../wire'

const FEW = 8
const CHANGED = ['GET /api/ai/chat/threads']

export type ProposalCardProps = { action: ProposedAction; onChange: () => void }

/** A change that the assistant proposes, with its effects. Only Confirm applies the change. */
export function ProposalCard({ action, onChange }: ProposalCardProps) {
  const [now, setNow] = useEditable(action)
  const params = { action_id: now.id }
  const confirm = useMutation('POST /api/ai/chat/actions/:action_id/confirm', { invalidates: CHANGED })
  const dismiss = useMutation('POST /api/ai/chat/actions/:action_id/dismiss', { invalidates: CHANGED })
  const box = useRef<HTMLElement>(null)
  const showReply = (reply: { action: ProposedAction } | undefined) => {
    if (reply) {
      setNow(reply.action)
      // The focused button is about to disappear.
      box.current?.focus()
    }
    onChange()
  }
  const error = confirm.error ?? dismiss.error
  const { title, status, detail } = now
  return html`
    <section class="proposal" data-status=${status} tabindex="-1" ref=${box} aria-label=${`Proposal: ${title}`}>
      <header>
        <h3>${title}</h3>
        <${State} action=${now} />
      </header>
      <${Changes} changes=${now.changes} />
      ${detail && html`<p class="proposal-detail" role="status">${detail}</p>`}
      ${error && html`<p class="proposal-wrong" role="alert"><${Icon} name="alert" size="small" /><span>${error.detail}</span></p>`}
      ${
        status === 'pending' &&
        html`
          <footer>
            <${Button} kind="main" icon="check" busy=${confirm.busy} disabled=${dismiss.busy} onClick=${async () => showReply(await confirm.run({ params }))}>Confirm<//>
            <${Button} kind="quiet" busy=${dismiss.busy} disabled=${confirm.busy} onClick=${async () => showReply(await dismiss.run({ params }))}>Dismiss<//>
          </footer>
        `
      }
    </section>
  `
}

const OUTCOMES: Record<NonNullable<ProposedAction['outcome']>, { state: MarkState; word: string }> = {
  applied: { state: 'have', word: 'Applied' },
  stale: { state: 'wanted', word: 'Out of date, nothing changed' },
  failed: { state: 'attention', word: 'Failed' },
}

function State({ action: { status, outcome } }: { action: ProposedAction }) {
  if (status === 'pending') return html`<${Mark} state="unknown" word="Proposal" />`
  if (status === 'processing') return html`<${Mark} state="way" word="Applying" />`
  if (status === 'dismissed') return html`<${Mark} state="skipped" word="Dismissed" />`
  const { state, word } = OUTCOMES[outcome ?? (status === 'error' ? 'failed' : 'applied')]
  return html`<${Mark} state=${state} word=${word} />`
}

function Changes({ changes }: { changes: readonly ActionChange[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? changes : changes.slice(0, FEW)
  return html`
    <ul class="proposal-changes" aria-label="Changes">
      ${shown.map((change, at) => html`<${Change} key=${at} change=${change} />`)}
    </ul>
    ${changes.length > FEW && html`<${Button} kind="quiet" size="small" onClick=${() => setOpen(!isOpen)}>${isOpen ? 'Show fewer' : `Show all ${changes.length}`}<//>`}
  `
}

function Change({ change: { label, before, after, comic_id, issue_id } }: { change: ActionChange }) {
  const path = comic_id && (issue_id ? issuePath(comic_id, issue_id) : seriesPath(comic_id))
  return html`
    <li>
      <span>${path ? html`<a href=${path}>${label}</a>` : label}</span>
      <span class="proposal-change">
        ${before && html`<s>${before}</s><${Icon} name="arrow-right" label="becomes" size="small" />`}
        <b>${after}</b>
      </span>
    </li>
  `
}
