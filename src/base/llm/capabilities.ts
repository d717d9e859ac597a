import type { Clock } from '../platform/ports'
import type { Database } from '../storage/database'
import type { TokenUsage } from './messages'
import type { RequestForm } from './request-body'
import type { ModelServer } from './server-connection'
import type { RefusedForm } from './server-errors'
import { findModel, findServer, forgetModel, saveModel, saveServer } from './store'
import { isContextCut, learnedRatio } from './tokens'

/** What a server and a model support. The answers are rows, so that each is learned only once. */
export class Capabilities {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  supports(server: ModelServer): { tools: boolean | 'unknown'; vision: boolean | 'unknown' } {
    const row = findModel(this.deps.db.read, server)
    return { tools: row?.tools ?? 'unknown', vision: row?.vision ?? 'unknown' }
  }

  /** The form in which to send a request. */
  formFor(server: ModelServer, stream: boolean): RequestForm {
    const { read } = this.deps.db
    const row = findModel(read, server)
    return {
      stream,
      tools: row?.tools === false ? 'in the prompt' : 'native',
      jsonFormat: row?.json_format !== false,
      temperature: row?.temperature !== false,
      tokenLimit: row?.max_tokens === false ? 'max_completion_tokens' : 'max_tokens',
      streamUsage: findServer(read, server.baseUrl)?.plain_streams !== true,
    }
  }

  /** The server refused this form; it is not sent again. */
  refused(server: ModelServer, form: RefusedForm): void {
    const learned_at = this.deps.clock.now()
    this.deps.db.write((tx) => {
      if (form === 'stream_options') saveServer(tx, server.baseUrl, { plain_streams: true })
      else saveModel(tx, server, { [form]: false, learned_at })
    })
  }

  worked(server: ModelServer, form: 'tools' | 'vision'): void {
    if (findModel(this.deps.db.read, server)?.[form] === true) return
    this.deps.db.write((tx) => saveModel(tx, server, { [form]: true, learned_at: this.deps.clock.now() }))
  }

  /** Whether the server read less than was sent. Small prompts show how many characters a token of this model has. */
  checkContext(server: ModelServer, weight: number, usage: TokenUsage): boolean {
    if (usage.estimated) return false
    const { db, clock } = this.deps
    const known = findModel(db.read, server)?.chars_per_token ?? null
    const ratio = learnedRatio(known, weight, usage.promptTokens)
    if (ratio !== undefined)
      db.write((tx) => saveModel(tx, server, { chars_per_token: ratio, learned_at: clock.now() }))
    return isContextCut(known, weight, usage.promptTokens)
  }

  forget(server: ModelServer): void {
    this.deps.db.write((tx) => forgetModel(tx, server))
  }
}
