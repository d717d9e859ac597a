import type { Backups } from '../backups/service'

interface Deps {
  backups: Backups
  database: string
  /** SQLite's error message. */
  problem: string
}

/** Remedies for a damaged database. Nothing here writes to it. */
export class Rescue {
  constructor(private readonly deps: Deps) {}

  async read() {
    const { backups, database, problem } = this.deps
    return { problem, database, backups: await backups.list(), folder: backups.folder }
  }

  restore(backupId: string, withSettings: boolean): Promise<void> {
    return this.deps.backups.restore(backupId, { withSettings, isWhole: false })
  }

  beginAnew(): Promise<void> {
    return this.deps.backups.beginAnew()
  }
}
