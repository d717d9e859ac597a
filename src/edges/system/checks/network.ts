import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { HealthFinding } from './check'

export interface NetworkFact {
  /** Whether the catalog is enabled. */
  opds: boolean
  /** Whether the port is open to other machines. */
  listens: boolean
  port: number
  addresses: readonly string[]
  /** Whether a reverse proxy serves Panelkeep under its own address. */
  isProxied: boolean
  /** Reading apps that have a key. */
  devices: readonly { name: string; created_at: Instant; last_used_at: Instant | null; isHere: boolean }[]
}

const DAY_MS = 24 * 60 * 60_000
/** Time to enter an address on a tablet. */
const PATIENCE_MS = 15 * 60_000
const page = '/settings#reading-apps'

/** Reports when reading apps on other machines cannot reach the catalog. Not checked without such an app. */
export function networkFindings(network: NetworkFact, now: Instant): HealthFinding[] {
  const { opds, listens, port, addresses, isProxied } = network
  const others = network.devices.filter(({ isHere }) => !isHere)
  const first = others[0]
  if (!opds || isProxied || !first) return []
  const isReached = others.some(({ last_used_at }) => last_used_at !== null && between(last_used_at, now) < DAY_MS)
  if (!listens && !isReached)
    return [
      {
        subject: 'loopback',
        gravity: 'warning',
        message: `Panelkeep listens on this machine only, so ${first.name} cannot reach the catalog.`,
        remedy: 'Let reading apps on your network connect.',
        page,
      },
    ]
  const isNew = others.some(({ created_at }) => between(created_at, now) < PATIENCE_MS)
  if (!listens || isNew || others.some(({ last_used_at }) => last_used_at !== null)) return []
  const at = addresses[0] ?? 'the address of this machine'
  return [
    {
      subject: 'firewall',
      gravity: 'warning',
      message: 'No reading app on another machine has reached the catalog yet.',
      remedy: `Let port ${port} through the firewall of this machine, and see that the app asks ${at}.`,
      page,
    },
  ]
}
