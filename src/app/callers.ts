import { bodyLimitOf } from '../auth/body-limits'
import type { Peer } from '../auth/gate'
import type { Session } from '../auth/session'
import { type Config, siteSettings } from '../config/config'
import { siteOf } from '../http/origin'
import { audience } from '../opds/audience'

import type { Composition } from './composition'

/** The peer and the session of each request. */
export function makeCallers(config: Config, { sessions, devices, signing }: Composition) {
  const peers = new WeakMap<Request, Peer>()
  const seen = new WeakMap<Request, Session>()
  const peerOf = (request: Request) => peers.get(request) as Peer
  const siteFor = (request: Request) => siteOf(request, peerOf(request), siteSettings(config))
  return {
    met: (request: Request, peer: Peer) => void peers.set(request, peer),
    recognised: (request: Request, session: Session) => void seen.set(request, session),
    peerOf,
    sessionOf: (request: Request) => seen.get(request),
    bodyLimitOf: (request: Request) => bodyLimitOf(request, seen.has(request)),
    deviceOf: (request: Request) => devices.of(request),
    keepOpen: (request: Request) => peerOf(request).keepOpen(),
    siteFor,
    isSecure: (request: Request) =>
      siteOf(request, peerOf(request), { ...siteSettings(config), public_url: '' }).origin.startsWith('https:'),
    audienceOf: (request: Request) =>
      audience(request, siteFor(request), { sign: signing.sign, chosen: devices.of(request)?.comic_types }),
    listenerOf(request: Request) {
      const session = seen.get(request) as Session
      return { sid: session.sid, isAlive: () => sessions.isAlive(session) }
    },
  }
}
