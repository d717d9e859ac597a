import { join } from 'node:path'
import { Elysia } from 'elysia'
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
import type { Bus } from './events/bus'
import { eventRoutes } from './events/routes'
import { Streams } from './events/stream'
import { makeFiling } from './filing/filing'
import { filingRoutes } from './filing/routes'
import { UnpackHelper } from './formats/unpacker'
import { errors, faultReply, notFound } from './http/errors'
import { asGet, isHead, withoutBody } from './http/head'
import { siteOf, withoutRoot } from './http/origin'
import { type Asset, makePages, SECURITY_HEADERS } from './http/static'
import { arriving, byConfirm, fromInbox } from './imports/arrivals'
import { configuredFolders } from './imports/configured'
import { Confirmer } from './imports/confirm'
import { Folders } from './imports/folders'
import { foldersRoutes } from './imports/folders-routes'
import { INBOX_IMPORT, INBOX_SCAN, Inbox } from './imports/inbox'
import { InboxImporter } from './imports/inbox-import'
import { InboxPass } from './imports/inbox-pass'
import { inboxRoutes } from './imports/inbox-routes'
import { Previews } from './imports/preview'
import { makeProposals } from './imports/proposing'
import { Review } from './imports/review'
import { reviewRoutes } from './imports/review-routes'
import { importRoutes } from './imports/routes'
import { Scanner } from './imports/scan'
import { moveSeen } from './imports/seen-store'
import { Imports } from './imports/service'
import { CONFIRM, SCAN, UNDO } from './imports/states'
import { Undo } from './imports/undo'
import { watchConfigured } from './imports/watching'
import { Art } from './metadata/art'
import { Desk } from './metadata/desk'
import { knownIds } from './metadata/keep'
import { PictureFetch } from './metadata/picture-fetch'
import { metadataPictureRoutes } from './metadata/picture-routes'
import { Pictures } from './metadata/pictures'
import { ProviderSettings } from './metadata/provider-settings'
import { providerRoutes } from './metadata/providers-routes'
import { makeProviders } from './metadata/registry'
import { metadataSearchRoutes } from './metadata/search-routes'
import { metadataSeriesRoutes } from './metadata/series-routes'
import { endsWithSeries, makeMetadata } from './metadata/service'
import { audience } from './opds/audience'
import { LibraryCards } from './opds/library-cards'
import { PageDates } from './opds/page-dates'
import { opdsRoutes } from './opds/routes'
import { Search } from './opds/search'
import { Catalog } from './opds/service'
import { CatalogV2 } from './opds/v2-catalog'
import { Progression } from './opds/v2-progression'
import { opdsV2Routes } from './opds/v2-routes'
import { DiskCache } from './platform/disk-cache'
import { PICTURES_AT_ONCE } from './platform/images'
import type { Ports } from './platform/ports'
import { Contents } from './reading/contents'
import { Covers } from './reading/covers'
import { CoversAhead } from './reading/covers-ahead'
import { DocumentDigests } from './reading/digests'
import { downloadRoutes } from './reading/download-routes'
import { KoreaderSync } from './reading/kosync'
import { kosyncRoutes } from './reading/kosync-routes'
import { PageSizes } from './reading/page-sizes'
import { PageTray } from './reading/page-tray'
import { Pages } from './reading/pages'
import { ReadingProgress } from './reading/progress'
import { IssueReader } from './reading/reader'
import { readerRoutes } from './reading/reader-routes'
import { pictureRoutes } from './reading/routes'
import { keepSeriesReading } from './reading/series-reading'
import { Shelf } from './reading/shelf'
import { makeStreamed } from './reading/streamed'
import { ReadingUpkeep } from './reading/upkeep'
import { WholeSeries } from './reading/whole-series'
import { Workshop } from './reading/workshop'
import { attemptsOf } from './search/runs/store'
import { Browse } from './series/browse'
import { libraryFiles } from './series/library-files'
import { browseRoutes, seriesRoutes } from './series/routes'
import { Library } from './series/service'
import { type ContentType, contentTypes } from './series/states'
import type { Database } from './storage/database'
import { jobRoutes } from './system/job-routes'
import type { Network } from './system/network'
import { operationRoutes } from './system/operation-routes'
import { filesystemRoutes, healthRoutes } from './system/routes'
import { makeRenote } from './tagging/documents'
import { handleTagging } from './tagging/handlers'
import { taggingRoutes } from './tagging/routes'
import { Tagging } from './tagging/service'
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
}

