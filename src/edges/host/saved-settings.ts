import { Config, ConfigError, type ConfigSources } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import type { Ports } from '../../base/platform/ports'
import type { Layout } from './data-directory'
import { StartError } from './start-error'

/** The saved settings, combined with the command line and the environment. Throws StartError with a sentence. */
export async function savedSettings(
  { files, random, log }: Pick<Ports, 'files' | 'random' | 'log'>,
  at: Pick<Layout, 'config'>,
  { publish, ...sources }: Pick<ConfigSources, 'args' | 'env'> & { publish: (event: AppEvent) => void },
): Promise<Config> {
  try {
    const text = (await files.stat(at.config)) ? readText(await files.read(at.config)) : ''
    const config = new Config({ files, random, publish }, { path: at.config, text, ...sources })
    for (const sentence of config.warnings()) log.warn('config', sentence)
    return config
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message, 2)
    const sentence = `The settings ${at.config} cannot be read. Make the file readable for you.`
    throw new StartError(sentence, 1, { cause: error })
  }
}

/** Decodes the settings. A file in another encoding would otherwise count as empty. */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ConfigError('config.ini is not UTF-8 text. Save it as UTF-8 in your editor and start again.')
  }
}
