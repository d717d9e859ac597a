import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import type { SetupStep } from './states'
import { setupProgress } from './tables'

const ONLY = 1

const progress = preparedQuery((db: ReadHandle) => db.select().from(setupProgress).prepare())

/** The step at which the first setup was left; undefined when it is finished. */
export function currentSetupStep(db: ReadHandle): SetupStep | undefined {
  return progress(db).get()?.step
}

/** Null: the setup is finished. */
export function keepSetupStep(tx: Tx, step: SetupStep | null): void {
  if (step === null) {
    tx.delete(setupProgress).run()
    return
  }
  tx.insert(setupProgress)
    .values({ only: ONLY, step })
    .onConflictDoUpdate({ target: setupProgress.only, set: { step } })
    .run()
}
