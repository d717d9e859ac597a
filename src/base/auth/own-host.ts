/** The names of this machine, from the settings and the system. */
interface OwnNames {
  /** Names and addresses that the system reports. */
  names: () => string[]
  /** Addresses from the settings: `https://comics.example/panelkeep`, `comics.lan`. Empty ones are ignored. */
  chosen: () => string[]
}

/** An IPv4 address in its dotted form, however the user typed it. */
const LOOPBACK = /^127(?:\.\d+){3}$/

/**
 * Whether the address that a browser on this machine opened belongs to this machine. Any other name points here only
 * through DNS rebinding, and a page of that origin could then act for the user.
 */
export function isOwnHost(origin: string, { names, chosen }: OwnNames): boolean {
  const host = hostOf(origin)
  if (isThisMachine(host)) return true
  if (chosen().some((each) => each !== '' && hostOf(each) === host)) return true
  return names().some((each) => {
    const name = hostOf(each)
    const [first = name] = name.split('.')
    return host === name || (!/^[\d.]+$|:/.test(name) && [first, `${first}.local`, `${name}.local`].includes(host))
  })
}

/** Whether browsers honour headers of this origin that they honour over TLS only: over TLS, and on the same machine. */
export const isSecureContext = (origin: string): boolean => origin.startsWith('https:') || isThisMachine(hostOf(origin))

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || LOOPBACK.test(host)

/** The host without scheme, port, brackets and trailing dot. */
function hostOf(address: string): string {
  const plain = address.includes(':') && !address.includes('/') && !address.startsWith('[') ? `[${address}]` : address
  const url = URL.parse(plain.includes('://') ? plain : `http://${plain}`)
  return (url?.hostname ?? '').replace(/^\[|\]$|\.$/g, '')
}
