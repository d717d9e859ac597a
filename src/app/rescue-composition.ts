import { Devices } from '../auth/devices'
import { makeGate, type Peer, peerOf, type Socket } from '../auth/gate'
import { Lockout } from '../auth/lockout'
import { makePictureSigner } from '../auth/picture-signer'
import { Auth } from '../auth/service'
import { type Session, Sessions } from '../auth/session'
import { type Config, siteSettings } from '../config/config'
import { notFound } from '../http/errors'
import { isHead, withoutBody } from '../http/head'
import { inbound } from '../http/inbound'
import { siteOf } from '../http/origin'
import { type Asset, makePages, SECURITY_HEADERS } from '../http/static'
import type { Ports } from '../platform/ports'
import type { Layout } from '../shell/data-directory'
import { Database } from '../storage/database'
import { Backups } from '../system/backups/service'
import { rescueLoginRoutes, rescueRoutes } from '../system/rescue/rescue-routes'
import { Rescue } from '../system/rescue/service'
import { VERSION } from '../version'

export interface RescueDependencies {
  ports: Ports
  at: Layout
  config: Config
  pages: Asset[]
  hostMeansManage: () => boolean
  names: () => string[]
  instance: string
  /** SQLite's error message. */
  problem: string
  checkRestart: () => Promise<void>
  restart: () => void
}

const RESCUE_PAGE = '/rescue.html'

/** The pages of a normal run, without the rescue page. */
export const withoutRescue = (pages: Asset[]) => pages.filter(({ path }) => path !== RESCUE_PAGE)

/**
 * The composition of a run without a library. The login is that of config.ini; sessions are kept in memory, because the
 * database cannot be opened, and end with this run.
 */
export function makeRescue({ ports, at, config, pages, instance, problem, ...rest }: RescueDependencies) {
  const { clock, random, log } = ports
  const db = new Database(':memory:', { publish: () => {} })
  const key = random.bytes(32)
  const lockout = new Lockout({ db, clock })
  const login = () => ({ username: config.credential('username'), passwordHash: config.credential('passwordHash') })
  const timeoutMinutes = () => config.get('login_timeout')
  const sessions = new Sessions({ db, clock, random, key, timeoutMinutes, login })
  const auth = new Auth({ config, sessions, lockout, random, log, onLoginCreated: () => {} })
  const backups = new Backups({ ...rest, ports, config, paths: at, version: VERSION, publish: () => {} })
  const [peers, seen] = [new WeakMap<Request, Peer>(), new WeakMap<Request, Session>()]
  const metAs = (request: Request) => peers.get(request) as Peer
  const siteFor = (request: Request, settings = siteSettings(config)) => siteOf(request, metAs(request), settings)
  const api = rescueLoginRoutes({
    auth,
    instance,
    random,
    log,
    peerOf: metAs,
    isSecure: (request) => siteFor(request, { ...siteSettings(config), public_url: '' }).origin.startsWith('https:'),
    sessionOf: (request) => seen.get(request),
  }).use(rescueRoutes({ rescue: new Rescue({ backups, database: at.database, problem }) }))
  const gate = makeGate({
    config,
    auth,
    sessions,
    hostMeansManage: rest.hostMeansManage,
    names: rest.names,
    devices: new Devices({ db, clock, random, lockout, log }),
    signing: makePictureSigner(key, () => config.credential('apiKey')),
    feed: { admits: () => false },
    remember: (request, session) => void seen.set(request, session),
    routes: () => api.routes,
  })
  const shown = makePages(onlyRescue(pages))
  const page = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
    return shown(request, siteFor(request).root) ?? notFound()
  }
  return {
    async fetch(incoming: Request, socket: Socket): Promise<Response> {
      const arrived = inbound(incoming, siteSettings(config))
      const { request } = arrived
      const peer = peerOf(socket, arrived, config)
      peers.set(request, peer)
      const reply = (await gate(request, peer)) ?? page(request) ?? (await api.handle(request))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    async stop() {
      await backups.stop()
      db.close()
    },
  }
}

/** The rescue page as the index page, with its files. */
function onlyRescue(pages: Asset[]): Asset[] {
  const page = pages.find(({ path }) => path === RESCUE_PAGE)
  const files = pages.filter(({ path }) => !path.endsWith('.html'))
  return page ? [...files, { ...page, path: '/index.html' }] : files
}
