import type { Config } from '../../../base/config/config'

/** Address of the Internet Archive, or the one from the settings. */
export const archiveHost = (config: Pick<Config, 'get'>): string => config.get('archive_url').replace(/(?<!\/)\/+$/, '')
