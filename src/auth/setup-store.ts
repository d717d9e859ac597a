import type { Reader, Tx } from '../storage/database'
import type { SetupStep } from './states'
import { setupProgress } from './tables'

const ONLY = 1

/** The step at which the first setup was left; undefined when it is finished. */
export function currentSetupStep(db: Reader): SetupStep | undefined {
  return db.select().from(setupProgress).get()?.step
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
