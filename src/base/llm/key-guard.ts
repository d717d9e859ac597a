import type { Config } from '../config/config'
import type { OptionValues } from '../config/options'
import { Refusal } from '../refusal'
import { baseUrlOrigin, refusedBaseUrl } from './base-url'

/** Checks the base URL of the model server, and removes the saved key when it moves to another server. Throws Refusal. */
export function guardModelKey(config: Pick<Config, 'savedValue'>): (changes: Partial<OptionValues>) => void {
  return (changes) => {
    const { ai_base_url } = changes
    if (ai_base_url === undefined) return
    const refused = ai_base_url === '' ? undefined : refusedBaseUrl(ai_base_url)
    if (refused !== undefined) throw new Refusal('invalid', refused)
    const before = baseUrlOrigin(config.savedValue('ai_base_url'))
    if (before !== '' && before !== baseUrlOrigin(ai_base_url)) changes.ai_api_key ??= ''
  }
}
