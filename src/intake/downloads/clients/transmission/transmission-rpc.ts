import type { HttpReply } from '../../../../base/outbound/send'
import type { Http } from '../../../../base/platform/ports'
import {
  ClientError,
  type ReplyFields,
  replyFields,
  replyJson,
  replyNumber,
  replyText,
  replyWord,
  requestClient,
} from '../client-request'
import type { ClientRow } from '../store'

interface Deps {
  row: ClientRow
  http: Http
}

const SESSION = 'x-transmission-session-id'

/**
 * The API of Transmission in both dialects: the old one with mixed spellings, up to 4.x, and JSON-RPC 2.0 in
 * snake_case, since 4.1. Requests are written in the old dialect, replies are read in the new one.
 */
export class TransmissionRpc {
  private id = ''
  private dialect: 'own' | 'json-rpc' = 'own'
  /** Version of Transmission's RPC interface; 0 until known. */
  version = 0

  constructor(private readonly deps: Deps) {}

  async session(): Promise<ReplyFields> {
    const session = await this.ask('session-get')
    this.version = replyNumber(session.rpc_version) ?? 0
    return session
  }

  /** Throws ClientError; `changes` as in `call`. */
  async ask(method: string, args: ReplyFields = {}, { changes = false } = {}): Promise<ReplyFields> {
    if (this.version === 0 && method !== 'session-get') await this.session()
    const reply = replyFields(await this.json(method, args, changes))
    if (reply.jsonrpc !== undefined && this.dialect === 'own') {
      // Transmission no longer supports the old dialect, so the request was not carried out.
      this.dialect = 'json-rpc'
      return this.ask(method, args, { changes })
    }
    return this.dialect === 'own' ? this.ownAnswer(reply) : this.rpcAnswer(reply)
  }

  private ownAnswer(reply: ReplyFields): ReplyFields {
    if (reply.result === 'success') return replyFields(snaked(reply.arguments))
    throw this.refused(replyWord(reply.result))
  }

  private rpcAnswer(reply: ReplyFields): ReplyFields {
    if (reply.error === undefined) return replyFields(snaked(reply.result))
    const { message, data } = replyFields(reply.error)
    throw this.refused(replyWord(replyFields(data).error_string) || replyWord(message))
  }

  private refused(message: string): ClientError {
    return new ClientError('rejected', `${this.deps.row.name} says: ${message || 'no'}.`)
  }

  private async json(method: string, args: ReplyFields, changes: boolean): Promise<unknown> {
    const body =
      this.dialect === 'own'
        ? { method, arguments: args }
        : { jsonrpc: '2.0', id: 1, method: snake(method), params: inSnakeCase(args) }
    const first = await this.post(body, changes)
    if (first.status !== 409) return this.read(first)
    this.id = first.headers.get(SESSION) ?? ''
    return this.read(await this.post(body, changes))
  }

  private post(body: unknown, changes: boolean): Promise<HttpReply> {
    const { row, http } = this.deps
    const { username, secret, address } = row
    const login = Buffer.from(`${username}:${secret}`).toString('base64')
    const headers = {
      'content-type': 'application/json',
      ...(username === '' && secret === '' ? {} : { authorization: `Basic ${login}` }),
      ...(this.id === '' ? {} : { [SESSION]: this.id }),
    }
    const { pathname } = new URL(address)
    const path = pathname === '/' ? '/transmission/rpc' : pathname.endsWith('/rpc') ? '' : '/rpc'
    return requestClient({ http, row }, path, { method: 'POST', headers, body: JSON.stringify(body), changes })
  }

  private read(sent: HttpReply): unknown {
    const { name, address } = this.deps.row
    const { status } = sent
    const { hostname } = new URL(address)
    if (status === 401) throw new ClientError('unreachable', `${name} rejects this user name and password.`)
    if (status === 421)
      throw new ClientError(
        'unreachable',
        `${name} rejects the host name ${hostname}: add ${hostname} to its rpc-host-whitelist.`,
      )
    if (status === 403)
      throw new ClientError(
        'unreachable',
        `${name} blocks requests from this computer. Its rpc-whitelist says who may: ${replyText(sent)
          .replace(/<[^<>]*>/g, ' ')
          .trim()}`,
      )
    // Other paths redirect to Transmission's web UI.
    if (status === 404 || (status >= 300 && status < 400))
      throw new ClientError('unreachable', `There is no Transmission at ${address}. Its path is usually /transmission.`)
    if (status !== 200 && status !== 400) throw new ClientError('unreachable', `${name} answers with status ${status}.`)
    return replyJson(this.deps.row, sent)
  }
}

/** The requested field names must be converted, too. */
function inSnakeCase(args: ReplyFields): unknown {
  const { fields, ...others } = args
  const named = Array.isArray(fields) ? { fields: fields.map((field) => snake(String(field))) } : {}
  return { ...replyFields(snaked(others)), ...named }
}

/** `hashString`, `download-dir` and `torrent-added` become `hash_string`, `download_dir` and `torrent_added`. */
function snaked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : snaked(each)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [snake(key), snaked(each)]))
}

const snake = (key: string) => key.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
