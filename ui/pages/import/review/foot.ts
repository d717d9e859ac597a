import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Switch } from '../../../parts/controls/field'
import { countWords, numberWords } from '../../../parts/text/format'
import { isNewSeries, type Proposal } from './proposals'

export type ReviewFootProps = {
  accepted: readonly Proposal[]
  picked: readonly Proposal[]
  busy: boolean
  onAcceptPicked: () => void
  onMerge: () => void
  onLetGo: () => void
  /** Whether new issues of the new series become wanted. */
  wantNew: boolean
  onWantNew: (on: boolean) => void
  onConfirm: () => unknown
}

/** The selection and its actions; the accepted proposals and the one button that adds them. */
export function ReviewFoot(props: ReviewFootProps) {
  const { accepted, picked, busy, onAcceptPicked, onMerge, onLetGo, wantNew, onWantNew, onConfirm } = props
  if (accepted.length + picked.length === 0) return null
  const files = accepted.reduce((sum, one) => sum + one.newFiles, 0)
  return html`
    <div class="review-foot">
      ${
        picked.length > 0 &&
        html`
        <div class="review-picked" role="toolbar" aria-label="Selection">
          <${Button} kind="quiet" icon="close" label="Clear the selection" onClick=${onLetGo} />
          <p role="status"><b>${numberWords(picked.length)}</b> selected</p>
          <${Button} onClick=${onAcceptPicked}>Accept<//>
          <${Button} disabled=${picked.length < 2} onClick=${onMerge}>Merge into…<//>
        </div>
      `
      }
      ${
        accepted.length > 0 &&
        html`
        <div class="review-accepted" role="region" aria-label="What is accepted">
          ${
            accepted.some(isNewSeries) &&
            html`
              <div class="review-want">
                <${Switch} label="Want new issues of these series?" on=${wantNew} onChange=${onWantNew} />
                <small>Series that have ended stay unmonitored. You can change it per series.</small>
              </div>
            `
          }
          <p role="status"><b>${countWords(accepted.length, 'series', 'series')}</b> ${countWords(files, 'file')}</p>
          <${Button} kind="main" icon="library" busy=${busy} onClick=${onConfirm}>Add to the library<//>
        </div>
      `
      }
    </div>
  `
}
