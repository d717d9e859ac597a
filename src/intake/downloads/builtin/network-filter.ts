import { AddressRefused, checkAddress } from '../../../base/outbound/allowed-address'
import { followRedirects, locationOf } from '../../../base/outbound/redirects'
import { isHomeAddress, isPublicAddress } from '../../../base/platform/addresses'
import type { HostNames, Transfers } from '../../../base/platform/ports'

/** Limit of trackers, as a torrent may list any number. */
const MOST_TRACKERS = 40
const ANSWERS_WITHIN_MS = 30_000

/**
 * Decides which trackers and peers the built-in torrent client may contact. A torrent from a stranger could point the
 * client at machines on the local network. Only public addresses are allowed, and hosts that the user allowed.
 */
export class NetworkFilter {
  private allowed: readonly string[] = []
  private findsAtHome = false

  constructor(private readonly deps: { names: HostNames; transfers: Transfers }) {}

  /** `findsAtHome`: peers on the local network are searched for, so they are allowed too. */
  set({ allowed, lsd }: { allowed: readonly string[]; lsd: boolean }): void {
    this.allowed = allowed
    this.findsAtHome = lsd
  }

  /** The trackers that may be contacted. For UDP trackers the checked IP address replaces the host name. */
  async trackers(addresses: readonly string[]): Promise<string[]> {
    const checked = addresses.slice(0, MOST_TRACKERS).map((address) => this.tracker(address))
    return (await Promise.all(checked)).flatMap((address) => address ?? [])
  }

  /** Whether to connect to a peer. `host` is an IP address. */
  mayMeet(host: string): boolean {
    return isPublicAddress(host) || this.allowed.includes(host) || (this.findsAtHome && isHomeAddress(host))
  }

  /** Takes over the torrent library's tracker requests. Its requests to the router for port mapping pass. */
  readonly intercept = (address: string, init: RequestInit): Promise<Response> | undefined =>
    /[?&]info_hash=/.test(address) ? this.ask(address, init) : undefined

  /** Queries a tracker. Each redirect is checked like the first address. Throws AddressRefused. */
  async ask(address: string, { headers, signal }: Pick<RequestInit, 'headers' | 'signal'>): Promise<Response> {
    const reply = await followRedirects(new URL(address), async (url) => {
      const at = await this.check(url)
      const request = new Request(url, { headers: headers ?? {}, signal: signal ?? null })
      const found = await this.deps.transfers.begin(request, {
        timeoutMs: ANSWERS_WITHIN_MS,
        ...(at && { address: at }),
      })
      const next = locationOf(found)
      return next !== undefined && URL.canParse(next, url) ? { next: new URL(next, url) } : { reply: found }
    })
    if (reply) return reply
    throw new AddressRefused('The tracker redirects again and again.', 'form')
  }

  private async tracker(text: string): Promise<string | undefined> {
    const url = URL.parse(text)
    try {
      if (url?.protocol === 'udp:') {
        const at = await this.check(new URL(`http://${url.host}`))
        return at === undefined ? text : `udp://${at.includes(':') ? `[${at}]` : at}:${url.port}${url.pathname}`
      }
      if (url) await this.check(url)
      return url ? text : undefined
    } catch (error) {
      if (error instanceof AddressRefused) return undefined
      throw error
    }
  }

  private check(url: URL): Promise<string | undefined> {
    return checkAddress(url, { names: this.deps.names, allowed: this.allowed })
  }
}
