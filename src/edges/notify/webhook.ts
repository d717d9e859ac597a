import type { Config } from '../../base/config/config'
import type { Clock, Http } from '../../base/platform/ports'
import type { Hook, HookResult } from './hook'
import { type ImportPayload, sampleImportPayload } from './import-payload'
import { callService } from './service-request'

/** Sends each import as JSON to an address. */
export class Webhook implements Hook {
  readonly name = 'webhook'
  readonly label = 'Webhook'

  constructor(private readonly deps: { http: Http; clock: Pick<Clock, 'now'>; config: Pick<Config, 'get'> }) {}

  isSet(): boolean {
    return this.deps.config.get('webhook_url') !== ''
  }

  messages(payload: ImportPayload): unknown[] {
    return [payload]
  }

  async send(message: unknown, signal: AbortSignal): Promise<HookResult> {
    const url = this.deps.config.get('webhook_url')
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      return { failure: 'The webhook address is invalid. Enter one such as http://127.0.0.1:8123/api/webhook/comics.' }
    const answer = await callService(this.deps.http, 'The webhook', { method: 'POST', url, body: message, signal })
    return 'failure' in answer ? answer : { ok: `The webhook answered ${answer.ok.status}.` }
  }

  test(signal: AbortSignal): Promise<HookResult> {
    return this.send(sampleImportPayload(this.deps.clock.now()), signal)
  }
}
