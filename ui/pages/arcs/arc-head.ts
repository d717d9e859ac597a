import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { html, useState } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { Confirm } from '../../parts/dialogs/dialog'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { ARCS } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { readPath } from '../../parts/text/read-path'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'
import { isReader } from '../../state/user'
import { changeArcs, deleteArc, renameArc, restoreIssues, undoOrder } from './changes'
import { type ArcDetail, type ArcIssue, arcIssueName, isMissing } from './wire'

export type ArcHeadProps = {
  arc: ArcDetail['arc']
  issues: readonly ArcIssue[]
  onPick: () => void
  onDrop: () => void
}

const ORDERS = {
  user: 'in your order',
  list: 'in the order of the list',
  date: 'by date, not verified',
  model: 'in an AI order, not verified',
} as const

/** The name, the progress and the actions of the whole arc. */
export function ArcHead({ arc, issues, onPick, onDrop }: ArcHeadProps) {
  const [asking, setAsking] = useState<'name' | 'delete' | undefined>(undefined)
  const { StoryArcID, StoryArc, Have, Total, SpanYears, Publisher, ordered_by, can_undo_order } = arc
  const next = issues.find(({ readable, state }) => readable && state !== 'read')
  const read = issues.filter(({ state, Status }) => state === 'read' || Status === 'Read').length
  const close = () => setAsking(undefined)
  const manages = !isReader()
  const facts = [Publisher, SpanYears?.replace(' - ', ' to '), `${Have} of ${countWords(Total, 'issue')}`, `${read} read`, manages && ORDERS[ordered_by]] // biome-ignore format: one line
  return html`
    <header class="list-head">
      <${BackLink} href=${ARCS}>Story arcs<//>
      <h1>${StoryArc}</h1>
      <p role="status">${facts.filter(Boolean).join(', ')}</p>
      <div class="list-actions">
        ${manages && can_undo_order && html`<${Button} kind="quiet" icon="undo" onClick=${() => undoOrder(StoryArcID)}>Undo the last move<//>`}
        ${manages && html`<${WantButton} arcId=${StoryArcID} missing=${issues.filter(isMissing).length} />`}
        ${next && html`<${Button} kind="main" icon="book-open" href=${readPath(next.IssueID!, StoryArcID)}>${`${next.state === 'reading' ? 'Continue' : 'Read'} ${arcIssueName(next)}`}<//>`}
        ${manages && html`<${More} arc=${arc} onName=${() => setAsking('name')} onDelete=${() => setAsking('delete')} onPick=${onPick} onDrop=${onDrop} />`}
      </div>
      ${asking === 'name' && html`<${NameDialog} title="Rename the story arc" action="Rename" name=${StoryArc} onName=${(text: string) => renameArc(StoryArcID, text)} onClose=${close} />`}
      ${asking === 'delete' && html`<${DeleteArc} arc=${arc} onClose=${close} />`}
    </header>
  `
}

function WantButton({ arcId, missing }: { arcId: string; missing: number }) {
  const { busy, run } = useBusy()
  if (missing === 0) return null
  const want = () =>
    run(() =>
      changeArcs(async () => {
        const { data } = await call('POST /api/storyarcs/:arc_id/want-all', { params: { arc_id: arcId } })
        showToast(`${countWords(data.queued, 'issue')} wanted.`)
      }),
    )
  return html`<${Button} icon="bookmark" busy=${busy} onClick=${want}>${`Want missing (${missing})`}<//>`
}

type MoreProps = Pick<ArcHeadProps, 'arc' | 'onPick' | 'onDrop'> & { onName: () => void; onDelete: () => void }

function More({
  arc: { StoryArcID, StoryArc, source, page, source_label, Total },
  onName,
  onDelete,
  onPick,
  onDrop,
}: MoreProps) {
  const refresh = () =>
    changeArcs(async () => {
      const { message } = await call('POST /api/storyarcs/:arc_id/refresh', { params: { arc_id: StoryArcID } })
      showToast(message)
    })
  const items: MenuItem[] = [
    { label: 'Rename', icon: 'pencil', onPick: onName },
    { label: 'Refresh', icon: 'refresh', onPick: refresh },
    ...(Total > 0
      ? [
          { label: 'Select issues', icon: 'check' as const, onPick },
          { label: 'Remove trades, reprints and editions', icon: 'minus' as const, onPick: onDrop },
        ]
      : []),
    ...(source !== 'own'
      ? [{ label: 'Restore removed issues', icon: 'undo' as const, onPick: () => restoreIssues(StoryArcID) }]
      : []),
    ...(page && source_label ? [{ label: `Open at ${source_label}`, icon: 'external' as const, href: page }] : []),
    {
      label: 'Save as reading list',
      icon: 'download',
      href: `/api/storyarcs/${encodeURIComponent(StoryArcID)}/export`,
    },
    { label: 'Delete the story arc', icon: 'trash', apart: true, danger: true, onPick: onDelete },
  ]
  return html`<${Menu} title=${`More for ${StoryArc}`} items=${items} />`
}

function DeleteArc({ arc: { StoryArcID, StoryArc }, onClose }: { arc: ArcDetail['arc']; onClose: () => void }) {
  const { route } = useLocation()
  const drop = async () => {
    onClose()
    route(ARCS)
    if (await deleteArc(StoryArcID)) showToast(`${StoryArc} was deleted.`)
  }
  const text = 'The arc and its order are deleted. Issues and files of your library stay.'
  return html`<${Confirm} open title=${`Delete ${StoryArc}?`} text=${text} action="Delete" danger onConfirm=${drop} onClose=${onClose} />`
}
