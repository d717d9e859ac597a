import { dirname, join } from 'node:path'
import { createApp } from './app'
import { openRescue } from './app/rescue'
import { withoutRescue } from './app/rescue-composition'
import type { Config, ConfigSources } from './config/config'
import { Bus } from './events/bus'
import { systemNames } from './platform/addresses'
import { loadAssets } from './platform/assets'
import { systemClock } from './platform/clock'
import { compileAsUsual } from './platform/compiler'
import { nextTurn } from './platform/event-loop'
import { systemFiles } from './platform/files'
import { systemHttp } from './platform/http'
import { type LevelName, type LineLog, levelName, lineLog } from './platform/log'
import { LogBook } from './platform/log-book'
import { LogFile } from './platform/log-file'
import { systemMail } from './platform/mail'
import type { Ports } from './platform/ports'
import { systemProcesses } from './platform/processes'
import { systemPrograms } from './platform/programs'
import { systemRandom } from './platform/random'
import { lanAddresses, machineNames } from './platform/sockets'
import { systemTcp } from './platform/tcp'
import { systemTransfers } from './platform/transfers'
import { applyRestore } from './shell/apply-restore'
import { hasScreen, openBrowser } from './shell/browser'
import { checkRestartSettings } from './shell/check-restart'
import { dataDirectory, type Layout, layout } from './shell/data-directory'
import { beginDesktop } from './shell/desktop'
import { firstPage, type Instance, instanceLock } from './shell/instance-lock'
import { readLastStop, writeLastStop } from './shell/last-stop'
import { applyHost, hostMeansManage, isLocalHost, type Listener, localUrl, openListener } from './shell/listener'
import { loginCommand, makeLoginItem } from './shell/login-item'
import { hadLibrary, isDatabaseLost, prepareDataDirectory, removePartialFiles, sessionKey } from './shell/prepare-data'
import { savedSettings } from './shell/saved-settings'
import { asStartError } from './shell/start-error'
import { Database } from './storage/database'
import { damagedError, damageIn, preflight } from './storage/preflight'
import { VERSION } from './version'
import { shutDown } from './work/shutdown'

export interface StartOptions {
  dataDir?: string
  browser: boolean
  tray: boolean
  settings: ConfigSources['args']
}

export interface Environment {
  platform: string
  env: Record<string, string | undefined>
  home: string
  /** The executable; undefined when run from the sources. */
  executable: string | undefined
  /** Folder of the built pages: inside the executable, or `dist/ui`. */
  pages: string
  /** Prints a line to the console. */
  say: (line: string) => void
  /** Writes a line to the log. */
  note: (line: string) => void
}

/** How a run ends: for good, or with a restart on the same port. */
export type ExitKind = 'stop' | 'restart'

export interface RunningApp {
  url: string
  stop(how?: ExitKind): Promise<void>
  /** Logs an error that was caught nowhere; the app keeps running. */
  fault(error: unknown): void
  /** Resolves when the run has stopped, also on request of a page. */
  ended: Promise<ExitKind>
}

const GRACE_MS = 3000
/** The longest a step of the shutdown may take; all work together is one step. */
const STOP_MS = 15_000
/** The shutdown waits until the response to its request is sent. */
const ANSWER_MS = 150
/** The first page is drawn before due jobs run and before the compiler optimises. */
const REST_MS = 2000

/**
 * Starts Panelkeep, or returns 'elsewhere' when one is running on the data directory, which is opened instead.
 * Throws StartError with a sentence when it cannot; then nothing on disk has changed.
 */
export async function start(options: StartOptions, environment: Environment): Promise<RunningApp | 'elsewhere'> {
  const book = new LogBook(environment.note)
  const ports = realPorts(book)
  const at = layout(dataDirectory(options.dataDir, environment))
  const bus = new Bus((error, event) => ports.log.error('events', 'a listener failed', { event: event.type, error }))
  const running = await instanceLock.other(ports, at)
  const begun = running ? undefined : await applyRestore(ports, at)
  const publish = bus.publish.bind(bus)
  const config = await savedSettings(ports, at, { publish, args: options.settings, env: environment.env })
  ports.log.setLevel(levelName(config.get('log_level')) as LevelName)
  const screen = options.browser && config.get('launch_browser') && hasScreen(environment)
  const show = async (url: string) => {
    if (screen && !(await openBrowser(ports.processes, environment.platform, url)))
      environment.say(`Open ${url} in a browser.`)
  }

  if (running) {
    environment.say(`Panelkeep is running already: ${running.url}`)
    await show(firstPage(running))
    return 'elsewhere'
  }
  const hasLibrary = begun !== 'anew' && config.hasLogin && (await hadLibrary(ports.files, at))
  const isLost = hasLibrary && (await isDatabaseLost(ports.files, at))
  const unfit = isLost
    ? damagedError(at.database, 'the file is missing or empty')
    : await preflight(ports.files, at.database, await readLastStop(ports.files, at)).catch((error: unknown) => error)
  if (unfit !== undefined && !canRescue(unfit, config)) throw asStartError(unfit, at)
  const listener = openListener(config)
  for (const sentence of listener.problems) ports.log.warn('config', sentence)
  void ports.clock.after(REST_MS).then(compileAsUsual)
  const checkRestart = () =>
    checkRestartSettings(listener, ports, at, { publish: () => {}, args: options.settings, env: environment.env })
  const opening: StartContext = {
    ports,
    at,
    bus,
    config,
    options,
    environment,
    listener,
    show,
    book,
    checkRestart,
    hasLibrary,
  }
  try {
    return unfit === undefined ? await openOrRescue(opening) : await openRescue(opening, damageIn(unfit)!)
  } catch (error) {
    await listener.served.stop(0)
    throw error
  }
}

