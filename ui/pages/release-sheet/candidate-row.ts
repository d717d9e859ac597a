import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { Mark } from '../../parts/status/mark'
import { breakable } from '../../parts/text/breakable'
import { candidateFacts, fillsWords, type WireCandidate } from './candidate'
import { EarlierResultLine } from './earlier-result'
import type { GrabOutcome } from './use-grab'

export type ReleaseCandidateRowProps = {
  one: WireCandidate
  at: number
  count: number
  /** Whether the row is in the tab order. */
  here: boolean
  /** Whether this is the best accepted release. */
  first: boolean
  busy: boolean
  /** Whether grabbing is impossible now: another grab is running, or the list has expired. */
  locked: boolean
  outcome: GrabOutcome | undefined
  onGrab: (one: WireCandidate) => unknown
  onUnblock: (one: WireCandidate) => unknown
}

/** One release: its facts, its verdict and its one action. */
export function ReleaseCandidateRow({
  one,
  at,
  count,
  here,
  first,
  busy,
  locked,
  outcome,
  onGrab,
  onUnblock,
}: ReleaseCandidateRowProps) {
  const { candidate, verdict, ranking, past } = one
  const fills = fillsWords(one)
  const row = {
    role: 'listitem',
    'aria-label': `${candidate.title}, ${verdict.accepted ? 'accepted' : 'rejected'}`,
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'aria-keyshortcuts': 'Enter',
    'data-at': at,
    'data-fits': verdict.accepted || undefined,
    tabindex: here ? 0 : -1,
  }
  return html`
    <div class="candidate" ...${row}>
      <div class="candidate-what">
        <b>${dotted(candidate.title)}</b>
        <p class="candidate-facts">${candidateFacts(one, Date.now()).map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
        ${
          verdict.accepted
            ? html`
              <p class="candidate-verdict"><${Mark} state="have" word=${fills ? `Fills ${fills}` : 'Accepted'} /></p>
              ${ranking && html`<p class="candidate-rank">${ranking.line}</p>`}
            `
            : html`
              <${RejectionList} one=${one} fills=${fills} />
            `
        }
        ${past && html`<${EarlierResultLine} past=${past} />`}
      </div>
      <div class="candidate-does">
        ${
          busy || one.state === 'submitting'
            ? html`<${Button} size="small" busy>Sending<//>`
            : html`
              <${GrabButton}
                one=${one}
                first=${first}
                locked=${locked}
                outcome=${outcome}
                onGrab=${onGrab}
                onUnblock=${onUnblock}
              />
            `
        }
        ${outcome && outcome.is !== 'taken' && html`<p class="candidate-said" role="status" data-is=${outcome.is}>${outcome.text}</p>`}
      </div>
    </div>
  `
}

/** Release names have dots instead of spaces, so they break at dots. */
const dotted = (title: string) =>
  title.split(/(?<=[._-])/).map((part, at) => (at === 0 ? breakable(part) : [html`<wbr />`, breakable(part)]))

/** The line about the past, with the date, already says that a release is blocked. */
function RejectionList({ one, fills }: { one: WireCandidate; fills: string }) {
  const reasons = one.verdict.reasons.filter(({ code }) => code !== BLOCKED || one.past?.state !== 'blocked')
  return html`
    <ul class="candidate-against" aria-label="Why it is rejected">
      ${reasons.map(({ code, message }) => html`<li key=${code + message}><${Icon} name="close" size="small" />${message}</li>`)}
      ${fills && html`<li data-quiet><${Icon} name="minus" size="small" />Would fill ${fills}</li>`}
    </ul>
  `
}

const BLOCKED = 'blocked.blocklisted'

type GrabButtonProps = Pick<ReleaseCandidateRowProps, 'one' | 'first' | 'locked' | 'outcome' | 'onGrab' | 'onUnblock'>

function GrabButton({ one, first, locked, outcome, onGrab, onUnblock }: GrabButtonProps) {
  const { state, verdict, past } = one
  const shared = { size: 'small', disabled: locked, onClick: () => onGrab(one) }
  if (state === 'submitted' || outcome?.is === 'taken') return html`<${Mark} state="way" word="In progress" />`
  if (state === 'manual_review') return html`<${Mark} state="attention" word="Check your download client" />`
  if (state === 'failed') return html`<${Mark} state="attention" word="Download failed" />`
  if (verdict.accepted) {
    return html`<${Button} ...${shared} kind=${first ? 'main' : 'plain'} icon="download">${outcome?.is === 'waits' ? 'Try again' : past ? 'Download anyway' : 'Download'}<//>`
  }
  if (verdict.reasons.some(({ code }) => code === BLOCKED))
    return html`<${Button} size="small" icon="undo" disabled=${locked} onClick=${() => onUnblock(one)}>Unblock<//>`
  if (!verdict.overrideable || state === 'unavailable')
    return html`<span class="candidate-never">Cannot be downloaded</span>`
  return html`<${Button} ...${shared} kind="quiet">Download anyway<//>`
}

/** Whether the row has an action, and whether that needs a confirmation first. */
export function grabMode({ state, verdict }: WireCandidate): 'now' | 'asking' | undefined {
  if (state !== 'available') return undefined
  if (verdict.accepted) return 'now'
  return verdict.overrideable ? 'asking' : undefined
}
