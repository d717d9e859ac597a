import type { Config } from '../../../base/config/config'
import { options } from '../../../base/config/options'
import { AddressRefused, checkAddress } from '../../../base/outbound/allowed-address'
import { isAddress } from '../../../base/platform/addresses'
import type { HostNames } from '../../../base/platform/ports'
import { providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'

/** MyAnimeList's host, which older tools use. */
const OLDER_HOSTS = ['cdn.myanimelist.net', 'api-cdn.myanimelist.net', 'myanimelist.net']
const PICTURE_HOSTS: readonly string[] = [
  ...providerNames.flatMap((name) => providerOf(name).pictureHosts),
  ...OLDER_HOSTS,
]

/** Settings with the address of a service; a mirror in the user's own network is allowed. */
const ADDRESSES = providerNames.flatMap((name) => providerOf(name).options.addresses)

/** A picture that may be fetched. */
export interface AllowedPicture {
  url: URL
  /** The user configured this host, so it may be in the local network. */
  chosen: boolean
}

/** The address of a picture at one of the services. Throws Refusal 'forbidden' for any other address. */
export function allowedPicture(text: string, config: Config): AllowedPicture {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw forbidden('Only pictures at http and https addresses are fetched.')
  if (url.username !== '' || url.password !== '')
    throw forbidden('An address with a name or a password is not fetched.')
  const [chosen, standard] = [configured(config, true), configured(config, false)]
  if (chosen.includes(url.origin)) return { url, chosen: true }
  if (!PICTURE_HOSTS.includes(url.hostname) && !standard.includes(url.origin)) {
    throw forbidden(`${url.host} is no host of pictures of a service that Panelkeep knows.`)
  }
  if (url.port !== '') throw forbidden(`Pictures of ${url.hostname} are fetched at its usual port alone.`)
  return { url, chosen: false }
}

function configured(config: Config, chosen: boolean): string[] {
  const named = ADDRESSES.filter((name) => (config.get(name) !== options[name].default) === chosen)
  return named.map((name) => new URL(String(config.get(name))).origin)
}

/**
 * Resolves the host, so that no public name leads into this network. Throws Refusal 'forbidden' when one does,
 * 'upstream' when the name is unknown. Returns the address to contact, or undefined for a host from the settings.
 */
export async function checkHost({ url, chosen }: AllowedPicture, names: HostNames): Promise<string | undefined> {
  const { hostname } = url
  try {
    return await checkAddress(url, { names, own: chosen ? hostname : undefined })
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    if (error.why === 'unknown')
      throw upstream(`${hostname} was not found. Check the network connection of this machine.`)
    if (error.why !== 'private') throw forbidden(error.message)
    const to = isAddress(hostname) ? hostname : error.address
    throw forbidden(`${hostname} leads to ${to}, which is not on the open internet, so it is not contacted.`)
  }
}

const forbidden = (sentence: string) => new Refusal('forbidden', sentence)
export const upstream = (sentence: string, options?: ErrorOptions) => new Refusal('upstream', sentence, {}, options)
