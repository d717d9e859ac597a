import { providerNames } from '../../base/providers/descriptors'

/** Sources of metadata: the user, a provider, or the files themselves. */
export const factSources = ['user', ...providerNames, 'file'] as const
export type FactSource = (typeof factSources)[number]

/** Why a request to a provider failed, or its reply could not be used. */
export const failureKinds = [
  /** Turned off in the settings. */
  'disabled',
  /** The provider needs a key or a login that is not set. */
  'not_configured',
  /** The provider rejected the key or the login. */
  'auth',
  /** Rate limit: too many requests; allowed again later. */
  'limit',
  /** The provider blocked Panelkeep: it sent a web page instead of an answer. */
  'banned',
  /** The provider did not answer in time, or not at all. */
  'unreachable',
  /** The provider has a fault of its own (5xx). */
  'unavailable',
  /** The reply cannot be read: it is truncated, HTML instead of JSON, or a field changed. */
  'unreadable',
  /** The provider refused the request itself (4xx). */
  'refused',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** Publication status of a series, from its provider. */
export const publications = ['ongoing', 'ended', 'hiatus', 'cancelled', 'announced'] as const
export type Publication = (typeof publications)[number]
