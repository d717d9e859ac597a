import type { Http } from '../../../../base/platform/ports'
import {
  ClientError,
  type ReplyFields,
  replyFields,
  replyJson,
  replyNumber,
  replyWord,
  requestClient,
} from '../client-request'
import type { ClientRow } from '../store'

interface Deps {
  row: ClientRow
  http: Http
}

const NOT_LOGGED_IN = 1
/** Also the reply to every method of the daemon while the web UI is not connected to it. */
const UNKNOWN_METHOD = 2

/** Requests with an effect, which are not safe to repeat. */
const CHANGES = /^core\.add_/

/** The web API of Deluge, which forwards requests to the daemon once it is connected. */
export class DelugeRpc {
  private cookie = ''
  private requestId = 0

  constructor(private readonly deps: Deps) {}

  /** Calls a method of the daemon; logs in and connects first if needed. Throws ClientError. */
  async daemon(method: string, ...params: unknown[]): Promise<unknown> {
    let reply = await this.post(method, params)
    if (codeOf(reply) === NOT_LOGGED_IN || this.cookie === '') {
      await this.login()
      reply = await this.post(method, params)
    }
    if (codeOf(reply) === UNKNOWN_METHOD) {
      await this.connect()
      reply = await this.post(method, params)
    }
    return this.resultOf(reply, method)
  }

  private async login(): Promise<void> {
    const { name, secret } = this.deps.row
    const right = this.resultOf(await this.post('auth.login', [secret]), 'auth.login')
    if (right !== true) throw new ClientError('unreachable', `${name} rejected this password.`)
  }

  private async connect(): Promise<void> {
    const { name } = this.deps.row
    if (this.resultOf(await this.post('web.connected', []), 'web.connected') === true) return
    const hosts = this.resultOf(await this.post('web.get_hosts', []), 'web.get_hosts')
    const list = Array.isArray(hosts) ? hosts.filter(Array.isArray) : []
    const host = list.find(([, address]) => address === '127.0.0.1' || address === 'localhost') ?? list[0]
    if (!host) throw new ClientError('unreachable', `${name} has no daemon: add one in the connections of its page.`)
    await this.post('web.connect', [host[0]])
    if (this.resultOf(await this.post('web.connected', []), 'web.connected') === true) return
    throw new ClientError(
      'unreachable',
      `The page of ${name} cannot reach its daemon at ${host[1]}:${host[2]}. See whether that runs.`,
    )
  }

  private resultOf(reply: ReplyFields, method: string): unknown {
    if (reply.error === null || reply.error === undefined) return reply.result
    const { name } = this.deps.row
    const message = replyWord(replyFields(reply.error).message)
    if (codeOf(reply) === UNKNOWN_METHOD)
      throw new ClientError('unreachable', `${name} does not know ${method}: Panelkeep speaks with Deluge 2.`)
    throw new ClientError('rejected', `${name} says: ${sentenceOf(message)}`)
  }

  private async post(method: string, params: unknown[]): Promise<ReplyFields> {
    const { row, http } = this.deps
    const { pathname } = new URL(row.address)
    const sent = await requestClient({ http, row }, pathname.endsWith('/json') ? '' : '/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.cookie === '' ? {} : { cookie: this.cookie }) },
      body: JSON.stringify({ id: ++this.requestId, method, params }),
      changes: CHANGES.test(method),
    })
    const { status } = sent
    if (status === 404) throw new ClientError('unreachable', `There is no web page of Deluge at ${row.address}.`)
    if (status !== 200) throw new ClientError('unreachable', `${row.name} answers with status ${status}.`)
    const [cookie] = sent.headers.getSetCookie()
    if (cookie) this.cookie = cookie.split(';')[0] as string
    return replyFields(replyJson(row, sent))
  }
}

const codeOf = (reply: ReplyFields) => replyNumber(replyFields(reply.error).code)

/** The readable part of a Python error. */
function sentenceOf(message: string): string {
  const core = /<class '[\w.]+'>: ([^\n]*)/.exec(message)?.[1] ?? message.split('\n')[0] ?? ''
  return `${core.trim().replace(/\.?$/, '.')}`
}
