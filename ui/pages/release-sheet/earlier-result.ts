import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'
import { TimeText } from '../../parts/text/when'
import type { WireCandidate } from './candidate'

type EarlierResult = Omit<NonNullable<WireCandidate['past']>, 'state'> & { state: string }

const WORDS: Record<string, string> = {
  blocked: 'Blocked',
  failed: 'Download failed',
  cancelled: 'Download cancelled',
  rejected: 'Rejected',
}

/** The earlier result of a release: its state, time and reason. */
export function EarlierResultLine({ past }: { past: EarlierResult }) {
  const { state, reasons, at } = past
  return html`
    <p class="candidate-past" data-state=${state}>
      <${Icon} name=${state === 'blocked' ? 'ban' : 'history'} size="small" />
      <span><b class="candidate-past-word">${WORDS[state] ?? state}</b> <${TimeText} at=${at} />${reasons.map((reason) => html`<span key=${reason}>${reason}</span>`)}</span>
    </p>
  `
}
