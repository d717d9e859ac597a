import { dirname, join } from 'node:path'
import { makeAcquisition } from '../acquisition/feature'
import { Timeline } from '../activity/service'
import { makeActions } from '../ai/actions/feature'
import { makeChat } from '../ai/chat/feature'
import { makeHelpers } from '../ai/helpers/feature'
import { libraryTools } from '../ai/library/tools'
import { Assistant } from '../ai/service'
import { makeArcs } from '../arcs/feature'
import { findArc, loosenNumbered } from '../arcs/store'
import { wantedInArcs } from '../arcs/wanted-rows'
import { makeAttention } from '../attention/feature'
import type { Authentication } from '../auth/feature'
import { makeBulk } from '../bulk/feature'
import { Settings } from '../config/service'
import { makeDashboard } from '../dashboard/feature'
import { makeDownloads } from '../downloads/feature'
import { replaceGrabbedIssue } from '../downloads/journal/replaced-issue-store'
import type { Bus } from '../events/bus'
import { ChangeMemo } from '../events/change-memo'
import { EventStreams } from '../events/stream'
import { checkFormats } from '../filing/check-formats'
import { makeFiling } from '../filing/feature'
import { importSource } from '../filing/store'
import { UnpackHelper } from '../formats/helper/unpacker'
import { makeImports } from '../imports/feature'
import { configuredFolders } from '../imports/folders/configured'
import { relistInboxFile } from '../imports/inbox/relist'
import { moveCachedFile } from '../imports/scan/cache-store'
import { guardModelKey } from '../llm/key-guard'
import { LanguageModel } from '../llm/service'
import { makeMetadata } from '../metadata/feature'
import { authorsOf, creditedIn } from '../metadata/people-store'
import { checkedAt, linksOf } from '../metadata/store'
import { knownIds } from '../metadata/sync/keep-series'
import { makeMoving } from '../moving/feature'
import { settingsPorts } from '../moving/settings-ports'
import { makeHooks } from '../notify/feature'
import { makeNotices } from '../notify/notice-feature'
import { makeCatalog } from '../opds/feature'
import { ServiceClocks } from '../outside/service-clocks'
import { withOwnHandles } from '../platform/own-handles'
import { blockReleaseOf } from '../processing/block-release'
import { makeProcessing } from '../processing/feature'
import { replacePlacedIssue } from '../processing/store'
import { makeReading } from '../reading/feature'
import { ReadingLists } from '../readlist/service'
import { replaceListedIssue } from '../readlist/store'
import { contentColumns, inspectFile } from '../recognition/service'
import { makeRepair } from '../repair/feature'
import { makeSearch } from '../search/feature'
import { betterFormatsIn, worseFormats } from '../search/rules/format-ranks'
import { attemptsOf } from '../search/runs/store'
import { Browse } from '../series/browse'
import { libraryFiles } from '../series/library-files'
import { LibrarySearch } from '../series/library-search'
import { Library } from '../series/service'
import { makeShelves } from '../shelves/feature'
import { TextIndex } from '../storage/text-index'
import { Backups } from '../system/backups/service'
import { makeHealth } from '../system/checks/feature'
import { makeDiagnostics } from '../system/diagnostics/feature'
import { FolderPicker } from '../system/folder-picker/service'
import { Logs } from '../system/logs'
import { olderSettings } from '../system/older/older-settings'
import { knownSecrets } from '../system/secrets-store'
import { makeUpdates } from '../system/updates/feature'
import { makeTagging } from '../tagging/feature'
import { makeWeekly } from '../weekly/feature'
import { Operations } from '../work/operations'
import { Timetable } from '../work/timetable'

import type { Dependencies } from './dependencies'
import { statisticsJob } from './statistics-job'

export type Composition = ReturnType<typeof compose>

