import type { ServiceError } from '../../../base/outbound/service-error'
import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import type { FailureKind } from '../states'

type ReplyFailure = Exclude<FailureKind, 'disabled' | 'not_configured'>

/**
 * The failure as the provider's health shows it: the wording for indexers' limits and searches does not fit these
 * services.
 */
export function failureKindOf({ kind }: ServiceError): ReplyFailure {
  if (kind === 'grab_limit') return 'limit'
  return kind === 'unsupported' ? 'refused' : kind
}

/**
 * The sentence for people: what happened, at which service, what to do. `typed`: the key or address is unsaved, in
 * front of the user.
 */
export function failureSentence(provider: ProviderName, error: ServiceError, typed = false): string {
  const { label, needs } = providerOf(provider)
  const { what } = error
  const why = what === '' ? '' : ` (${what})`
  const rejected = `${label} rejected ${needs?.named ?? 'the login'}${why}.`
  const unreachable = `${label} cannot be reached${why}.`
  const sentences: Record<ReplyFailure, string> = {
    auth: typed
      ? `${rejected} Check that it is complete and still valid.`
      : `${rejected} Check it under Settings, Metadata.`,
    limit: `${label} has reached its request limit. Panelkeep tries again later.`,
    banned: `${label} has blocked this address${why}: it sent a web page instead of data. Panelkeep tries again in a day.`,
    unreachable: typed
      ? `${unreachable} Check the internet connection and test again.`
      : `${unreachable} Check the connection and its address under Settings, Metadata; Panelkeep tries again automatically.`,
    unavailable: `${label} has a server problem${why}. Panelkeep tries again automatically.`,
    unreadable: `${label} sent an answer that cannot be read${why}. What is in your library stays as it is.`,
    refused: `${label} rejected the request${why}. What is in your library stays as it is.`,
  }
  return sentences[failureKindOf(error)]
}
