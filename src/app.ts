import { dirname } from 'node:path'
import { Elysia } from 'elysia'
import { activityRoutes } from './activity/routes'
import { Timeline } from './activity/service'
import { deprecatedRoutes } from './attention/deprecated-routes'
import { makeAttention } from './attention/feature'
import { attentionRoutes } from './attention/routes'
import { deviceRoutes } from './auth/device-routes'
import { Devices } from './auth/devices'
import { type Gate, makeGate, type Peer } from './auth/gate'
import { Lockout } from './auth/lockout'
import { authRoutes } from './auth/routes'
import { Auth } from './auth/service'
import { type Session, Sessions } from './auth/session'
import { makeSigning } from './auth/signing'
import { type Config, siteSettings } from './config/config'
import { configRoutes } from './config/routes'
import { Settings } from './config/service'
import { clientRoutes } from './downloads/clients/routes'
import { ddlRoutes } from './downloads/ddl/routes'
import { queueRoutes } from './downloads/routes'
import type { Bus } from './events/bus'
import { eventRoutes } from './events/routes'
import { Streams } from './events/stream'
import { makeFiling } from './filing/feature'
import { filingRoutes } from './filing/routes'
import { UnpackHelper } from './formats/unpacker'
import { errors, faultReply, notFound } from './http/errors'
import { asGet, isHead, withoutBody } from './http/head'
import { siteOf, withoutRoot } from './http/origin'
import { type Asset, makePages, SECURITY_HEADERS } from './http/static'
import { configuredFolders } from './imports/configured'
import { makeImports } from './imports/feature'
import { foldersRoutes } from './imports/folders-routes'
import { inboxRoutes } from './imports/inbox-routes'
import { reviewRoutes } from './imports/review-routes'
import { importRoutes } from './imports/routes'
import { moveSeen } from './imports/seen-store'
import { makeMetadata } from './metadata/feature'
import { knownIds } from './metadata/keep'
import { metadataPictureRoutes } from './metadata/picture-routes'
import { providerRoutes } from './metadata/providers-routes'
import { metadataSearchRoutes } from './metadata/search-routes'
import { metadataSeriesRoutes } from './metadata/series-routes'
import { linksOf } from './metadata/store'
import { makeHooks } from './notify/feature'
import { makeNotices } from './notify/notice-feature'
import { noticeRoutes } from './notify/notice-routes'
import { hookRoutes } from './notify/routes'
import type { Machine } from './notify/services/desktop'
import { audience } from './opds/audience'
import { makeCatalog } from './opds/feature'
import { opdsRoutes } from './opds/routes'
import { opdsV2Routes } from './opds/v2-routes'
import { ServiceClocks } from './outside/service-clocks'
import type { LevelName } from './platform/log'
import type { LogBook } from './platform/log-book'
import type { Ports } from './platform/ports'
import { nextTurn } from './platform/turn'
import { makeProcessing } from './processing/feature'
import { itemFiles } from './processing/item-files'
import { processingRoutes } from './processing/routes'
import { blockWhatBrought } from './processing/undone'
import { downloadRoutes } from './reading/download-routes'
import { makeReading } from './reading/feature'
import { kosyncRoutes } from './reading/kosync-routes'
import { readerRoutes } from './reading/reader-routes'
import { pictureRoutes } from './reading/routes'
import { makeSearch } from './search/feature'
import { searchHealthRoutes } from './search/health-routes'
import { indexerRoutes } from './search/indexers/routes'
import { searchRunRoutes } from './search/runs/routes'
import { attemptsOf } from './search/runs/store'
import { interactiveRoutes } from './search/sessions/routes'
import { Browse } from './series/browse'
import { libraryFiles } from './series/library-files'
import { browseRoutes, seriesRoutes } from './series/routes'
import { Library } from './series/service'
import { contentTypes } from './series/states'
import type { Database } from './storage/database'
import type { Room } from './system/backups/room'
import { backupRoutes } from './system/backups/routes'
import { Backups } from './system/backups/service'
import { readChangelog } from './system/changelog'
import { makeHealth } from './system/checks/feature'
import { checkRoutes } from './system/checks/routes'
import { Desk } from './system/desk'
import { makeDiagnostics } from './system/diagnostics/feature'
import { diagnosticsRoutes } from './system/diagnostics/routes'
import { endRoutes } from './system/end-routes'
import { jobRoutes } from './system/job-routes'
import { logRoutes } from './system/log-routes'
import type { LoginItem } from './system/login-item'
import { loginRoutes } from './system/login-routes'
import { Logs } from './system/logs'
import type { Network } from './system/network'
import { olderKeys } from './system/older-keys'
import type { Route } from './system/openapi/document'
import { openapiRoutes } from './system/openapi/routes'
import { operationRoutes } from './system/operation-routes'
import { filesystemRoutes, healthRoutes } from './system/routes'
import { knownSecrets } from './system/secrets-store'
import { versionRoutes } from './system/version-routes'
import { Versions } from './system/versions'
import { makeTagging } from './tagging/feature'
import { taggingRoutes } from './tagging/routes'
import { CHANGELOG } from './version'
import { Operations } from './work/operations'
import { Timetable } from './work/timetable'

