import type { HttpReply } from '../../../../base/outbound/send'
import type { Http } from '../../../../base/platform/ports'
import { ClientError, replyFields, replyJson, replyNumber, replyText, requestClient } from '../client-request'
import type { ClientRow } from '../store'
import type { TorrentRelease } from '../torrents'

interface Deps {
  row: ClientRow
  http: Http
}

const API = '/api/v2/'

/** A session with qBittorrent: a cookie, an API key (since 5.2, when no user name is set), or no login. */
export class QBittorrentSession {
  private cookies = ''

  constructor(private readonly deps: Deps) {}

  async get(path: string): Promise<HttpReply> {
    return this.passed(await this.ask(path, {}))
  }

  async post(path: string, fields: Record<string, string>): Promise<HttpReply> {
    return this.passed(await this.ask(path, { method: 'POST', body: new URLSearchParams(fields) }))
  }

  /**
   * Returns `refused` also for a torrent that qBittorrent already has. Throws ClientError when qBittorrent gives a
   * reason.
   */
  async add(torrent: TorrentRelease, options: Record<string, string>): Promise<'taken' | 'refused'> {
    const { name } = this.deps.row
    const body = new FormData()
    if (torrent.kind === 'magnet') body.set('urls', torrent.link)
    else body.set('torrents', new File([torrent.bytes as Uint8Array<ArrayBuffer>], 'release.torrent'))
    for (const [field, value] of Object.entries(options)) body.set(field, value)
    const sent = await this.ask('torrents/add', { method: 'POST', body, changes: true })
    if (sent.status === 415) throw new ClientError('rejected', `${name} says that this is no torrent.`)
    if (sent.status === 409) return 'refused'
    if (sent.status >= 500) throw new ClientError('ambiguous', `${name} failed while it took the torrent.`)
    return this.tookIt(this.passed(sent)) ? 'taken' : 'refused'
  }

  /** Logs in again once, since a session may end at any time. */
  private async ask(path: string, init: RequestInit & { changes?: boolean }): Promise<HttpReply> {
    const sent = await this.send(path, init)
    if (sent.status !== 401 && sent.status !== 403) return sent
    await this.login()
    return this.send(path, init)
  }

  private send(path: string, init: RequestInit & { changes?: boolean }): Promise<HttpReply> {
    const { row } = this.deps
    const { origin } = new URL(row.address)
    const key: Record<string, string> = usesKey(row) ? { authorization: `Bearer ${row.secret}` } : {}
    const cookie: Record<string, string> = this.cookies === '' ? {} : { cookie: this.cookies }
    // qBittorrent rejects requests from other origins.
    return requestClient(this.deps, `${API}${path}`, {
      ...init,
      headers: { referer: origin, origin, ...key, ...cookie },
    })
  }

  private async login(): Promise<void> {
    const { row } = this.deps
    const { name } = row
    if (usesKey(row)) throw new ClientError('unreachable', `${name} rejected this API key.`)
    const { username, secret: password } = row
    this.cookies = ''
    const sent = await this.send('auth/login', { method: 'POST', body: new URLSearchParams({ username, password }) })
    const text = replyText(sent)
    if (sent.status === 403)
      throw new ClientError('unreachable', `${name} blocked Panelkeep after failed logins: ${text}`)
    if (sent.status === 401) throw new ClientError('unreachable', refusedSentence(row))
    if (text === 'Fails.') throw new ClientError('unreachable', `${name} rejects this user name and password.`)
    this.passed(sent)
    this.cookies = sent.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }

  /** Versions 4 and 5.0 reply with a word, newer ones with counts. */
  private tookIt(sent: HttpReply): boolean {
    const text = replyText(sent)
    if (!text.startsWith('{')) return text !== 'Fails.'
    const counts = replyFields(replyJson(this.deps.row, sent))
    return (replyNumber(counts.success_count) ?? 0) + (replyNumber(counts.pending_count) ?? 0) > 0
  }

  private passed(sent: HttpReply): HttpReply {
    const { name, address } = this.deps.row
    const { status } = sent
    if (status >= 200 && status < 300) return sent
    if (status === 401 || status === 403) throw new ClientError('unreachable', `${name} denied access after the login.`)
    if (status === 404)
      throw new ClientError('unreachable', `There is no qBittorrent at ${address}, or it is older than 4.1.`)
    throw new ClientError('unreachable', `${name} answers with status ${status}.`)
  }
}

/** Since 5.2, 401 means a wrong login; before that, an unknown host name. */
function refusedSentence({ name, address }: ClientRow): string {
  const { hostname } = new URL(address)
  return `${name} rejects this user name and password, or the host name ${hostname}. Allowed host names are in its options under Web UI, Server domains.`
}

const usesKey = ({ username, secret }: ClientRow) => username === '' && secret !== ''
