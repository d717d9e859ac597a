import { providerNames, providerOf } from '../../../../src/base/providers/descriptors'
import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useEffect, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { showToast } from '../../../state/toasts'
import type { IssueDetail } from '../wire'

/** Requests all details of one issue from its providers. */
export async function refreshDetails(issue_id: string): Promise<void> {
  try {
    await load(issue_id)
    showToast('Issue details updated.')
  } catch (error) {
    showToast((error as Error).message, { kind: 'error' })
  }
}

async function load(issue_id: string): Promise<void> {
  await call('POST /api/series/issues/:issue_id/refresh', { params: { issue_id } })
  invalidate('GET /api/series')
}

/** Providers that list credits only with the single issue. */
const CREDITS_PER_ISSUE: readonly string[] = providerNames.filter((name) => providerOf(name).creditsPerIssue)

/** Loads the credits when the issue is opened, until they are known. */
export function CreditsLoader({ detail }: { detail: IssueDetail }) {
  const { facts, sources, issue } = detail
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [loaded, setLoaded] = useState(false)
  const source = sources.find((one) => one.provider_id !== null && CREDITS_PER_ISSUE.includes(one.source))
  const isDue = source !== undefined && !loaded && !source.detailed && (facts.credits ?? []).length === 0
  const run = () => {
    setFailure(undefined)
    return load(issue.id)
      .then(() => setLoaded(true))
      .catch((error: Error) => setFailure(error.message))
  }
  useEffect(() => {
    if (isDue) void run()
  }, [issue.id])
  if (!isDue) return null
  return html`
    <section class="issue-ask">
      <h2>Credits</h2>
      ${
        failure === undefined
          ? html`<p role="status">Loading from ${source.label}…</p>`
          : html`
            <p role="alert">Credits could not be loaded from ${source.label}: ${failure}</p>
            <${Button} size="small" icon="refresh" onClick=${run}>Try again<//>
          `
      }
    </section>
  `
}
