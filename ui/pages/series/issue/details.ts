import { providerNames, providerOf } from '../../../../src/metadata/providers/descriptors'
import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { say } from '../../../state/toasts'
import type { IssueDetail } from '../wire'

/** Requests all details of one issue from its providers. */
export async function refreshDetails(issue_id: string): Promise<void> {
  try {
    await call('POST /api/series/issues/:issue_id/refresh', { params: { issue_id } })
    invalidate('GET /api/series')
    say('Its details are up to date.')
  } catch (error) {
    say((error as Error).message, { kind: 'error' })
  }
}

/** Providers that list credits only with the single issue. */
const CREDITS_PER_ISSUE: readonly string[] = providerNames.filter((name) => providerOf(name).creditsPerIssue)

/** A button that loads the credits, until they are known. */
export function AskDetails({ detail }: { detail: IssueDetail }) {
  const { facts, sources, issue } = detail
  const [state, setState] = useState<'' | 'busy' | 'asked'>('')
  const source = sources.find((one) => one.provider_id !== null && CREDITS_PER_ISSUE.includes(one.source))
  if (!source || state === 'asked' || (facts.credits ?? []).length > 0) return null
  const ask = async () => {
    setState('busy')
    await refreshDetails(issue.id)
    setState('asked')
  }
  return html`
    <section class="issue-ask">
      <h2>Made by</h2>
      <p>Credits and characters have not been loaded from ${source.label} yet.</p>
      <${Button} size="small" icon="refresh" busy=${state === 'busy'} onClick=${ask}>Get its details<//>
    </section>
  `
}