export interface Parts {
  ports: Ports
  config: Config
  db: Database
  bus: Bus
  /** Key that signs sessions; kept in `.secure/` under the data directory. */
  sessionKey: Uint8Array
  /** Folder for covers and thumbnails; may be deleted at any time. */
  cacheDir: string
  /** Where the library, its settings and its backups lie. */
  room: Room
  /** Where direct downloads and torrents of ours go, unless the settings name another folder. */
  downloadsDir: string
  /** The built pages; empty when they were not built. */
  pages: Asset[]
  version: string
  /** Random id of this run: a second start recognises its own app by it. */
  instance: string
  /** What the sockets are bound to; `main.ts` knows. */
  network: Network
  /** Where picking a folder begins. */
  home: string
  /** Told when the first login was made: from then on others may be let in. */
  loginMade: () => void
  /** Where the lines of the log are kept, and from which gravity on they are. */
  book: LogBook
  logLevel: () => LevelName
  /** Whether it starts when the person logs in to this computer. */
  loginItem: LoginItem
  /** Whose screen notices may pop up on. */
  machine: Machine
  /** Ends this run a moment later, for good or to begin again. */
  leave: (how: 'stop' | 'restart') => void
}

export interface App {
  fetch(request: Request, peer: Peer): Promise<Response>
  /** Takes up interrupted work and begins the timetable. Resolves when the jobs that were due have run. */
  start(): Promise<void>
  /** Ends streams and work; rows of unfinished work stay for the next start. */
  stop(): Promise<void>
  /** Resolves when no work is queued or running. */
  idle(): Promise<void>
  auth: Auth
  /** What the icon in the tray shows and does. */
  desk: Desk
  routes(): readonly { method: string; path: string }[]
}

/** The house, put together from left to right: services, who calls, routes, jobs, the door. */
export function createApp(parts: Parts): App {
  const { random, log } = parts.ports
  const house = makeHouse(parts)
  const callers = makeCallers(parts.config, house)
  const elysia = routesOf(parts, house, callers, () => routes())
  addJobs(parts.config, house)

  const routes = (): readonly Route[] => elysia.routes as readonly Route[]
  const gate: Gate = makeGate({
    ...house,
    config: parts.config,
    hostMeansManage: parts.network.hostMeansManage,
    remember: callers.recognised,
    routes,
  })
  const pages = makePages(parts.pages)
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, callers.siteFor(each).root), request) ??
    elysia.handle(request)

  return {
    async fetch(asked, peer) {
      const request = asGet(withoutRoot(asked, siteSettings(parts.config)) ?? asked)
      callers.met(request, peer)
      const reply = await answer(request, peer).catch((error: unknown) => faultReply({ random, log }, request, error))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    ...lifeOf(house),
    auth: house.auth,
    desk: makeDesk(parts, house),
    routes,
  }
}

type House = ReturnType<typeof makeHouse>

