import { dirname, join } from 'node:path'
import { Timeline } from '../../base/activity/service'
import type { Authentication } from '../../base/auth/feature'
import { Settings } from '../../base/config/service'
import type { Bus } from '../../base/events/bus'
import { ChangeMemo } from '../../base/events/change-memo'
import { EventStreams } from '../../base/events/stream'
import { UnpackHelper } from '../../base/formats/helper/unpacker'
import { guardModelKey } from '../../base/llm/key-guard'
import { LanguageModel } from '../../base/llm/service'
import { ServiceClocks } from '../../base/outbound/service-clocks'
import { withOwnHandles } from '../../base/platform/own-handles'
import { startThread } from '../../base/platform/threads'
import { TextIndex } from '../../base/storage/text-index'
import { Operations } from '../../base/work/operations'
import { Timetable } from '../../base/work/timetable'
import { makeArcs } from '../../collecting/arcs/feature'
import { findArc, loosenNumbered } from '../../collecting/arcs/store'
import { wantedInArcs } from '../../collecting/arcs/wanted-rows'
import { makeAttention } from '../../collecting/attention/feature'
import { makeBulk } from '../../collecting/bulk/feature'
import { makeMoving } from '../../collecting/migration/feature'
import { settingsPorts } from '../../collecting/migration/settings-ports'
import { ReadingLists } from '../../collecting/readlist/service'
import { replaceListedIssue } from '../../collecting/readlist/store'
import { makeRepair } from '../../collecting/repair/feature'
import { makeWeekly } from '../../collecting/weekly/feature'
import { makeAcquisition } from '../../intake/acquisition/feature'
import { makeDownloads } from '../../intake/downloads/feature'
import { replaceGrabbedIssue } from '../../intake/downloads/journal/replaced-issue-store'
import { makeImports } from '../../intake/imports/feature'
import { configuredFolders } from '../../intake/imports/folders/configured'
import { relistInboxFile } from '../../intake/imports/inbox/relist'
import { moveCachedFile } from '../../intake/imports/scan/cache-store'
import { blockReleaseOf } from '../../intake/processing/block-release'
import { makeProcessing } from '../../intake/processing/feature'
import { replacePlacedIssue } from '../../intake/processing/store'
import { makeSearch } from '../../intake/search/feature'
import { betterFormatsIn, worseFormats } from '../../intake/search/rules/format-ranks'
import { attemptsOf } from '../../intake/search/runs/store'
import { checkFormats } from '../../library/filing/check-formats'
import { makeFiling } from '../../library/filing/feature'
import { importSource } from '../../library/filing/store'
import { makeMetadata } from '../../library/metadata/feature'
import { authorsOf, creditedIn } from '../../library/metadata/people-store'
import { checkedAt, linksOf } from '../../library/metadata/store'
import { knownIds } from '../../library/metadata/sync/keep-series'
import { makeReading } from '../../library/reading/feature'
import { contentColumns, inspectFile } from '../../library/recognition/service'
import { Browse } from '../../library/series/browse'
import { libraryFiles } from '../../library/series/library-files'
import { LibrarySearch } from '../../library/series/library-search'
import { Library } from '../../library/series/service'
import { makeShelves } from '../../library/shelves/feature'
import { makeTagging } from '../../library/tagging/feature'
import { makeActions } from '../ai/actions/feature'
import { makeChat } from '../ai/chat/feature'
import { makeHelpers } from '../ai/helpers/feature'
import { libraryTools } from '../ai/library/tools'
import { Assistant } from '../ai/service'
import { makeDashboard } from '../dashboard/feature'
import { makeHooks } from '../notify/feature'
import { makeNotices } from '../notify/notice-feature'
import { makeCatalog } from '../opds/feature'
import { Backups } from '../system/backups/service'
import { makeHealth } from '../system/checks/feature'
import { makeDiagnostics } from '../system/diagnostics/feature'
import { FolderPicker } from '../system/folder-picker/service'
import { Logs } from '../system/logs'
import { olderSettings } from '../system/older/older-settings'
import { knownSecrets } from '../system/secrets-store'
import { makeUpdates } from '../system/updates/feature'

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
    // A database in memory has no second connection.
    ...(db.path !== ':memory:' && { thread: () => startThread('--move-thread') }),
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
