import { errorCode } from '../../../../base/platform/error-code'
import type { Http, Tcp } from '../../../../base/platform/ports'
import { XmlError } from '../../../../base/platform/xml'
import { ClientError, requestClient } from '../client-request'
import type { ClientRow } from '../store'
import { scgi } from './scgi'
import { XmlRpcFault, type XmlRpcValue, xmlRpcAnswer, xmlRpcCall } from './xml-rpc'

interface Deps {
  row: ClientRow
  http: Http
  tcp: Tcp
}

/** rTorrent has no torrent with that hash; before 0.9.8 also other wrong arguments. */
const NO_SUCH_TORRENT = -501
const NO_SUCH_METHOD = -506

/** The API of rTorrent: XML-RPC through a web server in front of it, or SCGI directly. */
export class RTorrentRpc {
  constructor(private readonly deps: Deps) {}

  /** Undefined when rTorrent has no such torrent. Throws ClientError. */
  async ofTorrent(method: string, ...params: XmlRpcValue[]): Promise<XmlRpcValue | undefined> {
    return this.request(method, params, false, () => undefined)
  }

  async ask(method: string, ...params: XmlRpcValue[]): Promise<XmlRpcValue> {
    return this.request(method, params, false)
  }

  /** For requests with an effect: without a reply it stays open whether rTorrent carried them out. */
  async change(method: string, ...params: XmlRpcValue[]): Promise<XmlRpcValue> {
    return this.request(method, params, true)
  }

  private async request<T = never>(method: string, params: XmlRpcValue[], changes: boolean, unknown?: () => T) {
    const { name, address } = this.deps.row
    const answer = await this.send(xmlRpcCall(method, params), changes)
    try {
      return xmlRpcAnswer(answer)
    } catch (error) {
      if (error instanceof XmlError) {
        const sentence = `${name} at ${address} answered with something else than expected.`
        throw new ClientError('unreachable', `${sentence} Its path behind a web server is usually /RPC2.`)
      }
      if (!(error instanceof XmlRpcFault)) throw error
      if (error.code === NO_SUCH_TORRENT && unknown) return unknown()
      if (error.code === NO_SUCH_METHOD)
        throw new ClientError(
          'unreachable',
          `${name} does not know ${method}: Panelkeep speaks with rTorrent 0.9.7 and later.`,
        )
      throw new ClientError('rejected', `${name} says: ${error.message}`)
    }
  }

  private send(body: Uint8Array, changes: boolean): Promise<Uint8Array> {
    return this.deps.row.settings.scgi ? this.overScgi(body, changes) : this.overHttp(body, changes)
  }

  private async overHttp(body: Uint8Array, changes: boolean): Promise<Uint8Array> {
    const { row, http } = this.deps
    const { username, secret, address, name } = row
    const login = Buffer.from(`${username}:${secret}`).toString('base64')
    const sent = await requestClient({ http, row }, new URL(address).pathname === '/' ? '/RPC2' : '', {
      method: 'POST',
      headers: { 'content-type': 'text/xml', ...(username === '' ? {} : { authorization: `Basic ${login}` }) },
      body: body as Uint8Array<ArrayBuffer>,
      changes,
    })
    const { status, bytes } = sent
    if (status === 401 || status === 403)
      throw new ClientError('unreachable', `${name} rejects this user name and password.`)
    if (status === 404)
      throw new ClientError('unreachable', `There is no rTorrent at ${address}. Its path is usually /RPC2.`)
    if (status >= 500)
      throw new ClientError(
        'unreachable',
        `The web server before ${name} answers with status ${status}. See whether rTorrent runs.`,
      )
    if (status !== 200) throw new ClientError('unreachable', `${name} answers with status ${status}.`)
    return bytes
  }

  private async overScgi(body: Uint8Array, changes: boolean): Promise<Uint8Array> {
    const { row, tcp } = this.deps
    try {
      return await scgi(tcp, row.address, body)
    } catch (error) {
      const { host } = new URL(row.address)
      const unreachable = errorCode(error) !== undefined && errorCode(error) !== 'ECONNRESET'
      if (unreachable)
        throw new ClientError(
          'unreachable',
          `Nothing listens at ${host}: start ${row.name}, or correct its address and port.`,
        )
      throw new ClientError(
        changes ? 'ambiguous' : 'unreachable',
        `${row.name} at ${host} does not answer. See whether it runs.`,
      )
    }
  }
}
