import { providerNames } from '../../base/providers/descriptors'

/** Sources of metadata: the user, a provider, or the files themselves. */
export const factSources = ['user', ...providerNames, 'file'] as const
export type FactSource = (typeof factSources)[number]

/** Why a request to a provider failed, or its reply could not be used. */
export const failureKinds = [
  /** Switched off in the settings. */
  'disabled',
  /** It needs a key or a login that is not set. */
  'not_configured',
  /** It does not take the key or the login. */
  'auth',
  /** Rate limit: too many requests; allowed again later. */
  'limit',
  /** It shut us out: a page for people in place of an answer. */
  'banned',
  /** It did not answer in time, or not at all. */
  'unreachable',
  /** It is there and has trouble of its own (5xx). */
  'unavailable',
  /** What it sent cannot be read: cut off, HTML in place of JSON, a field that changed. */
  'unreadable',
  /** It refused the question itself (4xx). */
  'refused',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** Publication status of a series, from its provider. */
export const publications = ['ongoing', 'ended', 'hiatus', 'cancelled', 'announced'] as const
export type Publication = (typeof publications)[number]
