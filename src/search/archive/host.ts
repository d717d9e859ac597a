import type { Config } from '../../config/config'

/** Where the Internet Archive stands, or what the reader put in its place. */
export const archiveHost = (config: Pick<Config, 'get'>): string => config.get('archive_url').replace(/\/+$/, '')
