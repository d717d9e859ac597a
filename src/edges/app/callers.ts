import { bodyLimitOf } from '../../base/auth/body-limits'
import type { Authentication } from '../../base/auth/feature'
import { isSecureContext } from '../../base/auth/own-host'
import type { Peer } from '../../base/auth/request-gate'
import type { Session } from '../../base/auth/session'
import { type Config, siteSettings } from '../../base/config/config'
import { requestSite } from '../../base/http/origin'
import type { Caller } from '../../base/platform/caller'
import { audience } from '../opds/audience'

/** Peer and session of each request. */
export function makeCallers(config: Config, { sessions, devices, signing, users }: Authentication) {
  const peerByRequest = new WeakMap<Request, Peer>()
  const sessionByRequest = new WeakMap<Request, Session>()
  const callerByRequest = new WeakMap<Request, Caller>()
  const peerOf = (request: Request) => peerByRequest.get(request) as Peer
  const siteFor = (request: Request) => requestSite(request, peerOf(request), siteSettings(config))
  /** As the browser opened it, whatever address the settings name. */
  const originOf = (request: Request) =>
    requestSite(request, peerOf(request), { ...siteSettings(config), public_url: '' }).origin
  return {
    rememberPeer: (request: Request, peer: Peer) => void peerByRequest.set(request, peer),
    remember(request: Request, caller: Caller, session?: Session) {
      callerByRequest.set(request, caller)
      if (session) sessionByRequest.set(request, session)
      users.noteSeen(caller.user_id)
    },
    /** Undefined for a request that needs no login; such a one sees as the owner does. */
    callerOf: (request: Request) => callerByRequest.get(request),
    peerOf,
    sessionOf: (request: Request) => sessionByRequest.get(request),
    bodyLimitOf: (request: Request) => bodyLimitOf(request, sessionByRequest.has(request)),
    deviceOf: (request: Request) => devices.of(request),
    keepOpen: (request: Request) => peerOf(request).keepOpen(),
    siteFor,
    isSecure: (request: Request) => originOf(request).startsWith('https:'),
    clearsCache: (request: Request) => isSecureContext(originOf(request)),
    audienceOf: (request: Request) =>
      audience(request, siteFor(request), {
        sign: signing.sign,
        chosen: devices.of(request)?.comic_types,
        mayDownload: callerByRequest.get(request)?.limits?.may_download ?? true,
      }),
    listenerOf(request: Request) {
      const session = sessionByRequest.get(request) as Session
      const { role } = callerByRequest.get(request) as Caller
      const callerNow = () => {
        const caller = users.callerOf(session.user_id)
        // A change of the role ends the session, and this request may have had only a reader's rights.
        return caller && { ...caller, role }
      }
      return { sid: session.sid, callerNow, isAlive: () => sessions.isAlive(session) }
    },
  }
}
