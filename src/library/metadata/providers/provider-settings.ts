import type { Config } from '../../../base/config/config'
import { type OptionName, optionNames } from '../../../base/config/options'
import { readValue } from '../../../base/config/read-value'
import { type ProviderName, providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { ContentType } from '../../series/states'
import type { ReadableConfig } from '../client/configured'
import type { MetadataClient, ProviderState } from '../client/metadata-client'
import { makeProviders, type Providers } from './registry'

export interface ProviderSettingsView extends ProviderState {
  name: ProviderName
  label: string
  serves: ContentType[]
  needs_key: boolean
}

/** Shows and tests the services on the settings page. */
export class ProviderSettings {
  constructor(private readonly deps: { client: MetadataClient; providers: Providers; config: Config }) {
    deps.config.onChange((keys) => {
      for (const name of providerNames) if (keys.some((key) => key.startsWith(`${name}_`))) deps.client.unblock(name)
    })
  }

  list(): { providers: ProviderSettingsView[] } {
    const { client, providers } = this.deps
    const views = providers.all().map(({ name, label, serves }) => ({
      name,
      label,
      serves: [...serves],
      needs_key: providerOf(name).needs !== null,
      ...client.state(name),
    }))
    return { providers: views }
  }

  /**
   * Sends a small request to the service. With `given`, unsaved keys, the result does not affect the saved ones;
   * without it, a service that answers again is used from now on.
   */
  async test(
    name: ProviderName,
    values: Record<string, string | undefined>,
  ): Promise<{ success: boolean; detail: string }> {
    const { client, providers, config } = this.deps
    const unsaved = unsavedOf(name, values)
    let provider = providers.get(name)
    if (unsaved.size > 0) {
      const settings = { get: (key) => unsaved.get(key) ?? config.get(key) } as ReadableConfig
      provider = makeProviders({ client: client.trial(settings), config: settings }).get(name)
    } else client.retryNow(name)
    const answer = await provider.test({ urgent: true, fresh: true })
    return 'ok' in answer ? { success: true, ...answer.ok } : { success: false, detail: answer.detail }
  }
}

/** Typed but unsaved settings of this provider; empty fields were not typed. */
function unsavedOf(name: ProviderName, values: Record<string, string | undefined>): Map<OptionName, unknown> {
  const typed = new Map<OptionName, unknown>()
  for (const [key, text] of Object.entries(values)) {
    const option = optionNames.find((each) => each === key && each.startsWith(`${name}_`))
    if (!option) throw new Refusal('invalid', `${key} is no setting of ${name}.`)
    if (!text) continue
    const read = readValue(option, text)
    if ('expected' in read) throw new Refusal('invalid', `${key} must be ${read.expected}.`)
    typed.set(option, read.value)
  }
  return typed
}
