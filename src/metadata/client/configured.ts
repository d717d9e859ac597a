import type { Config } from '../../config/config'
import type { Failure } from '../providers/provider'
import { type ProviderName, providerNames } from '../states'
import { manners } from './limits'

/** What is read of the settings; a test of keys that are not saved yet brings its own. */
export type Settings = Pick<Config, 'get'>

const enabledBy = {
  comicvine: 'comicvine_enabled',
  metron: 'metron_enabled',
  mangadex: 'mangadex_enabled',
  anilist: 'anilist_enabled',
} as const satisfies Record<ProviderName, string>

/** What a service needs before it can be asked; null: nothing. */
export const keyOf: Record<ProviderName, string | null> = {
  comicvine: 'an API key',
  metron: 'a token, or a user name and a password',
  mangadex: null,
  anilist: null,
}

export function isEnabled(settings: Settings, provider: ProviderName): boolean {
  return settings.get(enabledBy[provider])
}

export function isConfigured(settings: Settings, provider: ProviderName): boolean {
  if (provider === 'comicvine') return settings.get('comicvine_api') !== ''
  if (provider !== 'metron') return true
  const login = settings.get('metron_username') !== '' && settings.get('metron_password') !== ''
  return settings.get('metron_token') !== '' || login
}

/** Shorter ones may stand in any text. */
const LEAST_KEY = 16

/** What a service sent, without the key that it was asked with: some show the whole question in their answer. */
export function withoutKeys(settings: Settings, text: string): string {
  const keys = [settings.get('comicvine_api'), settings.get('metron_token'), settings.get('metron_password')]
  return keys.filter((key) => key.length >= LEAST_KEY).reduce((left, key) => left.replaceAll(key, ''), text)
}

/** Why the settings do not let it be asked; undefined when they do. */
export function notAsked(settings: Settings, provider: ProviderName): Failure | undefined {
  const { label } = manners[provider]
  if (!isEnabled(settings, provider))
    return { failure: 'disabled', detail: `${label} is switched off. Switch it on under Settings, Metadata.` }
  if (isConfigured(settings, provider)) return undefined
  return { failure: 'not_configured', detail: `${label} needs ${keyOf[provider]}. Enter it under Settings, Metadata.` }
}

/** The names in the order of the setting; those that it leaves out come last. */
export function inOrder(settings: Settings): ProviderName[] {
  const named = settings
    .get('metadata_order')
    .split(',')
    .map((name) => name.trim())
  return [...new Set([...named, ...providerNames])].filter((name): name is ProviderName =>
    (providerNames as readonly string[]).includes(name),
  )
}
