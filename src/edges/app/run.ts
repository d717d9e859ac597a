import { dirname, join } from 'node:path'
import type { Config, ConfigSources } from '../../base/config/config'
import type { Bus } from '../../base/events/bus'
import { loadAssets } from '../../base/platform/assets'
import { type LevelName, type LineLog, levelName } from '../../base/platform/log'
import type { LogBook } from '../../base/platform/log-book'
import { LogFile } from '../../base/platform/log-file'
import type { Ports } from '../../base/platform/ports'
import { lanAddresses, machineNames } from '../../base/platform/sockets'
import { tidy } from '../../base/platform/tidy'
import { Database } from '../../base/storage/database'
import { placeEmptyLibrary } from '../../base/storage/empty-library'
import { UPDATE_KEY, VERSION } from '../../base/version'
import { shutDown } from '../../base/work/shutdown'
import { hasScreen } from '../host/browser'
import type { Layout } from '../host/data-directory'
import { beginDesktop } from '../host/desktop'
import { firstPage, type Instance, instanceLock } from '../host/instance-lock'
import { writeLastStop } from '../host/last-stop'
import { applyHost, hostMeansManage, isLocalHost, type Listener, localUrl } from '../host/listener'
import { loginCommand, makeLoginItem } from '../host/login-item'
import { prepareDataDirectory, removePartialFiles, sessionKey } from '../host/prepare-data'
import { asStartError, StartError } from '../host/start-error'
import { hasAnswered, trialAnswer, writeTrialAnswer } from '../host/update/first-answer'
import { installationHere } from '../host/update/installation-here'
import type { ResumedUpdate } from '../host/update/resume-update'
import { listVersion } from '../host/update/windows-apps'
import { createApp } from './app'
import { withoutRescue } from './rescue-pages'

export interface StartOptions {
  dataDir?: string
  browser: boolean
  tray: boolean
  /** The first start of a new version, which ends after its first response. */
  trial: boolean
  settings: ConfigSources['args']
}

export interface Environment {
  platform: string
  env: Record<string, string | undefined>
  home: string
  /** The executable; undefined when run from the sources. */
  executable: string | undefined
  arch: string
  /** Folder of the built pages: inside the executable, or `dist/ui`. */
  pages: string
  /** The packed tables for a first start, inside the executable; without them the tables are created. */
  emptyLibrary?: string
  /** Prints a line to the console. */
  printLine: (line: string) => void
  /** Writes a line to the log. */
  logLine: (line: string) => void
}

/** How a run ends: it stops, restarts on the same port, or is replaced by another version. */
export type ExitKind = 'stop' | 'restart' | 'update'

export interface RunningApp {
  url: string
  stop(how?: ExitKind): Promise<void>
  /** Logs an uncaught error; the app keeps running. */
  fault(error: unknown): void
  /**
   * Resolves when the run has stopped, including stops requested on a page. Rejects with StartError when its services
   * failed.
   */
  ended: Promise<ExitKind>
}

const GRACE_MS = 3000
/** Longest duration of one shutdown step; all work together is one step. */
const STOP_MS = 15_000
/** The shutdown waits until the response to its request is sent. */
const ANSWER_MS = 150
/** The first page is sent before interrupted work resumes and the routes are loaded. */
const BEGIN_MS = 60
/** The setup page needs no routes until it is submitted, and is drawn sooner without that work. */
const BEGIN_SETUP_MS = 300
/** The first page is drawn before due jobs run and before the compiler optimises. */
export const REST_MS = 2000
/** Exit code of a new version that does not respond. */
export const FAILED = 1

/** The facts about a start before anything is written. */
export interface RunContext {
  ports: Ports & { log: LineLog }
  at: Layout
  bus: Bus
  config: Config
  options: StartOptions
  environment: Environment
  listener: Listener
  show: (url: string) => Promise<void>
  book: LogBook
  checkRestart: () => Promise<void>
  /** Whether the library was set up before, so that its database must exist. */
  hasLibrary: boolean
  update: ResumedUpdate | undefined
}

