import type { Http } from '../../../../base/platform/ports'
import { ClientError, type ReplyFields, replyFields, replyJson, replyWord, requestClient } from '../client-request'
import type { ClientRow } from '../store'

interface Deps {
  row: ClientRow
  http: Http
}

/** The interface of aria2: JSON-RPC 2.0, with its secret before every other parameter. */
export class Aria2Rpc {
  constructor(private readonly deps: Deps) {}

  /** Throws ClientError. */
  async ask(method: string, ...params: unknown[]): Promise<unknown> {
    return this.resultOf(await this.post(method, params, false))
  }

  /** For requests with an effect: without a reply it stays open whether aria2 carried them out. */
  async change(method: string, ...params: unknown[]): Promise<unknown> {
    return this.resultOf(await this.post(method, params, true))
  }

  /** Undefined when aria2 does not know the download any more, or not in that state. */
  async known(method: string, ...params: unknown[]): Promise<unknown> {
    const reply = await this.post(method, params, false)
    if (/not found|cannot be removed/i.test(errorIn(reply) ?? '')) return undefined
    return this.resultOf(reply)
  }

  private resultOf(reply: ReplyFields): unknown {
    const { name } = this.deps.row
    const message = errorIn(reply)
    if (message === undefined) return reply.result
    if (message === 'Unauthorized')
      throw new ClientError('unreachable', `${name} rejected this secret: it has to be that of its --rpc-secret.`)
    throw new ClientError('rejected', `${name} says: ${message.replace(/\.?$/, '.')}`)
  }

  /** Errors have status 400 and the usual JSON. */
  private async post(method: string, params: unknown[], changes: boolean): Promise<ReplyFields> {
    const { row, http } = this.deps
    const token = row.secret === '' ? [] : [`token:${row.secret}`]
    const { pathname } = new URL(row.address)
    const sent = await requestClient({ http, row }, pathname.endsWith('/jsonrpc') ? '' : '/jsonrpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'panelkeep',
        method: `aria2.${method}`,
        params: [...token, ...params],
      }),
      changes,
    })
    const { status } = sent
    if (status === 404) throw new ClientError('unreachable', `There is no aria2 at ${row.address}.`)
    if (status !== 200 && status !== 400)
      throw new ClientError('unreachable', `${row.name} answers with status ${status}.`)
    return replyFields(replyJson(row, sent))
  }
}

function errorIn({ error }: ReplyFields): string | undefined {
  return error === undefined ? undefined : replyWord(replyFields(error).message) || 'no'
}
