import { holds } from '../http/networks'

/** What the settings and the system say this machine is called. */
export interface OwnNames {
  /** Names and addresses that the system knows. */
  names: () => string[]
  /** Addresses that the settings name: `https://comics.example/panelkeep`, `comics.lan`; empty ones count for nothing. */
  chosen: () => string[]
}

/**
 * Whether the address that a browser on this machine opened names this machine. Any other name leads here only when
 * its owner makes it (DNS rebinding), and then a page of theirs would speak with our voice.
 */
export function isOwnHost(origin: string, { names, chosen }: OwnNames): boolean {
  const host = hostOf(origin)
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || holds('127.0.0.0/8', host)) return true
  if (chosen().some((each) => each !== '' && hostOf(each) === host)) return true
  return names().some((each) => {
    const name = hostOf(each)
    const [first = name] = name.split('.')
    return host === name || (!/^[\d.]+$|:/.test(name) && [first, `${first}.local`, `${name}.local`].includes(host))
  })
}

/** Without scheme, port, brackets and the dot that a whole name may end with, as it would be in an address. */
function hostOf(address: string): string {
  const plain = address.includes(':') && !address.includes('/') && !address.startsWith('[') ? `[${address}]` : address
  const url = URL.parse(plain.includes('://') ? plain : `http://${plain}`)
  return (url?.hostname ?? '').replace(/^\[|\]$|\.$/g, '')
}