/**
 * Opens the library and serves the address. Runs all steps that write, after the port is bound and the database was
 * checked. Throws StartError, and the error of a damaged database.
 */
export async function openInstance(context: RunContext): Promise<RunningApp> {
  const { ports, at, bus, config, options, environment, listener, show, book, checkRestart, update } = context
  const { files, random, log } = ports
  const [url, run] = [localUrl(listener.served), random.id()]
  const { db, lock } = await openLibrary(context)
  book.keepIn(
    new LogFile(at.log, { mostBytes: () => config.get('max_logsize'), mostFiles: () => config.get('max_logfiles') }),
  )
  const loginItem = makeLoginItem({ ...environment, ...ports, command: loginCommand(environment.executable, options) })
  let isOpen = false
  const app = createApp({
    ports,
    config,
    db,
    bus,
    sessionKey: await sessionKey(ports, at),
    cacheDir: at.cache,
    downloadsDir: at.downloads,
    paths: at,
    pages: withoutRescue(await loadAssets(environment.pages)),
    version: VERSION,
    installation: await installationHere(files, environment),
    updateKey: UPDATE_KEY,
    updateFolder: at.update,
    instance: run,
    network: {
      hostMeansManage: () => hostMeansManage(config),
      listensOnNetwork: () => !isLocalHost(listener.served.host),
      port: () => listener.served.port,
      secure: () => listener.served.secure,
      addresses: lanAddresses,
      names: machineNames,
      problems: () => listener.problems,
    },
    home: environment.home,
    onLoginCreated: () => {
      applyHost(config, listener, log)
      void present().catch((error: unknown) => log.warn('main', 'the next start may show the setup again', { error }))
    },
    book,
    logLevel: () => log.level,
    restMs: REST_MS,
    beforeRoutes: (start) => void (stopping ?? (isOpen && start(update?.result))),
    loginItem,
    machine: { platform: environment.platform, hasScreen: hasScreen(environment) },
    checkRestart,
    endRun: (how) => void ports.clock.after(ANSWER_MS).then(() => stop(how)),
  })
  config.onChange((keys) => {
    if (keys.includes('http_host')) applyHost(config, listener, log)
    if (keys.includes('log_level')) log.setLevel(levelName(config.get('log_level')) as LevelName)
  })
  const here = (): Instance => ({
    url,
    instance: run,
    ...(app.auth.needsSetup && { setup_token: app.auth.setupToken }),
  })
  /** Writes the address of this run, so that a second start can find it. */
  const present = () => files.write(at.instance, JSON.stringify(here()), 0o600)
  let desktop: ReturnType<typeof beginDesktop> | undefined
  const ended = Promise.withResolvers<ExitKind>()
  let stopping: Promise<void> | undefined
  const stop = (how: ExitKind = 'stop') => {
    stopping ??= end(how).finally(() => (failure ? ended.reject(failure) : ended.resolve(how)))
    return stopping
  }
  let failure: StartError | undefined
  /** Without its services the app cannot respond, so it ends as a failed start. */
  const fail = (error: unknown) => {
    fault(error)
    failure = asStartError(error, at)
    void stop()
  }
  const end = async (how: ExitKind) => {
    log.info('main', 'stopping', { how })
    bus.publish(
      how === 'stop'
        ? { type: 'shutdown', message: 'Panelkeep is stopping.' }
        : { type: 'restart', message: 'Panelkeep is restarting.' },
    )
    let isClosed = false
    const failed = await shutDown(ports, STOP_MS, {
      tray: () => desktop?.stopping(),
      work: () => app.stop(),
      listener: () => listener.served.stop(GRACE_MS),
      desktop: () => desktop?.stop(),
      instance: () => files.remove(at.instance),
      database() {
        db.close()
        isClosed = true
      },
      // Without the mark the next start checks the whole database.
      mark: () => (isClosed && !db.isDamaged ? writeLastStop(files, at) : files.remove(at.lastStop)),
      lock: () => lock.release(),
    })
    log.info('main', 'stopped', failed.length > 0 ? { failed } : {})
    book.close()
  }
  const fault = (error: unknown) => log.error('main', 'background task failed', { error })
  const answer: Listener['answer'] = (request, peer) => app.fetch(request, peer)
  if (update?.kind === 'confirm') {
    listener.answer = trialAnswer(run, answer)
    // Everything must load: `/api/health` responds without the services.
    const isLoaded = await app.routes().then(
      () => true,
      (error: unknown) => {
        fault(error)
        return false
      },
    )
    const isWell = isLoaded && (await hasAnswered(ports, url, run))
    if (isWell && options.trial) await writeTrialAnswer(files, at, environment.executable!)
    if (!isWell || options.trial) await stop()
    if (!isWell) throw new StartError(`Panelkeep ${VERSION} does not answer at ${url}.`, FAILED)
    if (options.trial) return { url, stop, fault, ended: ended.promise }
  }
  if (update?.kind === 'confirm')
    void listVersion({ ...environment, ...ports }, VERSION).catch((error: unknown) =>
      log.warn('updates', 'Windows still lists the previous version', { error }),
    )
  const beginWork = async () => {
    await app.routes()
    const trayController = await app.trayController()
    if (stopping !== undefined) return
    desktop = beginDesktop({
      environment,
      ...ports,
      bus,
      loginItem,
      trayController,
      wanted: options.tray,
      logs: dirname(at.log),
      trayFolder: join(at.cache, 'tray'),
      url,
      firstPage: () => firstPage(here()),
      quit: () => void stop('stop'),
    })
  }
  await present()
  listener.answer = answer
  isOpen = true
  if (update?.kind === 'confirm') void app.start(update.result) // the trial has loaded the routes
  // Unless a request already needed them.
  const beginMs = app.auth.needsSetup ? BEGIN_SETUP_MS : BEGIN_MS
  void ports.clock
    .after(beginMs)
    .then(() => (stopping === undefined ? beginWork() : undefined))
    .catch(fail)

  log.info('main', 'started', { version: VERSION, url, data: at.dataDir, ...db.migrated })
  if (app.auth.needsSetup) environment.printLine(`Setup token: ${app.auth.setupToken}`)
  environment.printLine(`Panelkeep is at ${url}`)
  void show(firstPage(here()))

  return { url, stop, fault, ended: ended.promise }
}