export interface App {
  fetch(request: Request, peer: Peer): Promise<Response>
  /** Takes up interrupted work and begins the timetable. */
  start(): void
  /** Ends streams and work; rows of unfinished work stay for the next start. */
  stop(): Promise<void>
  /** Resolves when no work is queued or running. */
  idle(): Promise<void>
  auth: Auth
  routes(): readonly { method: string; path: string }[]
}

/** The house, put together from left to right: services, routes, jobs. */
export function createApp(parts: Parts): App {
  const { ports, config, db, bus } = parts
  const { clock, random, files, processes, log } = ports
  const peers = new WeakMap<Request, Peer>()
  const sessionsSeen = new WeakMap<Request, Session>()
  const peerOf = (request: Request) => peers.get(request) as Peer
  const sessionOf = (request: Request) => sessionsSeen.get(request)

  const streams = new Streams({ bus, clock })
  const operations = new Operations({ db, clock, random, log })
  const timetable = new Timetable({ db, clock, log })
  const settings = new Settings({ config, files, version: parts.version })
  const lockout = new Lockout({ db, clock })
  const sessions = new Sessions({
    db,
    clock,
    random,
    key: parts.sessionKey,
    timeoutMinutes: () => config.get('login_timeout'),
    login: () => ({ username: config.credential('username'), passwordHash: config.credential('passwordHash') }),
  })
  const auth = new Auth({ config, sessions, lockout, random, log, loginMade: parts.loginMade })
  const devices = new Devices({ db, clock, random, lockout, log })
  const signing = makeSigning(parts.sessionKey)
  const folders = configuredFolders(config)
  const library = new Library({ db, clock, files, log, roots: folders.libraries })
  const browse = new Browse({
    db,
    clock,
    idsOf: (comicId) => knownIds(db.read, comicId),
    attemptsOf: (issueIds) => attemptsOf(db.read, issueIds),
  })
  const unpacker = new UnpackHelper({ processes, clock })
  const archives = { files, unpacker }
  const shelved = libraryFiles(files, folders.libraries)
  const ofLibrary = { files: shelved, unpacker }
  const workshop = new Workshop(PICTURES_AT_ONCE)
  const shelf = new Shelf({ files, unpacker, clock })
  const coverCache = new DiskCache(join(parts.cacheDir, 'covers'))
  const covers = new Covers({ db, archives: ofLibrary, workshop, cache: coverCache, log })
  const pictures = new Pictures({ config, fetch: new PictureFetch(ports), cache: coverCache, workshop, log })
  const art = new Art({ db, covers, pictures })
  const subscribe: Bus['subscribe'] = (listener) => bus.subscribe(listener)
  const coversAhead = new CoversAhead({ db, clock, covers, log, subscribe })
  const issuePages = new Pages({ db, files: shelved, shelf, workshop, tray: new PageTray(clock), clock })
  const contents = new Contents({ db, files, log })
  keepSeriesReading(db)
  const progress = new ReadingProgress({ db, clock, contents })
  const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => devices.list().length > 0 })
  const upkeep = new ReadingUpkeep({ db, clock, log, digests, subscribe })
  const sync = new KoreaderSync({ db, clock, digests, progress })
  const reader = new IssueReader({ db, clock, pages: issuePages, progress, contents })
  const desk = new Desk({ db, clock, http: ports.http, log, config })
  const providers = makeProviders({ desk, config })
  const sources = new ProviderSettings({ desk, providers, config })
  const metadata = makeMetadata({ db, clock, random, config, operations, providers })
  endsWithSeries(library, operations)
  const proposals = makeProposals({ db, clock, random, operations, config, providers, pictures, archives: ofLibrary })
  const filing = makeFiling({ db, clock, random, files, log, operations, config, folders, follow: moveSeen })
  const written = { db, clock, config, archives: ofLibrary, journal: filing.journal, log, operations, providers }
  handleTagging(written)
  const tagging = new Tagging(written)
  filing.batches.renote = makeRenote(files, clock.now)
  const arrived = (fileIds: string[]) => tagging.arrived(fileIds)
  const imports = new Imports({ db, clock, random, files, operations, folders: folders.walk })
  const scanned = (kind: ContentType) => proposals.begin(kind)
  const review = new Review({ db, random, corrected: () => contentTypes.forEach(scanned) })
  const undo = new Undo({ db, clock, operations, library })
  operations.handle(UNDO, undo)
  const previews = new Previews({ db, archives, workshop })
  operations.handle(SCAN, new Scanner({ db, clock, random, archives: ofLibrary, folders: folders.walk, scanned }))
  const listIssues = (seriesId: string) => metadata.adding.add(seriesId, {})
  const confirmer = new Confirmer({ db, clock, random, files: shelved, listIssues })
  operations.handle(CONFIRM, arriving(confirmer, { db, brought: byConfirm, arrived }))
  const inbox = new Inbox({ db, clock, random, files, operations, settings: folders.arrivals })
  operations.handle(INBOX_SCAN, new InboxPass({ db, clock, archives, place: folders.arrivals }))
  const importer = new InboxImporter({ db, clock, random, log, archives, places: folders })
  operations.handle(INBOX_IMPORT, arriving(importer, { db, brought: fromInbox, arrived }))
  const watch = watchConfigured({ db, clock, files, log, operations }, folders, { imports, inbox })
  config.onChange(() => watch.arm())
  const libraries = new Folders({
    db,
    clock,
    files,
    places: folders.places,
    hears: (kind, path) => watch.hears(kind, path),
    inboxLookAt: () => operations.latest(INBOX_SCAN)?.finished_at ?? null,
  })
  const dates = new PageDates({ db, clock })
  const libraryCards = new LibraryCards({ db, clock, subscribe })
  const catalog = new Catalog({ db, config, clock, library: libraryCards, search: new Search({ db }) })
  const whole = new WholeSeries({ db, files: shelved, log })
  const sizes = new PageSizes({ db, clock, pages: issuePages, shelf })
  const v2 = new CatalogV2({ db, catalog, sizes })
  const progression = new Progression({ db, catalog, progress })
  const siteFor = (request: Request) => siteOf(request, peerOf(request).ip, siteSettings(config))
  const audienceOf = (request: Request) =>
    audience(request, siteFor(request), { sign: signing.sign, chosen: devices.of(request)?.comic_types })

  const keepOpen = (request: Request) => peerOf(request).keepOpen()
  const listenerOf = (request: Request) => {
    const session = sessionOf(request) as Session
    return { sid: session.sid, alive: () => sessions.alive(session) }
  }

  const elysia = new Elysia({ handler: { standardHostname: false } })
    .use(errors({ random, log }))
    .use(eventRoutes({ streams, listenerOf, keepOpen }))
    .use(configRoutes({ settings }))
    .use(authRoutes({ auth, sessionOf, peerOf }))
    .use(deviceRoutes({ devices }))
    .use(seriesRoutes({ browse, library, searchFor: () => null }))
    .use(browseRoutes({ browse }))
    .use(pictureRoutes({ covers, pages: issuePages }))
    .use(metadataPictureRoutes({ art, pictures, providers }))
    .use(metadataSearchRoutes({ ...metadata, roots: folders.libraries }))
    .use(metadataSeriesRoutes({ ...metadata, browse }))
    .use(providerRoutes({ sources }))
    .use(downloadRoutes({ pages: issuePages, files, whole, keepOpen }))
    .use(readerRoutes({ reader, sizes }))
    .use(kosyncRoutes({ sync, isOpen: () => config.get('opds_enable'), deviceOf: (request) => devices.of(request) }))
    .use(taggingRoutes({ tagging }))
    .use(filingRoutes(filing))
    .use(importRoutes({ imports, previews }))
    .use(reviewRoutes({ review, undo, proposals }))
    .use(inboxRoutes({ inbox, previews }))
    .use(foldersRoutes({ libraries }))
    .use(
      opdsRoutes({
        catalog,
        v2,
        dates,
        log,
        covers,
        pages: issuePages,
        whole,
        files,
        audienceOf,
        streamed: makeStreamed({ devices, progress }),
        served: (issueId) => digests.served(issueId),
        keepOpen,
      }),
    )
    .use(opdsV2Routes({ catalog, v2, progression, dates, audienceOf, deviceOf: (request) => devices.of(request) }))
    .use(operationRoutes({ operations }))
    .use(jobRoutes({ timetable, db }))
    .use(filesystemRoutes({ files, home: parts.home }))
    .use(healthRoutes({ db, config, instance: parts.instance, network: parts.network }))

  timetable.add({ name: 'sessions', everyMinutes: () => 1440, run: () => sessions.prune() })
  timetable.add({ name: 'lockouts', everyMinutes: () => 60, run: () => lockout.prune() })
  timetable.add({ name: 'reading', everyMinutes: () => 1440, run: () => upkeep.run() })
  timetable.add({ name: 'catalog_pages', everyMinutes: () => 1440, run: () => dates.prune() })
  timetable.add({ name: 'metadata_answers', everyMinutes: () => 1440, run: () => desk.prune() })
  timetable.add({ name: 'recycle', everyMinutes: () => 1440, run: () => filing.recycled.prune() })
  timetable.add({ name: 'covers', everyMinutes: () => 60, run: () => covers.tidy(config.get('cache_size_mb')) })
  timetable.add({
    name: 'import_inbox',
    everyMinutes: () => (folders.inbox() === '' ? 0 : config.get('import_scan_interval')),
    run: () => watch.nudge('inbox'),
  })
  timetable.add({
    name: 'library_scan',
    everyMinutes: () => config.get('library_scan_interval'),
    run: () => {
      watch.nudge('comic')
      watch.nudge('manga')
    },
  })
  timetable.add({
    name: 'dbupdater',
    everyMinutes: () => config.get('dbupdate_interval'),
    run: () => metadata.pass.begin(),
  })
  timetable.add({ name: 'watch_folders', everyMinutes: () => 15, run: () => watch.arm() })

  const routes = () => elysia.routes
  const gate: Gate = makeGate({
    config,
    auth,
    sessions,
    devices,
    signing,
    hostMeansManage: parts.network.hostMeansManage,
    remember: (request, session) => sessionsSeen.set(request, session),
    routes,
  })
  const pages = makePages(parts.pages)
  const answer = async (request: Request, peer: Peer) =>
    (await gate(request, peer)) ??
    pagesFirst((each) => pages(each, siteFor(each).root), request) ??
    elysia.handle(request)
  const stopping = new AbortController()
  let kept = Promise.resolve()

  return {
    async fetch(asked, peer) {
      const request = asGet(withoutRoot(asked, siteSettings(config)) ?? asked)
      peers.set(request, peer)
      const reply = await answer(request, peer).catch((error: unknown) => faultReply({ random, log }, request, error))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.headers.set(name, value)
      return isHead(request) ? withoutBody(reply) : reply
    },
    start() {
      void filing.journal.recover()
      operations.recover()
      watch.arm()
      kept = timetable.keep(stopping.signal)
    },
    async stop() {
      stopping.abort()
      streams.close()
      const unwatched = watch.stop()
      await operations.stop()
      await unwatched
      await kept // a job may be in the middle of a write
      await filing.journal.ready()
      await upkeep.stop()
      await contents.idle()
      await coversAhead.stop()
      await covers.settle()
      await shelf.close()
      unpacker.stop()
    },
    async idle() {
      await operations.idle()
      await covers.settle()
    },
    auth,
    routes,
  }
}

/** Everything outside /api and /opds is a page or a file of one; what is neither is not found. */
function pagesFirst(pages: (request: Request) => Response | undefined, request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (/^\/(api|opds)(\/|$)/.test(pathname)) return undefined
  return pages(request) ?? notFound()
}
