import type { ServiceError } from '../../../base/outbound/service-error'
import type { IndexerFailure } from '../states'
import { hideKey } from './hidden-key'
import type { KeyedRow } from './store'

type ReplyFailure = Exclude<IndexerFailure, 'disabled'>

/** Describes an indexer's failure without the indexer's key, which error messages often contain. */
export function describeFailure(
  { name, api_key, type }: Pick<KeyedRow, 'name' | 'api_key'> & { type?: KeyedRow['type'] },
  error: ServiceError,
): { failure: ReplyFailure; detail: string; what: string } {
  const hide = (text: string) => hideKey(text, api_key, '…')
  const detail = sentenceOf(name, error, type === 'archive' ? 'the option archive_url' : ADDRESS)
  // A ban is reported as unavailable for a day.
  const failure = error.kind === 'banned' ? 'unavailable' : error.kind
  return { failure, detail: hide(detail), what: hide(error.what) }
}

/** Where users set the address of an indexer. */
const ADDRESS = 'its address under Settings, Indexers'

/** The sentence for users: what happened, at which indexer, and what to do. `address`: where its address is set. */
function sentenceOf(label: string, { kind, what, more }: ServiceError, address: string): string {
  const why = what === '' ? '' : ` (${what})`
  if (kind === 'banned')
    return `${label} has blocked this address${why}: it sent a web page instead of data. Panelkeep tries again in a day.`
  if (more.release !== undefined)
    return `${label} sent no usable file for ${more.release}${why}. Choose another release.`
  const sentences: Record<Exclude<ServiceError['kind'], 'banned'>, string> = {
    auth: `${label} rejected the API key${why}. Check it under Settings, Indexers.`,
    limit: `${label} has reached its request limit${why}. Panelkeep tries again later.`,
    grab_limit: `${label} has reached its download limit${why}. Panelkeep tries again later.`,
    unreachable: `${label} cannot be reached${why}. Check ${address}; Panelkeep tries again automatically.`,
    unavailable: `${label} has a server problem${why}. Panelkeep tries again automatically.`,
    unreadable: `${label} sent an unreadable reply${why}. Check that ${address} is the API address.`,
    refused: `${label} rejected the request${why}.`,
    unsupported: `${label} does not support this search${why}.`,
  }
  return sentences[kind]
}