/** Creates the data directory when it is missing, locks it and opens the database. A failure leaves no changes. */
async function openLibrary({ ports, at, bus, config, environment, hasLibrary }: RunContext) {
  const made = await prepareDataDirectory(ports, at)
  let lock: { release(): void } | undefined
  try {
    lock = instanceLock.acquire(at)
    await removePartialFiles(ports, at)
    await config.complete()
    return { lock, db: await openDatabase(ports, at, { bus, hasLibrary, ...environment }) }
  } catch (error) {
    lock?.release()
    if (made) await tidy(ports, 'main', made)
    throw asStartError(error, at)
  }
}

type Opening = Pick<RunContext, 'bus' | 'hasLibrary'> & Pick<Environment, 'emptyLibrary'>

async function openDatabase(
  { files, clock }: Ports,
  at: Layout,
  { bus, hasLibrary, emptyLibrary }: Opening,
): Promise<Database> {
  await files.makeFolder(at.backups, 0o700)
  if (emptyLibrary && !hasLibrary) await placeEmptyLibrary(files, at.database, emptyLibrary)
  return new Database(at.database, {
    publish: (event) => bus.publish(event),
    hasLibrary,
    backupPath: (name) => `${at.backups}/before-${name}-${clock.now().replaceAll(':', '-')}.db`,
  })
}