/** Every service, made before what stands right of it. What one needs of a later one it is told in a function. */
function makeHouse({ ports: world, config, db, bus, ...parts }: Parts) {
  const services = new ServiceClocks(world.clock)
  const ports = { ...world, http: services.over(world.http) }
  const { clock, random, files, processes, log } = ports
  const subscribe: Bus['subscribe'] = (listener) => bus.subscribe(listener)
  const operations = new Operations({ db, clock, random, log })
  const lockout = new Lockout({ db, clock })
  const sessions = new Sessions({
    db,
    clock,
    random,
    key: parts.sessionKey,
    timeoutMinutes: () => config.get('login_timeout'),
    login: () => ({ username: config.credential('username'), passwordHash: config.credential('passwordHash') }),
  })
  const devices = new Devices({ db, clock, random, lockout, log })
  const folders = configuredFolders(config)
  const unpacker = new UnpackHelper({ processes, clock })
  const shelved = libraryFiles(files, folders.libraries)
  const ofLibrary = { files: shelved, unpacker }
  const library = new Library({ db, clock, files, log, roots: folders.libraries })
  const { cacheDir } = parts
  const reading = makeReading({ db, clock, files, log, unpacker, shelved, devices, subscribe, cacheDir })
  const filing = makeFiling({
    ...{ db, clock, random, files, log, operations, config, folders, follow: moveSeen },
    left: (tx, fileId) => blockWhatBrought(tx, fileId, clock.now()),
  })
  const metadata = makeMetadata({ ports, db, config, operations, library, reading })
  const { providers } = metadata
  const tagging = makeTagging({ db, clock, config, log, operations, providers, archives: ofLibrary, ...filing })
  const importing = makeImports({
    ...{ db, clock, random, files, log, config, operations, folders, library, metadata },
    archives: { anywhere: { files, unpacker }, ofLibrary },
    workshop: reading.workshop,
    arrived: (fileIds) => tagging.arrived(fileIds),
  })
  const browse = new Browse({
    db,
    clock,
    idsOf: (comicId) => knownIds(db.read, comicId),
    linksOf: (comicIds) => linksOf(db.read, comicIds),
    attemptsOf: (issueIds) => attemptsOf(db.read, issueIds),
  })
  const settings = new Settings({ config, files, version: parts.version })
  const hooks = makeHooks({ ports, db, config, libraries: folders.libraries })
  const notices = makeNotices({ ports, db, config, machine: parts.machine, subscribe })
  const search = makeSearch({ ports, db, config, operations, browse, downloadsDir: parts.downloadsDir, subscribe })
  settings.also(search.indexerSettings.shown)
  settings.also(olderKeys({ db, cacheDir, book: parts.book }))
  settings.also(() => ({ data_dir: dirname(parts.room.config) }))
  const processing = makeProcessing({
    ...{ db, clock, random, files, log, config, operations, folders, ...filing, ...search },
    archives: { files, unpacker },
    arrived: {
      tagging: (fileIds) => tagging.arrived(fileIds),
      hooks(tx, brought) {
        hooks.arrived(tx, brought)
        notices.arrived(tx, brought)
      },
    },
  })
  parts.book.hide(knownSecrets({ db, config, subscribe }))
  const backups = new Backups({
    ...{ ports, config, room: parts.room, version: parts.version },
    publish: (event) => bus.publish(event),
    restart: () => parts.leave('restart'),
  })
  const timetable = new Timetable({ db, clock, log })
  const around = { ...parts, ports, db, config, timetable, unpacker, services, backups, importing, metadata }
  const health = makeHealth({ ...around, subscribe, tell: notices.health })
  const versions = new Versions({
    ...{ db, clock, http: ports.http, config, version: parts.version, newer: notices.newer },
    changes: readChangelog(CHANGELOG),
  })
  return {
    streams: new Streams({ bus, clock }),
    logs: new Logs({ book: parts.book, config, running: parts.logLevel }),
    versions,
    ...makeDiagnostics({ ...around, ...health, versions, search }),
    operations,
    backups,
    timetable,
    ...health,
    timeline: new Timeline({ db, clock }),
    attention: makeAttention({ db, clock, log, bus, library, search, importFrom: processing.importFrom }),
    settings,
    lockout,
    sessions,
    auth: new Auth({ config, sessions, lockout, random, log, loginMade: parts.loginMade }),
    devices,
    signing: makeSigning(parts.sessionKey),
    folders,
    unpacker,
    library,
    browse,
    search,
    hooks,
    notices,
    reading,
    filing,
    metadata,
    tagging,
    importing,
    processing,
    opds: makeCatalog({ db, clock, config, subscribe, reading }),
  }
}

