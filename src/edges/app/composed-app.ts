import type { Authentication } from '../../base/auth/feature'
import { type Composition, compose } from './composition'
import type { Dependencies } from './dependencies'
import { jobsOf } from './jobs'
import { makeLifecycle } from './lifecycle'
import { makeTrayController } from './tray-controller'

/** The services behind the gate, without the routes. */
export interface ComposedApp {
  composition: Composition
  life: ReturnType<typeof makeLifecycle>
  trayController: ReturnType<typeof makeTrayController>
}

/** Makes services, jobs and the controller of the tray icon. Throws when the database is not writable. */
export function composeApp(dependencies: Dependencies, authentication: Authentication): ComposedApp {
  const composition = compose(dependencies, authentication)
  for (const job of jobsOf(dependencies.config, composition)) composition.timetable.add(job)
  return {
    composition,
    life: makeLifecycle(composition, dependencies),
    trayController: makeTrayController(dependencies, composition),
  }
}
