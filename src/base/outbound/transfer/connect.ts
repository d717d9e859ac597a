import type { HostNames, Transfers } from '../../platform/ports'
import { AddressRefused, checkAddress } from '../allowed-address'
import { followRedirects, locationOf } from '../redirects'
import { AGENT } from '../send'
import type { DirectLink } from './link'

export interface TransferNetwork {
  transfers: Transfers
  names: HostNames
  /** Hosts on private addresses that the user allows. */
  allowed: () => readonly string[]
}

/** The connection ended or fell silent. */
export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection'
}

interface FileRequest {
  link: DirectLink
  /** The validator of the file that the partial download belongs to. */
  tag: string | null
  /** The bytes from that offset on. */
  from: number
  signal: AbortSignal
}

const HEAD_MS = 60_000

/**
 * Requests a file and follows redirects. Every address on the way has to be allowed. Throws AddressRefused and
 * BrokenConnection.
 */
export async function requestFile(net: TransferNetwork, request: FileRequest): Promise<Response> {
  const { link } = request
  const start = URL.parse(link.url)
  if (!start) throw new AddressRefused('The link is not a web address.', 'form')
  const reply = await followRedirects<Response>(start, async (url) => {
    const own = link.trusted ? start.hostname : undefined
    const address = await checkAddress(url, { names: net.names, allowed: net.allowed(), own })
    const reply = await begin(net, url, address, request)
    const location = locationOf(reply)
    if (!location) return { reply }
    await reply.body?.cancel()
    const next = URL.parse(location, url)
    if (!next) throw new AddressRefused('The link does not lead to a web address.', 'form')
    return { next }
  })
  if (reply) return reply
  throw new AddressRefused('The link leads from one address to the next without end.', 'form')
}

async function begin(
  { transfers }: TransferNetwork,
  url: URL,
  address: string | undefined,
  { tag, from, signal }: FileRequest,
) {
  const headers: Record<string, string> = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': AGENT }
  if (from > 0) headers.Range = `bytes=${from}-`
  if (from > 0 && tag !== null) headers['If-Range'] = tag
  const at = address === undefined ? {} : { address }
  try {
    return await transfers.begin(new Request(url, { headers, signal }), { timeoutMs: HEAD_MS, ...at })
  } catch {
    // The error's own message may contain the address, and with it a key.
    throw new BrokenConnection(`${url.hostname} cannot be reached.`)
  }
}