/** The rescue page needs a login; without one the start fails with a sentence. */
const canRescue = (error: unknown, config: Config) => config.hasLogin && damageIn(error) !== undefined

/** Damage in the journal of the last run only shows when the database is opened. */
async function openOrRescue(opening: StartContext): Promise<RunningApp> {
  try {
    return await open(opening)
  } catch (error) {
    if (!canRescue(error, opening.config)) throw error
    return openRescue(opening, damageIn(error)!)
  }
}

interface StartContext {
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
  /** Set up before, so that its database holds something. */
  hasLibrary: boolean
}

/** All steps that write, after the port is taken and the database was checked. */
async function open({
  ports,
  at,
  bus,
  config,
  options,
  environment,
  listener,
  show,
  book,
  checkRestart,
  hasLibrary,
}: StartContext): Promise<RunningApp> {
  const { files, random, log } = ports
  const made = await prepareDataDirectory(ports, at)
  const [url, run] = [localUrl(listener.served), random.id()]
  let database: Database | undefined
  let lock: { release(): void } | undefined
  try {
    lock = instanceLock.take(at)
    await removePartialFiles(ports, at)
    await config.complete()
    database = await openDatabase(at, bus, hasLibrary)
  } catch (error) {
    database?.close()
    lock?.release()
    if (made) await files.removeFolder(made)
    throw asStartError(error, at)
  }
  book.keepIn(
    new LogFile(at.log, { mostBytes: () => config.get('max_logsize'), mostFiles: () => config.get('max_logfiles') }),
  )
  const db = database
  const heldLock = lock

  const loginItem = makeLoginItem({ ...environment, ...ports, command: loginCommand(environment.executable, options) })
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
      void present().catch((error: unknown) => log.warn('main', 'the next start is shown the setup again', { error }))
    },
    book,
    logLevel: () => log.level,
    restMs: REST_MS,
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
  /** Lets a second start find this run. */
  const present = () => files.write(at.instance, JSON.stringify(here()), 0o600)
  await present()
  listener.answer = (request, peer) => app.fetch(request, peer)
  void app.start()
  void nextTurn().then(() => app.routes()) // so that the first request need not make them

  log.info('main', 'started', { version: VERSION, url, data: at.dataDir, ...db.migrated })
  if (app.auth.needsSetup) environment.say(`Setup token: ${app.auth.setupToken}`)
  environment.say(`Panelkeep is at ${url}`)
  void show(firstPage(here()))

  const desktop = beginDesktop({
    environment,
    ...ports,
    bus,
    loginItem,
    trayController: app.trayController,
    wanted: options.tray,
    logs: dirname(at.log),
    trayFolder: join(at.cache, 'tray'),
    url,
    firstPage: () => firstPage(here()),
    quit: () => void stop('stop'),
  })

  const ended = Promise.withResolvers<ExitKind>()
  let stopping: Promise<void> | undefined
  const stop = (how: ExitKind = 'stop') => {
    stopping ??= end(how).finally(() => ended.resolve(how))
    return stopping
  }
  const end = async (how: ExitKind) => {
    log.info('main', 'stopping', { how })
    bus.publish(
      how === 'stop'
        ? { type: 'shutdown', message: 'Panelkeep is stopping.' }
        : { type: 'restart', message: 'Panelkeep is starting again.' },
    )
    let isClosed = false
    const failed = await shutDown(ports, STOP_MS, {
      tray: () => desktop.stopping(),
      work: () => app.stop(),
      listener: () => listener.served.stop(GRACE_MS),
      desktop: () => desktop.stop(),
      instance: () => files.remove(at.instance),
      database() {
        db.close()
        isClosed = true
      },
      // Without the mark the next start checks the whole database.
      mark: () => (isClosed && !db.isDamaged ? writeLastStop(files, at) : files.remove(at.lastStop)),
      lock: () => heldLock.release(),
    })
    log.info('main', 'stopped', failed.length > 0 ? { failed } : {})
    book.close()
  }
  const fault = (error: unknown) => log.error('main', 'work in the background failed', { error })
  return { url, stop, fault, ended: ended.promise }
}

function realPorts(book: LogBook): Ports & { log: LineLog } {
  return {
    clock: systemClock,
    random: systemRandom,
    http: systemHttp,
    transfers: systemTransfers,
    tcp: systemTcp,
    names: systemNames,
    files: systemFiles,
    processes: systemProcesses,
    programs: systemPrograms,
    mail: systemMail,
    log: lineLog(systemClock.now, book.take),
  }
}

async function openDatabase(at: Layout, bus: Bus, hasLibrary: boolean): Promise<Database> {
  await systemFiles.makeFolder(at.backups, 0o700)
  return new Database(at.database, {
    publish: (event) => bus.publish(event),
    hasLibrary,
    backupPath: (name) => `${at.backups}/before-${name}-${systemClock.now().replaceAll(':', '-')}.db`,
  })
}
