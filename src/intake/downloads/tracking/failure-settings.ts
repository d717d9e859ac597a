import type { Config } from '../../../base/config/config'

/** The settings for failed downloads. */
export interface FailureSettings {
  /** Failed releases that are to blame are not grabbed again. */
  blocks: boolean
  /** Another release is searched for. */
  searches: boolean
  /** Hours without data after which a torrent is given up; 0 for never. */
  stalled_hours: number
}

export const failureSettings = (config: Pick<Config, 'get'>): FailureSettings => ({
  blocks: config.get('failed_download_handling'),
  searches: config.get('failed_auto'),
  stalled_hours: config.get('torrent_stalled_hours'),
})
