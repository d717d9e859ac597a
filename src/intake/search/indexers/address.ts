import { Refusal } from '../../../base/refusal'

/**
 * An indexer's address as users paste it, without `/api`, query and trailing slash. Throws Refusal for anything but a
 * web address, and for one with a login, which would be shown.
 */
export function tidyHost(input: unknown, name: string): string {
  const text = typeof input === 'string' ? input.trim() : ''
  const url = /^https?:\/\//i.test(text) && text.length <= 1000 ? URL.parse(text) : null
  if (!url) throw new Refusal('invalid', `The address of ${name} must start with http:// or https://.`)
  if (url.username !== '' || url.password !== '')
    throw new Refusal('invalid', `The address of ${name} contains a login. Remove it; only the API key is sent.`)
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/api$/, '')
    .replace(/(?<!\/)\/+$/, '')
  return `${url.origin}${path}`
}

/** Scheme, host and port: the origin that a key belongs to. */
export const indexerOrigin = (host: string): string => URL.parse(host)?.origin ?? host
