import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'

export type Version = Reply<'GET /api/system/version'>

/** Whether this version is the newest. */
export function versionLook({ update_state, latest_version }: Version): { mark: MarkState; word: string } {
  if (update_state === 'behind') return { mark: 'wanted', word: `There is a newer one: ${latest_version}` }
  if (update_state === 'up_to_date') return { mark: 'have', word: 'The newest there is' }
  if (update_state === 'ahead') return { mark: 'have', word: `Newer than ${latest_version}, the newest of the feed` }
  return { mark: 'unknown', word: 'It is not known whether there is a newer one' }
}

/** Why the newest version is unknown. */
export function whyUnknown({ update_state, update_reason }: Version): string | undefined {
  if (update_state !== 'unknown') return undefined
  if (update_reason === 'no_release_feed') return 'Panelkeep checks for updates once you set a release feed.'
  return update_reason === 'never_checked' ? 'The release feed was not asked yet.' : undefined
}
