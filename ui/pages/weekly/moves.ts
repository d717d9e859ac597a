import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import type { Release } from './wire'
import { releaseTitle } from './words'

/** Follows the series of a release and wants the issue. */
export async function followRelease(release: Release): Promise<void> {
  const { release_id } = release
  if (release_id === null) return
  await runWithToast(
    () => call('POST /api/releases/:release_id/follow', { params: { release_id }, body: { want: true } }),
    `Following ${release.series}. ${releaseTitle(release)} is wanted.`,
  )
  invalidate('GET /api/releases')
}

export async function wantRelease(release: Release): Promise<void> {
  const { issue_id } = release
  if (issue_id === null) return
  await runWithToast(
    () => call('PUT /api/series/issues/:issue_id/queue', { params: { issue_id } }),
    `${releaseTitle(release)} is wanted.`,
  )
  invalidate('GET /api/releases')
}

/** Fetches the sources again, with the week shown. */
export async function refreshReleases(day: string): Promise<void> {
  await runWithToast(async () => {
    const reply = await call('POST /api/weekly/refresh', { body: { day } })
    if (reply.state === 'running') showToast('Releases are already being refreshed.')
    else if (reply.error) showToast(reply.error, { kind: 'error' })
  })
  invalidate('GET /api/releases')
}
