import type { Config } from '../config/config'
import type { Values } from '../config/options'
import { Refusal } from '../refusal'
import { originOf, refusedBaseUrl } from './base-url'

/** Checks the base URL of the model server, and removes the saved key when it moves to another server. Throws Refusal. */
export function guardModelKey(config: Pick<Config, 'savedValue'>): (changes: Partial<Values>) => void {
  return (changes) => {
    const { ai_base_url } = changes
    if (ai_base_url === undefined) return
    const refused = ai_base_url === '' ? undefined : refusedBaseUrl(ai_base_url)
    if (refused !== undefined) throw new Refusal('invalid', refused)
    const before = originOf(config.savedValue('ai_base_url'))
    if (before !== '' && before !== originOf(ai_base_url)) changes.ai_api_key ??= ''
  }
}
