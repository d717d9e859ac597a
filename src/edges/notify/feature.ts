import type { Config } from '../../base/config/config'
import type { Ports } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { CommandHook } from './command'
import { Hooks } from './hooks'
import type { ImportFacts } from './import-payload'
import { Kavita } from './kavita'
import { Komga } from './komga'
import { Webhook } from './webhook'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'log' | 'http' | 'programs'>
  db: Database
  config: Pick<Config, 'get'>
  libraries: () => string[]
}

/** Hooks: other programs that are notified of imported files. */
export function makeHooks({ ports, db, config, libraries }: Deps) {
  const { clock, random, log, http, programs } = ports
  const hooks = new Hooks({
    db,
    clock,
    random,
    log,
    hooks: [
      new Komga({ http, config }),
      new Kavita({ http, config, libraries }),
      new Webhook({ http, clock, config }),
      new CommandHook({ programs, clock, config, log }),
    ],
  })
  return {
    hooks,
    /** Retries failed calls that are due. */
    tick: () => hooks.tick(),
    arrived: (tx: Tx, facts: ImportFacts) => hooks.arrived(tx, facts),
    idle: () => hooks.idle(),
    stop: () => hooks.stop(),
  }
}