/** What is known of a request besides what it says: where it came from, and as whom. */
function makeCallers(config: Config, { sessions, devices, signing }: House) {
  const peers = new WeakMap<Request, Peer>()
  const seen = new WeakMap<Request, Session>()
  const peerOf = (request: Request) => peers.get(request) as Peer
  const siteFor = (request: Request) => siteOf(request, peerOf(request).ip, siteSettings(config))
  return {
    met: (request: Request, peer: Peer) => void peers.set(request, peer),
    recognised: (request: Request, session: Session) => void seen.set(request, session),
    peerOf,
    sessionOf: (request: Request) => seen.get(request),
    deviceOf: (request: Request) => devices.of(request),
    keepOpen: (request: Request) => peerOf(request).keepOpen(),
    siteFor,
    isSecure: (request: Request) =>
      siteOf(request, peerOf(request).ip, { ...siteSettings(config), public_url: '' }).origin.startsWith('https:'),
    audienceOf: (request: Request) =>
      audience(request, siteFor(request), { sign: signing.sign, chosen: devices.of(request)?.comic_types }),
    listenerOf(request: Request) {
      const session = seen.get(request) as Session
      return { sid: session.sid, alive: () => sessions.alive(session) }
    },
  }
}

/** All that is answered under /api and /opds. */
function routesOf(
  { ports, config, db, ...parts }: Parts,
  house: House,
  callers: ReturnType<typeof makeCallers>,
  all: () => readonly Route[],
) {
  const { random, files, log } = ports
  const { metadata, importing, reading, filing, folders, browse } = house
  const { deviceOf, audienceOf, keepOpen } = callers
  // It looks for the path behind the seventh letter, for short names of hosts; over TLS it has to be the eleventh.
  return new Elysia({ handler: { standardHostname: parts.network.secure() } })
    .use(errors({ random, log }))
    .use(eventRoutes({ ...house, ...callers }))
    .use(configRoutes(house))
    .use(authRoutes({ ...house, ...callers }))
    .use(deviceRoutes(house))
    .use(seriesRoutes({ ...house, searchFor: house.search.searchFor }))
    .use(browseRoutes(house))
    .use(pictureRoutes(reading))
    .use(metadataPictureRoutes(metadata))
    .use(metadataSearchRoutes({ ...metadata, roots: folders.libraries }))
    .use(metadataSeriesRoutes({ ...metadata, browse }))
    .use(providerRoutes(metadata))
    .use(downloadRoutes({ ...reading, files, keepOpen }))
    .use(readerRoutes(reading))
    .use(kosyncRoutes({ ...reading, isOpen: () => config.get('opds_enable'), deviceOf }))
    .use(taggingRoutes(house))
    .use(processingRoutes({ ...house.processing, ...reading, files, keepOpen }))
    .use(queueRoutes({ ...house.search.downloads, filesOf: (itemId) => itemFiles(db.read, itemId) }))
    .use(ddlRoutes(house.search.downloads))
    .use(clientRoutes(house.search.downloads))
    .use(indexerRoutes(house.search))
    .use(searchHealthRoutes(house.search))
    .use(searchRunRoutes({ ...house.search, sidOf: (request) => callers.sessionOf(request)?.sid ?? '' }))
    .use(interactiveRoutes({ ...house.search, ...callers }))
    .use(hookRoutes(house.hooks))
    .use(noticeRoutes(house.notices))
    .use(filingRoutes(filing))
    .use(importRoutes(importing))
    .use(reviewRoutes(importing))
    .use(inboxRoutes(importing))
    .use(foldersRoutes(importing))
    .use(
      opdsRoutes({
        ...house.opds,
        ...reading,
        log,
        files,
        audienceOf,
        served: (issueId) => reading.digests.served(issueId),
        keepOpen,
      }),
    )
    .use(opdsV2Routes({ ...house.opds, audienceOf, deviceOf }))
    .use(activityRoutes(house))
    .use(attentionRoutes(house.attention))
    .use(deprecatedRoutes(house.attention))
    .use(operationRoutes(house))
    .use(jobRoutes({ ...house, db }))
    .use(checkRoutes(house))
    .use(diagnosticsRoutes(house))
    .use(logRoutes(house))
    .use(versionRoutes(house))
    .use(backupRoutes({ ...house, keepOpen }))
    .use(filesystemRoutes({ files, home: parts.home }))
    .use(loginRoutes(parts))
    .use(endRoutes({ leave: parts.leave, log }))
    .use(openapiRoutes({ routes: all, version: parts.version, siteFor: callers.siteFor }))
    .use(healthRoutes({ db, config, instance: parts.instance, network: parts.network }))
}

