import type { Config } from '../../../base/config/config'
import { type ProviderName, providerNames, providerOf } from '../../../base/providers/descriptors'
import type { QueryFailure } from '../providers/provider'

/** The settings in use; a test of unsaved keys supplies its own. */
export type ReadableConfig = Pick<Config, 'get'>

export function isEnabled(settings: ReadableConfig, provider: ProviderName): boolean {
  return settings.get(providerOf(provider).options.enabled) === true
}

/** Within a group all credentials have to be set; one complete group is enough. */
export function isConfigured(settings: ReadableConfig, provider: ProviderName): boolean {
  const { needs, options } = providerOf(provider)
  return needs === null || options.credentials.some((group) => group.every((key) => settings.get(key) !== ''))
}

/** Shorter keys could occur in any text. */
const LEAST_KEY = 16

/** A service's text without the API key: some services echo the request URL in their reply. */
export function withoutKeys(settings: ReadableConfig, text: string): string {
  const secrets = providerNames.flatMap((name) => providerOf(name).options.secrets)
  const keys = secrets.map((option) => String(settings.get(option)))
  return keys.filter((key) => key.length >= LEAST_KEY).reduce((left, key) => left.replaceAll(key, ''), text)
}

/** Why the settings forbid requests to the provider; undefined when they allow them. */
export function disabledReason(settings: ReadableConfig, provider: ProviderName): QueryFailure | undefined {
  const { label, needs } = providerOf(provider)
  if (!isEnabled(settings, provider))
    return { failure: 'disabled', detail: `${label} is disabled. Enable it in Settings, Metadata.` }
  if (isConfigured(settings, provider)) return undefined
  return { failure: 'not_configured', detail: `${label} needs ${needs?.what}. Enter it in Settings, Metadata.` }
}

/** The names in the order of the setting; those that it leaves out come last. */
export function providerOrder(settings: ReadableConfig): ProviderName[] {
  const named = settings
    .get('metadata_order')
    .split(',')
    .map((name) => name.trim())
  return [...new Set([...named, ...providerNames])].filter((name): name is ProviderName =>
    (providerNames as readonly string[]).includes(name),
  )
}