/** Makes every service in the order of the folders. A service reaches a later one through a function. */
export function compose({ ports: givenPorts, config, db, bus, ...rest }: Dependencies, authentication: Authentication) {
  const services = new ServiceClocks(givenPorts.clock)
  const files = withOwnHandles(givenPorts.files)
  const ports = { ...givenPorts, files, http: services.over(givenPorts.http) }
  const { clock, random, processes, log } = ports
  const subscribe: Bus['subscribe'] = (listener) => bus.subscribe(listener)
  const operations = new Operations({ db, clock, random, log })
  const languageModel = new LanguageModel({ ...ports, db, config })
  const { devices, signing } = authentication
  const folders = configuredFolders(config)
  const unpacker = new UnpackHelper({ processes, clock })
  const filesInLibrary = libraryFiles(files, folders.libraries, (path) => importSource(db.read, path))
  const ofLibrary = { files: filesInLibrary, unpacker }
  const library = new Library({ db, clock, files, log, roots: folders.libraries })
  const { cacheDir } = rest
  const readlist = new ReadingLists({ db, clock, log, random })
  const reading = makeReading({
    db,
    clock,
    files,
    log,
    unpacker,
    filesInLibrary,
    devices,
    subscribe,
    cacheDir,
    lists: {
      orderOf: (listId) => readlist.orderOf(listId) ?? storyArcs.arcs.orderOf(listId),
      nextIssues: () => readlist.nextIssues(),
    },
    readChanged: (path) => importing.readAgain(path),
  })
  const filing = makeFiling({
    db,
    clock,
    random,
    files,
    log,
    operations,
    config,
    folders,
    follow: moveCachedFile,
    left(tx, fileId) {
      blockReleaseOf(tx, fileId, clock.now())
      relistInboxFile(tx, fileId)
    },
    inspect: async (path) => contentColumns(await inspectFile(path, { files, unpacker })),
  })
  const metadata = makeMetadata({
    ports,
    db,
    config,
    operations,
    library,
    hasArc: (arcId) => findArc(db.read, arcId) !== undefined,
    reading,
  })
  const { providers } = metadata
  const tagging = makeTagging({ db, clock, config, log, operations, providers, archives: ofLibrary, ...filing })
  const helpers = makeHelpers({
    db,
    clock,
    log,
    config,
    operations,
    subscribe,
    languageModel,
    unclear: () => [...importing.inbox.unclear(), ...importing.imports.unclear()],
    orders: () => storyArcs.proposedOrders,
    releases: () => weekly.releases,
  })
  const importing = makeImports({
    db,
    clock,
    random,
    files,
    log,
    config,
    operations,
    folders,
    library,
    metadata,
    archives: { anywhere: { files, unpacker }, ofLibrary },
    pictureQueue: reading.pictureQueue,
    filing,
    suggest: (file) => helpers.fileNames.suggestionFor(file),
    arrived: (fileIds) => tagging.arrived(fileIds),
    renumbered: loosenNumbered,
  })
  const index = new TextIndex(db.path === ':memory:' ? db.path : join(cacheDir, 'search.db'))
  const librarySearch = new LibrarySearch({ db, index, clock, random, log, subscribe, authorsOf, creditedIn })
  const memo = new ChangeMemo({ clock, subscribe }, [
    'library.changed',
    'series.changed',
    'issue.changed',
    'collection.changed',
  ])
  const browse = new Browse({
    db,
    // Filters and their counts also depend on what was read and put in collections.
    memo: new ChangeMemo({ clock, subscribe }, [
      'library.changed',
      'series.changed',
      'issue.changed',
      'reading.changed',
      'collection.changed',
    ]),
    search: librarySearch,
    clock,
    sign: signing.sign,
    idsOf: (comicId) => knownIds(db.read, comicId),
    log,
    linksOf,
    attemptsOf,
    checkedAt,
    annuals: () => config.get('annuals_on'),
    wantedInArcs: (read) => (config.get('upcoming_storyarcs') ? wantedInArcs(read) : undefined),
    formats: { worse: worseFormats, better: betterFormatsIn },
  })
  const settings = new Settings({ config, files, version: rest.version })
  settings.checkedBy(checkFormats, guardModelKey(config))
  const hooks = makeHooks({ ports, db, config, libraries: folders.libraries })
  const acquisition = makeAcquisition({ db, clock, random, log, config, findJob: (name) => timetable.find(name) })
  const { gate } = acquisition
  const notices = makeNotices({ ports, db, config, machine: rest.machine, gate, subscribe })
  const { downloadsDir } = rest
  const downloads = makeDownloads({ ...ports, db, config, operations, gate, downloadsDir, subscribe })
  const search = makeSearch({
    ports,
    db,
    config,
    operations,
    browse,
    downloads,
    subscribe,
    arcIssueOf: (issueArcId) => storyArcs.arcs.searchedIssue(issueArcId),
    gate,
    lastTick: () => timetable.lastTick,
    alternates: (series, signal) => helpers.alternates.namesFor(series, signal),
  })
  const places = { dataDir: dirname(rest.paths.config), cacheDir, book: rest.book }
  settings.also(
    { shown: search.indexerSettings.shown },
    search.olderReleaseOptions,
    ...olderSettings({ db, config, clients: downloads.clientSetup, targets: notices.targets, places }),
  )
  const processing = makeProcessing({
    db,
    clock,
    random,
    files,
    log,
    config,
    operations,
    folders,
    ...filing,
    downloads,
    archives: { files, unpacker },
    arcPath: (...file) => storyArcs.arcFolders.pathOfUnfollowed(...file),
    arrived: {
      tagging: (fileIds) => tagging.arrived(fileIds),
      hooks(tx, brought) {
        hooks.arrived(tx, brought)
        notices.arrived(tx, brought)
      },
    },
  })
  const schedule = () => timetable.find('weekly')
  const weekly = makeWeekly({
    ports,
    db,
    config,
    operations,
    metadata,
    searchFor: (issueId) => search.searchFor(issueId, 'weekly'),
    subscribe,
    sessionKey: rest.sessionKey,
    schedule,
  })
  const storyArcs = makeArcs({
    db,
    ports,
    config,
    operations,
    providers,
    subscribe,
    setIntent: (issueId, intent) => library.setIntent(issueId, intent),
    filing,
    searchFor: (issueIds) => search.searchForAll(issueIds, 'story_arc'),
    replaced(tx, from, to) {
      replaceGrabbedIssue(tx, from.issue_id, to)
      replacePlacedIssue(tx, from.issue_id, to)
      replaceListedIssue(tx, from.issue_id, to)
    },
  })
  const bulk = makeBulk({
    ...ports,
    db,
    operations,
    library,
    ...filing,
    ...metadata,
    ...reading,
    tagging,
    roots: folders.libraries,
    searchFor: (issueIds) => search.searchForAll(issueIds, 'issue_wanted'),
  })
  const actions = makeActions({
    ports,
    db,
    operations,
    library,
    metadata,
    arcs: storyArcs.arcs,
    readlist,
    searchFor: (issueIds) => search.searchForAll(issueIds, 'issue_wanted'),
    libraryTools: libraryTools({
      db,
      clock,
      releases: weekly.releases,
      heldBack: () => gate.read().reason,
      impossible() {
        const route = search.acquisition.route()
        return route.viable ? null : route.reason
      },
      hide: rest.book.withoutSecrets,
    }),
    hide: rest.book.withoutSecrets,
  })
  rest.book.hide(knownSecrets({ db, config, subscribe }))
  const backups = new Backups({
    ports,
    config,
    paths: rest.paths,
    version: rest.version,
    publish: (event) => bus.publish(event),
    checkRestart: rest.checkRestart,
    restart: () => rest.endRun('restart'),
  })
  const moving = makeMoving({
    ports,
    db,
    operations,
    ...acquisition,
    settings: settingsPorts({
      config,
      settings,
      indexers: search.indexerSettings,
      clients: downloads.clientSetup,
    }),
    dataDir: dirname(rest.paths.config),
    home: rest.home,
    roots: folders.libraries,
    archives: { files, unpacker },
    storeReading: (issueId, report) => reading.progress.set(issueId, report),
    library,
    async backup() {
      if (db.path !== ':memory:') await backups.make('asked')
    },
  })
  const repairing = makeRepair({ ports, db, ...acquisition, clients: downloads.clients })
  const timetable = new Timetable({ db, clock, log })
  const around = {
    ...rest,
    ports,
    db,
    config,
    gate,
    timetable,
    unpacker,
    services,
    backups,
    importing,
    metadata,
    languageModel,
  }
  const health = makeHealth({ ...around, subscribe, tell: notices.health })
  const { versions, updates } = makeUpdates({ ...rest, ports, db, config, operations, backups, newer: notices.newer })
  return {
    streams: new EventStreams({ bus, clock }),
    logs: new Logs({ book: rest.book, config, running: rest.logLevel, publish: (event) => bus.publish(event) }),
    versions,
    updates,
    ...makeDiagnostics({ ...around, ...health, versions, search }),
    operations,
    languageModel,
    assistant: new Assistant({
      db,
      clock,
      languageModel,
      baseUrl: () => config.get('ai_base_url'),
      isChatOn: () => config.get('ai_chat'),
      isHelperOn: helpers.isOn,
    }),
    backups,
    timetable,
    ...health,
    timeline: new Timeline({ db, clock }),
    statisticsJob: statisticsJob({ db, subscribe }),
    attention: makeAttention({ db, clock, log, bus, library, search, downloads, importFrom: processing.importFrom }),
    settings,
    ...authentication,
    folderPicker: new FolderPicker({
      db,
      clock,
      files,
      platform: rest.machine.platform,
      home: rest.home,
      used: () => folders.places().map(({ path }) => path),
    }),
    folders,
    unpacker,
    library,
    bulk,
    librarySearch,
    browse,
    downloads,
    ...acquisition,
    search,
    hooks,
    notices,
    reading,
    ...storyArcs,
    readlist,
    ...makeShelves({ db, clock, random, listed: (ids) => browse.listed(ids) }),
    ...repairing,
    ...moving,
    filing,
    metadata,
    tagging,
    importing,
    helpers,
    processing,
    weekly,
    ...actions,
    ...makeChat({ ports, db, config, languageModel, ...actions, dataDir: dirname(rest.paths.config) }),
    dashboard: makeDashboard({ db, clock, releases: weekly.releases, roots: folders.roots, subscribe }),
    opds: makeCatalog({
      db,
      clock,
      config,
      files,
      subscribe,
      reading,
      readlist,
      arcs: storyArcs.arcs,
      librarySearch,
      memo,
    }),
  }
}
