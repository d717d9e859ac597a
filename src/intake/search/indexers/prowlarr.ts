import { AGENT, NoReplyError, send } from '../../../base/outbound/send'
import type { Http } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { IndexerType } from '../states'
import { tidyHost } from './address'

/** An indexer listed by Prowlarr, ready to be saved. */
export interface ProwlarrIndexer {
  name: string
  type: IndexerType
  host: string
  enabled: boolean
  categories: number[]
}

const WRONG_KEY = 'Prowlarr rejected the API key. Copy it from Settings, General in Prowlarr.'
const LIMITS = { timeoutMs: 15_000, maxBytes: 16 * 1024 * 1024 }

/** Lists the indexers of a Prowlarr. Throws Refusal with a sentence. */
export async function pullProwlarr(
  http: Http,
  connection: { host: string; api_key: string },
): Promise<ProwlarrIndexer[]> {
  const host = tidyHost(connection.host, 'Prowlarr')
  // A key with characters that no header allows is not a Prowlarr key: those are letters and digits.
  if (!/^[\x20-\x7e]*$/.test(connection.api_key.trim())) throw new Refusal('invalid', WRONG_KEY)
  const headers = { Accept: 'application/json', 'X-Api-Key': connection.api_key.trim(), 'User-Agent': AGENT }
  const { status, bytes } = await sent(http, `${host}/api/v1/indexer`, headers)
  if (status === 401 || status === 403) throw refused(WRONG_KEY)
  const list = status === 200 ? jsonOf(bytes) : undefined
  if (!Array.isArray(list)) throw refused(`No Prowlarr found at ${host} (status ${status}). Check its address.`)
  return list.flatMap((each) => pulledOf(each, host) ?? [])
}

async function sent(http: Http, url: string, headers: Record<string, string>) {
  try {
    return await send(http, new Request(url, { headers }), LIMITS)
  } catch (error) {
    if (!(error instanceof NoReplyError)) throw error
    throw refused(`Prowlarr cannot be reached${error.message === '' ? '' : ` (${error.message})`}. Check its address.`)
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // The caller reports that the reply is not a list.
  }
}

/** Undefined for anything but an indexer that Panelkeep supports. */
function pulledOf(each: unknown, host: string): ProwlarrIndexer | undefined {
  const { id, name, protocol, enable, capabilities } = (each ?? {}) as Record<string, unknown>
  const type = protocol === 'usenet' ? 'newznab' : protocol === 'torrent' ? 'torznab' : undefined
  if (!Number.isInteger(id) || typeof name !== 'string' || type === undefined) return undefined
  const has = numbersIn((capabilities as Record<string, unknown> | undefined)?.categories)
  const wanted = [7030, 7000].filter((category) => has.includes(category)).slice(0, 1)
  return {
    name,
    type,
    host: `${host}/${id}`,
    enabled: enable !== false,
    categories: wanted.length > 0 ? wanted : [7030],
  }
}

function numbersIn(categories: unknown): number[] {
  if (!Array.isArray(categories)) return []
  return categories.flatMap((each: unknown) => {
    const { id, subCategories } = (each ?? {}) as Record<string, unknown>
    return [...(typeof id === 'number' ? [id] : []), ...numbersIn(subCategories)]
  })
}

const refused = (sentence: string) => new Refusal('upstream', sentence)
