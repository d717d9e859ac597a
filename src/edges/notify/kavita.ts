import { dirname, isAbsolute, relative, sep } from 'node:path'
import type { Config } from '../../base/config/config'
import type { Http } from '../../base/platform/ports'
import type { Hook, HookResult } from './hook'
import type { ImportPayload } from './import-payload'
import { callService, joinAddress, replyJson } from './service-request'

interface Deps {
  http: Http
  config: Pick<Config, 'get'>
  /** Library folders, as paths of this machine. */
  libraries: () => string[]
}

/** Has Kavita scan each folder with new files. */
export class Kavita implements Hook {
  readonly name = 'kavita'
  readonly label = 'Kavita'

  constructor(private readonly deps: Deps) {}

  isSet(): boolean {
    return this.deps.config.get('kavita_url') !== ''
  }

  messages(payload: ImportPayload): unknown[] {
    return [...new Set(payload.files.map((path) => dirname(path)))].map((folder) => ({ folder }))
  }

  async send(message: unknown, signal: AbortSignal): Promise<HookResult> {
    const key = this.deps.config.get('kavita_apikey')
    const token = await this.token(key, signal)
    if ('failure' in token) return token
    const folderPath = this.seenFromThere((message as { folder: string }).folder)
    const answer = await callService(this.deps.http, 'Kavita', {
      method: 'POST',
      url: this.url('api/Library/scan-folder'),
      headers: { Authorization: `Bearer ${token.ok}` },
      body: { apiKey: key, folderPath },
      signal,
    })
    return 'failure' in answer ? answer : { ok: `Kavita looks into ${folderPath}.` }
  }

  async test(signal: AbortSignal): Promise<HookResult> {
    const token = await this.token(this.deps.config.get('kavita_apikey'), signal)
    return 'failure' in token ? token : { ok: 'Kavita responded and accepted the key.' }
  }

  /** Logs in: the API key is valid only for a session, whose token allows the other calls. */
  private async token(key: string, signal: AbortSignal): Promise<HookResult> {
    const query = new URLSearchParams({ apiKey: key, pluginName: 'Panelkeep' })
    const url = this.url(`api/Plugin/authenticate?${query}`)
    const answer = await callService(this.deps.http, 'Kavita', { method: 'POST', url, signal })
    if ('failure' in answer) return answer
    const reply = replyJson(answer.ok) as { token?: unknown } | null | undefined
    if (typeof reply?.token === 'string') return { ok: reply.token }
    return { failure: 'What answers at kavita_url is not Kavita. Check the address.' }
  }

  /** The folder as Kavita's path: kavita_folder replaces the library folder. */
  private seenFromThere(folder: string): string {
    const there = this.deps.config.get('kavita_folder').replace(/(?<![\\/])[\\/]+$/, '')
    const inside = this.deps.libraries().flatMap((root) => {
      const rest = relative(root, folder)
      return rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest) ? [] : [rest]
    })
    // With nested library folders, the innermost counts.
    const rest = inside.sort((a, b) => a.length - b.length)[0]
    if (there === '' || rest === undefined) return folder
    const separator = there.includes('\\') ? '\\' : '/'
    return [there, ...rest.split(sep).filter(Boolean)].join(separator)
  }

  private url(path: string): string {
    return joinAddress(this.deps.config.get('kavita_url'), path)
  }
}