/** Work that comes round. Minutes; 0 or less leaves it to people. */
function addJobs(config: Config, house: House): void {
  const { timetable, timeline, sessions, lockout, reading, opds, metadata, filing, folders, search } = house
  const { watch } = house.importing
  const [hourly, daily] = [() => 60, () => 1440]
  timetable.add({ name: 'sessions', everyMinutes: daily, run: () => sessions.prune() })
  timetable.add({ name: 'lockouts', everyMinutes: hourly, run: () => lockout.prune() })
  timetable.add({ name: 'reading', everyMinutes: daily, run: () => reading.upkeep.run() })
  timetable.add({ name: 'catalog_pages', everyMinutes: daily, run: () => opds.dates.prune() })
  timetable.add({ name: 'metadata_answers', everyMinutes: daily, run: () => metadata.desk.prune() })
  timetable.add({ name: 'activity_retention', everyMinutes: daily, run: () => timeline.prune() })
  timetable.add({ name: 'recycle', everyMinutes: daily, run: () => filing.recycled.prune() })
  timetable.add({
    name: 'covers',
    everyMinutes: hourly,
    run: () => reading.covers.tidy(config.get('cache_size_mb')),
  })
  timetable.add({
    name: 'import_inbox',
    everyMinutes: () => (folders.inbox() === '' ? 0 : config.get('import_scan_interval')),
    run: () => watch.nudge('inbox'),
  })
  timetable.add({
    name: 'library_scan',
    everyMinutes: () => config.get('library_scan_interval'),
    run: () => {
      for (const kind of contentTypes) watch.nudge(kind)
    },
  })
  timetable.add({
    name: 'version',
    everyMinutes: () => (config.get('release_feed_url') === '' ? 0 : config.get('check_github_interval')),
    run: async () => void (await house.versions.check()),
  })
  timetable.add({
    name: 'backup',
    everyMinutes: () => config.get('backup_interval'),
    run: () => house.backups.scheduled(),
  })
  timetable.add({
    name: 'dbupdater',
    everyMinutes: () => config.get('dbupdate_interval'),
    run: () => metadata.pass.begin(),
  })
  for (const job of search.jobs) timetable.add(job)
  timetable.add(house.processing.job)
  timetable.add(house.hooks.job)
  timetable.add(house.notices.job)
  timetable.add(house.healthJob)
  timetable.add({ name: 'watch_folders', everyMinutes: () => 15, run: () => watch.arm() })
}

function makeDesk({ config }: Parts, { attention, operations, search, importing }: House): Desk {
  return new Desk({
    config,
    counts: () => attention.onItsWay.counts(),
    isScanning: () => operations.active('import_scan').length > 0,
    held() {
      const allowed = search.acquisition.allowed()
      return allowed.allowed ? undefined : allowed.reason
    },
    scan() {
      for (const kind of contentTypes) importing.watch.nudge(kind)
    },
  })
}

/** How the house begins its work, and how it ends it: nothing may be in the middle of a write when the database closes. */
function lifeOf({
  operations,
  timetable,
  streams,
  filing,
  reading,
  unpacker,
  importing,
  search,
  hooks,
  notices,
  versions,
  attention,
  backups,
  bundle,
  stopHealth,
}: House) {
  const stopping = new AbortController()
  let kept = Promise.resolve()
  return {
    start() {
      void filing.journal.recover()
      operations.recover()
      versions.begin()
      void search.recover()
      search.downloads.ownTorrents.recover()
      search.downloads.directWorker.recover()
      search.downloads.watcher.begin()
      importing.watch.arm()
      // On a first start every job is due: whoever opens the page does not wait for them.
      const first = timetable.tick(stopping.signal, nextTurn)
      kept = first.then(() => timetable.keep(stopping.signal))
      return first
    },
    async stop() {
      stopping.abort()
      streams.close()
      attention.teller.stop()
      search.downloads.watcher.stop()
      search.downloads.clients.stop()
      bundle.stop()
      await backups.stop()
      const unwatched = importing.watch.stop()
      await operations.stop()
      await hooks.stop()
      await notices.stop()
      await search.downloads.ownTorrents.stop()
      await search.downloads.directWorker.stop()
      await search.interactive.stop()
      await unwatched
      await kept // a job may be in the middle of a write
      await stopHealth()
      await filing.journal.ready()
      await reading.stop()
      unpacker.stop()
    },
    async idle() {
      await search.downloads.directWorker.idle()
      await search.downloads.watcher.idle()
      await operations.idle()
      await hooks.idle()
      await notices.idle()
      await search.interactive.idle()
      await reading.covers.settle()
    },
  }
}

/** Everything outside /api and /opds is a page or a file of one; what is neither is not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
