import type { Config } from '../../base/config/config'
import type { Http } from '../../base/platform/ports'
import type { Hook, HookResult } from './hook'
import { callService, joinAddress, replyJson, type ServiceRequest } from './service-request'

type Libraries = { ok: { id: string; name: string }[] } | { failure: string }

/** Has Komga scan one of its libraries, or all of them. */
export class Komga implements Hook {
  readonly name = 'komga'
  readonly label = 'Komga'

  constructor(private readonly deps: { http: Http; config: Pick<Config, 'get'> }) {}

  isSet(): boolean {
    return this.deps.config.get('komga_url') !== ''
  }

  messages(): unknown[] {
    return [{ scan: true }]
  }

  async send(_message: unknown, signal: AbortSignal): Promise<HookResult> {
    const libraries = await this.libraries(signal)
    if ('failure' in libraries) return libraries
    for (const { id } of libraries.ok) {
      const path = `api/v1/libraries/${encodeURIComponent(id)}/scan?deep=false`
      const reply = await this.ask({ method: 'POST', path, signal })
      if ('failure' in reply) return reply
    }
    return { ok: `Komga is scanning ${libraries.ok.map(({ name }) => name).join(', ')}.` }
  }

  async test(signal: AbortSignal): Promise<HookResult> {
    const libraries = await this.libraries(signal)
    if ('failure' in libraries) return libraries
    return { ok: `Connected. Komga scans ${libraries.ok.map(({ name }) => name).join(', ')} after each import.` }
  }

  /** The libraries to scan. */
  private async libraries(signal: AbortSignal): Promise<Libraries> {
    const answer = await this.ask({ method: 'GET', path: 'api/v1/libraries', signal })
    if ('failure' in answer) return answer
    const reply = replyJson(answer.ok)
    if (!Array.isArray(reply)) return { failure: 'What answers at komga_url is not Komga. Check the address.' }
    const all = reply.map((each) => ({ id: String(each?.id), name: String(each?.name) }))
    const wanted = this.deps.config.get('komga_library')
    const chosen = wanted === '' ? all : all.filter(({ id, name }) => id === wanted || name === wanted)
    if (chosen.length > 0) return { ok: chosen }
    const has = all.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'
    return { failure: `Komga has no library ${wanted || 'at all'}. It has: ${has}.` }
  }

  private ask({ method, path, signal }: Pick<ServiceRequest, 'method' | 'signal'> & { path: string }) {
    const { config, http } = this.deps
    const headers = { 'X-API-Key': config.get('komga_apikey') }
    return callService(http, 'Komga', { method, url: joinAddress(config.get('komga_url'), path), headers, signal })
  }
}
