import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { Mark } from '../../parts/status/mark'
import { breakable } from '../../parts/text/breakable'
import { type Candidate, factsOf, fillsWords } from './candidate'
import type { GrabOutcome } from './use-grab'

export type CandidateRowProps = {
  one: Candidate
  at: number
  count: number
  /** The row in the tab order. */
  here: boolean
  /** The best of those that fit. */
  first: boolean
  busy: boolean
  /** Nothing can be grabbed now: another grab is running, or the list has expired. */
  locked: boolean
  outcome: GrabOutcome | undefined
  onTake: (one: Candidate) => unknown
}

/** One release: its facts, its verdict and its one action. */
export function CandidateRow({ one, at, count, here, first, busy, locked, outcome, onTake }: CandidateRowProps) {
  const { candidate, verdict } = one
  const fills = fillsWords(one)
  const row = {
    role: 'listitem',
    'aria-label': `${candidate.title}, ${verdict.accepted ? 'fits' : 'refused'}`,
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
        <p class="candidate-facts">${factsOf(one, Date.now()).map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
        ${
          verdict.accepted
            ? html`
              <p class="candidate-verdict"><${Mark} state="have" word=${fills ? `Fills ${fills}` : 'Fits'} /></p>
            `
            : html`
              <${RejectionList} one=${one} fills=${fills} />
            `
        }
      </div>
      <div class="candidate-does">
        ${
          busy || one.state === 'submitting'
            ? html`<${Button} size="small" busy>Handing over<//>`
            : html`
              <${Take}
                one=${one}
                first=${first}
                locked=${locked}
                outcome=${outcome}
                onTake=${onTake}
              />
            `
        }
        ${outcome && outcome.is !== 'taken' && html`<p class="candidate-said" role="status" data-is=${outcome.is}>${outcome.text}</p>`}
      </div>
    </div>
  `
}

/** Release names have dots for blanks: they break there. */
const dotted = (title: string) =>
  title.split(/(?<=[._-])/).map((part, at) => (at === 0 ? breakable(part) : [html`<wbr />`, breakable(part)]))

function RejectionList({ one, fills }: { one: Candidate; fills: string }) {
  return html`
    <ul class="candidate-against" aria-label="Why it is refused">
      ${one.verdict.reasons.map(({ code, message }) => html`<li key=${code + message}><${Icon} name="close" size="small" />${message}</li>`)}
      ${fills && html`<li data-quiet><${Icon} name="minus" size="small" />It would fill ${fills}.</li>`}
    </ul>
  `
}

type TakeProps = Pick<CandidateRowProps, 'one' | 'first' | 'locked' | 'outcome' | 'onTake'>

function Take({ one, first, locked, outcome, onTake }: TakeProps) {
  const { state, verdict } = one
  const shared = { size: 'small', disabled: locked, onClick: () => onTake(one) }
  if (state === 'submitted' || outcome?.is === 'taken') return html`<${Mark} state="way" word="In progress" />`
  if (state === 'manual_review') return html`<${Mark} state="attention" word="Look at your client" />`
  if (state === 'failed') return html`<${Mark} state="attention" word="Could not be taken" />`
  if (verdict.accepted) {
    return html`<${Button} ...${shared} kind=${first ? 'main' : 'plain'} icon="download">${outcome?.is === 'waits' ? 'Try again' : 'Take it'}<//>`
  }
  if (!verdict.overrideable || state === 'unavailable')
    return html`<span class="candidate-never">Cannot be taken</span>`
  return html`<${Button} ...${shared} kind="quiet">Take it anyway<//>`
}

/** Whether the row has an action, and whether that needs a confirmation first. */
export function takes({ state, verdict }: Candidate): 'now' | 'asking' | undefined {
  if (state !== 'available') return undefined
  if (verdict.accepted) return 'now'
  return verdict.overrideable ? 'asking' : undefined
}
