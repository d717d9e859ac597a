import type { Socket } from '../../base/auth/request-gate'
import type { Auth } from '../../base/auth/service'
import type { Config } from '../../base/config/config'
import type { Bus } from '../../base/events/bus'
import type { Asset } from '../../base/http/static'
import type { LevelName } from '../../base/platform/log'
import type { LogBook } from '../../base/platform/log-book'
import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Machine } from '../notify/services/desktop'
import type { DataPaths } from '../system/backups/data-paths'
import type { LoginItem } from '../system/login-item'
import type { Network } from '../system/network'
import type { ApiRoute } from '../system/openapi/document'
import type { TrayController } from '../system/tray-controller'
import type { Installation } from '../system/updates/installation'
import type { UpdateResult } from '../system/updates/pending-update'

export interface Dependencies {
  ports: Ports
  config: Config
  db: Database
  bus: Bus
  /** Signs sessions; kept in `.secure/` under the data directory. */
  sessionKey: Uint8Array
  /** Folder for covers and thumbnails; may be deleted at any time. */
  cacheDir: string
  /** Paths of the database, the settings and the backups. */
  paths: DataPaths
  /** Folder of direct downloads and our own torrents, unless the settings name another one. */
  downloadsDir: string
  /** The built pages; empty when they were not built. */
  pages: Asset[]
  version: string
  /** How this copy was installed. */
  installation: Installation
  /** The public key of updates, compiled in. */
  updateKey: string
  /** Folder of an update that waits for its restart. */
  updateFolder: string
  /** Random id of this run, by which a second start recognises it. */
  instance: string
  /** The bound sockets. */
  network: Network
  /** The folder in which the folder picker starts. */
  home: string
  /** Called when the first login was created: from then on, other machines may be allowed. */
  onLoginCreated: () => void
  /** The lines of the log, and the minimum log level. */
  book: LogBook
  logLevel: () => LevelName
  /** Starting when the user logs in to this computer. */
  loginItem: LoginItem
  /** The computer that shows desktop notifications. */
  machine: Machine
  /** Milliseconds after the start before the first job runs. */
  restMs: number
  /** Called once, before the first route runs; `start` is that of the app. */
  beforeRoutes?: (start: App['start']) => void
  /** Checks whether a restart would work. Throws Refusal. */
  checkRestart: () => Promise<void>
  /** Ends this run after the response is sent: to stop, to restart, or to run another version. */
  endRun: (how: 'stop' | 'restart' | 'update') => void
}

export interface App {
  fetch(request: Request, socket: Socket): Promise<Response>
  /**
   * Records the result of the last update, resumes interrupted work and starts the timetable. Resolves when the jobs
   * that were due have run.
   */
  start(updateResult?: UpdateResult): Promise<void>
  /** Ends streams and work; rows of unfinished work stay for the next start. */
  stop(): Promise<void>
  /** Resolves when no work is queued or running. */
  idle(): Promise<void>
  auth: Auth
  /** State and commands of the tray icon. */
  trayController(): Promise<TrayController>
  /** Loads and makes the services and their routes, unless a request already did. */
  routes(): Promise<readonly ApiRoute[]>
}
