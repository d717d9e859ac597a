import { resolveHost } from '../outbound/allowed-address'
import { isAddress, isPublicAddress } from '../platform/addresses'
import type { HostNames } from '../platform/ports'
import { LlmError } from './llm-error'

/** Scheme, host and port of a base URL: a key belongs to this combination. Empty when the text is not an address. */
export function baseUrlOrigin(baseUrl: string): string {
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).origin : ''
}

/** The address of a call below the base URL. */
export function endpoint(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.trim().replace(/(?<!\/)\/+$/, '')}/${path}`)
}

/** Why a base URL is refused, judged by its text; undefined when it is fine. */
export function refusedBaseUrl(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl.trim())) return 'The base URL is no address such as http://127.0.0.1:11434/v1.'
  const { protocol, hostname, username, password, search } = new URL(baseUrl.trim())
  if (protocol !== 'http:' && protocol !== 'https:') return 'The base URL must start with http:// or https://.'
  if (username !== '' || password !== '' || search !== '') return 'The base URL must not hold a login or a query.'
  if (protocol === 'http:' && isAddress(hostname) && isPublicAddress(hostname)) return mustBeHttps(hostname)
  return undefined
}

const mustBeHttps = (host: string) =>
  `${host} is outside your network, so its base URL must start with https://. Everything would be readable on the way.`

/**
 * The IP address to contact over http, which must belong to this machine or a private network even if the name resolves
 * differently later; undefined for https. Throws LlmError.
 */
export async function contactAddress(names: HostNames, baseUrl: string): Promise<string | undefined> {
  const refused = refusedBaseUrl(baseUrl)
  if (refused !== undefined) throw new LlmError('refused_address', refused)
  const { protocol, hostname } = new URL(baseUrl.trim())
  if (protocol === 'https:') return undefined
  if (hostname === 'localhost') return undefined
  const found = await resolveHost(names, hostname)
  if (found.length === 0) throw new LlmError('unreachable', `Host not found: ${hostname}. Check the base URL.`)
  if (found.some(isPublicAddress)) throw new LlmError('refused_address', mustBeHttps(hostname))
  // Most model servers listen on IPv4 only.
  return found.find((address) => !address.includes(':')) ?? found[0]
}
