import type { Config } from '../../../base/config/config'

/** What the settings say about failed downloads. */
export interface FailureSettings {
  /** Releases that are to blame are not taken again. */
  blocks: boolean
  /** Another release is searched for. */
  searches: boolean
  /** Hours without a byte after which a torrent is given up; 0 never. */
  stalled_hours: number
}

export const failureSettings = (config: Pick<Config, 'get'>): FailureSettings => ({
  blocks: config.get('failed_download_handling'),
  searches: config.get('failed_auto'),
  stalled_hours: config.get('torrent_stalled_hours'),
})
