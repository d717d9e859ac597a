import type { Bus } from '../../base/events/bus'
import type { AppEvent } from '../../base/events/types'
import type { Clock, Files, Log, Processes } from '../../base/platform/ports'
import type { LoginItem } from '../system/login-item'
import type { TrayController } from '../system/tray-controller'
import { type DesktopEnvironment, folderOpener, opener } from './browser'
import { iconFor } from './tray/icon-for'
import { keepIcon } from './tray/keep-icon'
import { STOPPING_VIEW, type TrayCommand, trayViewOf } from './tray/tray-view'

/** Events that may change the icon. A missed event does no harm, since the icon is also updated each minute. */
const MOVES: ReadonlySet<AppEvent['type']> = new Set(['status.changed', 'config.changed', 'operation.changed'])
/** The shortest time between two updates, so that the menu stays readable. */
const APART_MS = 500
const ANYWAY_MS = 60_000

interface Deps {
  environment: DesktopEnvironment
  /** False: no icon is shown. */
  wanted: boolean
  bus: Bus
  clock: Clock
  log: Log
  processes: Processes
  trayController: TrayController
  loginItem: LoginItem
  files: Files
  /** Cache of the tray; may be deleted at any time. */
  trayFolder: string
  /** The folder of the log files. */
  logs: string
  /** The address for a browser on this machine, and its first page. */
  url: string
  firstPage: () => string
  quit: () => void
}

export interface Desktop {
  /** Turns the icon grey and removes its commands. */
  stopping(): void
  stop(): Promise<void>
}

/** The tray icon: shows the state, with the most used commands in its menu. */
export function beginDesktop({ environment, wanted, ...deps }: Deps, open = iconFor(environment, deps)): Desktop {
  if (!wanted || !open) return { stopping() {}, async stop() {} }
  const { bus, clock, log, trayController, loginItem } = deps
  const ended = new AbortController()
  const seen = () =>
    trayViewOf({ ...trayController.glance(), starts_at_login: loginItem.seen().starts_at_login ?? undefined })
  const acts = actions(deps, environment.platform)
  const act = async (command: TrayCommand) => {
    log.info('tray', 'command chosen in the tray', { command })
    try {
      await acts[command]()
    } catch (error) {
      log.error('tray', 'tray command failed', { command, error })
    }
    look()
  }
  const tray = keepIcon({ open, clock, log, chosen: (command) => void act(command) }, seen())
  const look = () => {
    if (!ended.signal.aborted) tray.show(seen())
  }
  const failed = (error: unknown) => log.warn('tray', 'login item cannot be read', { error })
  void loginItem.read().then(look, failed)
  let isDue = false
  const soon = async () => {
    if (isDue) return
    isDue = true
    await clock.after(APART_MS, ended.signal)
    isDue = false
    look()
  }
  const unheard = bus.subscribe(({ type }) => void (MOVES.has(type) && soon()))
  const anyway = async () => {
    while (!ended.signal.aborted) {
      await clock.after(ANYWAY_MS, ended.signal)
      look()
    }
  }
  void anyway()
  return {
    stopping() {
      ended.abort()
      unheard()
      tray.show(STOPPING_VIEW)
    },
    async stop() {
      ended.abort()
      unheard()
      await tray.stop()
    },
  }
}

type Acting = Pick<Deps, 'trayController' | 'loginItem' | 'processes' | 'logs' | 'url' | 'firstPage' | 'quit'>

function actions({ trayController, loginItem, processes, logs, url, firstPage, quit }: Acting, platform: string) {
  const show = async (what: string[]) => {
    if (!(await processes.launch(what))) throw new Error(`${what[0]} did not start.`)
  }
  const acts: Record<TrayCommand, () => unknown> = {
    open: () => show(opener(platform, firstPage())),
    attention: () => show(opener(platform, `${url}/activity/attention`)),
    scan: () => trayController.scanLibrary(),
    pause: () => trayController.pauseSearching(true),
    resume: () => trayController.pauseSearching(false),
    logs: () => show(folderOpener(platform, logs)),
    start_at_login: () => loginItem.set(true),
    not_at_login: () => loginItem.set(false),
    quit,
  }
  return acts
}
