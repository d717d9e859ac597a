import type { Socket } from '../auth/gate'
import type { Auth } from '../auth/service'
import type { Config } from '../config/config'
import type { Bus } from '../events/bus'
import type { Asset } from '../http/static'
import type { Machine } from '../notify/services/desktop'
import type { LevelName } from '../platform/log'
import type { LogBook } from '../platform/log-book'
import type { Ports } from '../platform/ports'
import type { Database } from '../storage/database'
import type { DataPaths } from '../system/backups/data-paths'
import type { LoginItem } from '../system/login-item'
import type { Network } from '../system/network'
import type { TrayController } from '../system/tray-controller'

export interface Dependencies {
  ports: Ports
  config: Config
  db: Database
  bus: Bus
  /** Key that signs sessions; kept in `.secure/` under the data directory. */
  sessionKey: Uint8Array
  /** Folder for covers and thumbnails; may be deleted at any time. */
  cacheDir: string
  /** Where the library, its settings and its backups lie. */
  room: DataPaths
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
  /** Milliseconds after the start in which no job begins. */
  restMs: number
  /** Looks whether a restart would come to anything. Throws Refusal. */
  mayReturn: () => Promise<void>
  /** Ends this run a moment later, for good or to begin again. */
  leave: (how: 'stop' | 'restart') => void
}

export interface App {
  fetch(request: Request, socket: Socket): Promise<Response>
  /** Takes up interrupted work and begins the timetable. Resolves when the jobs that were due have run. */
  start(): Promise<void>
  /** Ends streams and work; rows of unfinished work stay for the next start. */
  stop(): Promise<void>
  /** Resolves when no work is queued or running. */
  idle(): Promise<void>
  auth: Auth
  /** What the icon in the tray shows and does. */
  desk: TrayController
  routes(): readonly { method: string; path: string }[]
}
