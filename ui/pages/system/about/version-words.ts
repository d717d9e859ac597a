import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'

export type Version = Reply<'GET /api/system/version'>

/** Whether this version is the newest. */
export function versionLook({ update_state, latest_version }: Version): { mark: MarkState; word: string } {
  if (update_state === 'behind') return { mark: 'wanted', word: `Version ${latest_version} is available` }
  if (update_state === 'up_to_date') return { mark: 'have', word: 'Up to date' }
  if (update_state === 'ahead')
    return { mark: 'have', word: `Newer than ${latest_version}, the version of the update feed` }
  return { mark: 'unknown', word: 'The newest version is unknown' }
}

/** Why the newest version is unknown. */
export function whyUnknown({ update_state, update_reason }: Version): string | undefined {
  if (update_state !== 'unknown') return undefined
  if (update_reason === 'no_update_feed') return 'No update feed is set, so Panelkeep does not check for updates.'
  return update_reason === 'never_checked' ? 'Panelkeep has not checked for updates yet.' : undefined
}
