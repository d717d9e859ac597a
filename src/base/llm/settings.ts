import type { Config } from '../config/config'
import { baseUrlOrigin } from './base-url'
import type { ModelServer } from './server-connection'

/** The assistant's settings as calls need them, read for each call. */
export class LlmSettings {
  constructor(private readonly config: Pick<Config, 'get'>) {}

  /** Undefined while no base URL or no model is set. */
  server(): ModelServer | undefined {
    const { config } = this
    const [baseUrl, model] = [config.get('ai_base_url').trim(), config.get('ai_model').trim()]
    if (baseUrl === '' || model === '') return undefined
    return { baseUrl, model, key: config.get('ai_api_key').trim(), timeoutMs: config.get('ai_timeout') * 1000 }
  }

  /**
   * Key and timeout for a server that is not saved: without a key of its own, the saved key is used, but only for the
   * server it belongs to.
   */
  accessTo(baseUrl: string, key: string): Pick<ModelServer, 'key' | 'timeoutMs'> {
    const { config } = this
    const isSaved = baseUrlOrigin(baseUrl) !== '' && baseUrlOrigin(baseUrl) === baseUrlOrigin(config.get('ai_base_url'))
    const own = key.trim() || (isSaved ? config.get('ai_api_key').trim() : '')
    return { key: own, timeoutMs: config.get('ai_timeout') * 1000 }
  }

  limits() {
    const { config } = this
    return {
      perMinute: config.get('ai_rpm_limit'),
      tokensPerDay: config.get('ai_daily_token_limit'),
      threshold: config.get('ai_circuit_threshold'),
      cooldownMs: config.get('ai_circuit_cooldown') * 1000,
    }
  }

  /** Cost in millionths of the currency; null without prices. */
  costMicros(promptTokens: number, completionTokens: number): number | null {
    const [prompt, completion] = [this.config.get('ai_price_prompt'), this.config.get('ai_price_completion')].map(
      Number,
    )
    if (!prompt && !completion) return null
    // The price is per million tokens, so one token costs that many millionths.
    return Math.round(promptTokens * (prompt || 0) + completionTokens * (completion || 0))
  }
}

/** Host and port: a server's name in sentences. */
export function serverHost(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'The model server'
}
