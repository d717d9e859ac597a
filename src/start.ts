import type { Config } from './base/config/config'
import { Bus } from './base/events/bus'
import { compileAsUsual } from './base/platform/compiler'
import { type LevelName, levelName } from './base/platform/log'
import { LogBook } from './base/platform/log-book'
import { damagedError, damageIn, preflight } from './base/storage/preflight'
import { VERSION } from './base/version'
import {
  type Environment,
  FAILED,
  openInstance,
  REST_MS,
  type RunContext,
  type RunningApp,
  type StartOptions,
} from './edges/app/run'
import { applyRestore } from './edges/host/apply-restore'
import { hasScreen, openBrowser } from './edges/host/browser'
import { checkRestartSettings } from './edges/host/check-restart'
import { dataDirectory, layout } from './edges/host/data-directory'
import { firstPage, instanceLock } from './edges/host/instance-lock'
import { readLastStop } from './edges/host/last-stop'
import { openListener } from './edges/host/listener'
import { hadLibrary, isDatabaseLost } from './edges/host/prepare-data'
import { realPorts } from './edges/host/real-ports'
import { savedSettings } from './edges/host/saved-settings'
import { asStartError, StartError } from './edges/host/start-error'
import { resumeUpdate } from './edges/host/update/resume-update'

/**
 * Starts Panelkeep. Returns 'elsewhere' when another process runs on the data directory, whose page is opened instead,
 * and 'replaced' when another executable took the place of this one and has to run. Throws StartError with a sentence
 * when the start is impossible; then nothing on disk has changed.
 */
export async function start(
  options: StartOptions,
  environment: Environment,
): Promise<RunningApp | 'elsewhere' | 'replaced'> {
  const book = new LogBook(environment.logLine)
  const ports = realPorts(book)
  const at = layout(dataDirectory(options.dataDir, environment))
  const bus = new Bus((error, event) => ports.log.error('events', 'a listener failed', { event: event.type, error }))
  const running = await instanceLock.other(ports, at)
  const update = running
    ? undefined
    : await resumeUpdate({ ...ports, ...environment, at, version: VERSION, isTrial: options.trial })
  if (update?.kind === 'hand_over') return 'replaced'
  if (options.trial && update?.kind !== 'confirm') throw new StartError('No update waits for a trial.', FAILED)
  const begun = running ? undefined : await applyRestore(ports, at)
  const publish = bus.publish.bind(bus)
  const config = await savedSettings(ports, at, { publish, args: options.settings, env: environment.env })
  ports.log.setLevel(levelName(config.get('log_level')) as LevelName)
  const screen = options.browser && config.get('launch_browser') && hasScreen(environment)
  const show = async (url: string) => {
    if (screen && !(await openBrowser(ports.processes, environment.platform, url)))
      environment.printLine(`Open ${url} in a browser.`)
  }

  if (running) {
    environment.printLine(`Panelkeep is running already: ${running.url}`)
    await show(firstPage(running))
    return 'elsewhere'
  }
  const hasLibrary = begun !== 'anew' && config.hasLogin && (await hadLibrary(ports.files, at))
  const isLost = hasLibrary && (await isDatabaseLost(ports.files, at))
  const unfit = isLost
    ? damagedError(at.database, 'the file is missing or empty')
    : await preflight(ports.files, at.database, await readLastStop(ports.files, at)).catch((error: unknown) => error)
  if (unfit !== undefined && (options.trial || !canRescue(unfit, config))) throw asStartError(unfit, at)
  const listener = openListener(config)
  for (const sentence of listener.problems) ports.log.warn('config', sentence)
  void ports.clock.after(REST_MS).then(compileAsUsual)
  // Long work that begins sooner, such as a scan right after the setup, is compiled from its first file on.
  const stopWaiting = bus.subscribe(({ type }) => {
    if (type !== 'operation.changed') return
    compileAsUsual()
    stopWaiting()
  })
  const checkRestart = () =>
    checkRestartSettings(listener, ports, at, { publish: () => {}, args: options.settings, env: environment.env })
  const opening: RunContext = {
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
    update,
  }
  try {
    return unfit === undefined ? await openOrRescue(opening) : await rescue(opening, damageIn(unfit)!)
  } catch (error) {
    await listener.served.stop(0)
    throw error
  }
}

/** The rescue page needs a login; without one the start fails with a sentence. */
const canRescue = (error: unknown, config: Config) => config.hasLogin && damageIn(error) !== undefined

/** Damage in the journal of the last run only shows when the database is opened. */
async function openOrRescue(opening: RunContext): Promise<RunningApp> {
  try {
    return await openInstance(opening)
  } catch (error) {
    if (opening.options.trial || !canRescue(error, opening.config)) throw error
    return rescue(opening, damageIn(error)!)
  }
}

/** Loaded on demand: hardly any start needs it. */
async function rescue(opening: RunContext, problem: string): Promise<RunningApp> {
  const { openRescue } = await import('./edges/app/rescue')
  return openRescue(opening, problem)
}
