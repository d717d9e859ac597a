import { call } from '../../../api/client'
import type { Health } from '../../../api/health'
import { cacheReply } from '../../../api/query'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Mark } from '../../../parts/status/mark'
import { countWords } from '../../../parts/text/format'
import { withSettingsLinks } from '../../../parts/text/settings-links'
import { TimeText } from '../../../parts/text/when'
import { runWithToast } from '../../../state/run-with-toast'
import { isManager } from '../../../state/user'

export type HealthFinding = Health['findings'][number]

/** The findings, the most severe first; dismissed ones are folded. */
export function Findings({ findings }: { findings: readonly HealthFinding[] }) {
  const open = findings.filter(({ dismissed_at }) => dismissed_at === null)
  const dismissed = findings.filter(({ dismissed_at }) => dismissed_at !== null)
  return html`
    ${open.length > 0 && html`<${FindingList} label="What is not well" findings=${open} />`}
    ${
      dismissed.length > 0 &&
      html`
      <details class="system-folded">
        <summary>${countWords(dismissed.length, 'dismissed finding')}</summary>
        <${FindingList} label="What was dismissed" findings=${dismissed} />
      </details>
    `
    }
  `
}

function FindingList({ label, findings }: { label: string; findings: readonly HealthFinding[] }) {
  return html`
    <ul class="findings" aria-label=${label}>
      ${findings.map((finding) => html`<${FindingLine} key=${`${finding.check_id} ${finding.subject}`} finding=${finding} />`)}
    </ul>
  `
}

const WORDS: Record<HealthFinding['gravity'], string> = {
  error: 'Does not work',
  warning: 'Could be better',
  notice: 'Being retried',
}

function FindingLine({ finding }: { finding: HealthFinding }) {
  const { label, gravity, message, remedy, page, since, dismissed_at } = finding
  const word = WORDS[gravity]
  const does = dismissed_at === null ? 'Dismiss' : 'Show again'
  return html`
    <li class="system-row finding">
      <${Mark} state=${gravity === 'error' ? 'attention' : 'wanted'} word=${word} wordless />
      <div>
        <p class="system-name">${message}</p>
        <p class="finding-help">${withSettingsLinks(remedy)}</p>
        <p class="system-quiet">${label}, since <${TimeText} at=${since} /></p>
      </div>
      ${
        !isManager() &&
        html`
          <div class="system-does">
            ${page && html`<${Button} size="small" label=${`Go there: ${label}`} href=${page}>Go there<//>`}
            <${Button} kind="quiet" size="small" label=${`${does}: ${message}`} onClick=${() => dismiss(finding, dismissed_at === null)}>${does}<//>
          </div>
        `
      }
    </li>
  `
}

function dismiss({ check_id, subject }: HealthFinding, dismissed: boolean): Promise<boolean> {
  return runWithToast(async () => {
    const input = { params: { check_id }, body: { subject, dismissed } }
    cacheReply('GET /api/system/health', undefined, await call('POST /api/system/health/:check_id/dismiss', input))
  })
}
