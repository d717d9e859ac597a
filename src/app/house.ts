import type { Authentication } from '../auth/feature'
import { type Composition, compose } from './composition'
import type { Dependencies } from './dependencies'
import { addJobs } from './jobs'
import { makeLifecycle } from './lifecycle'
import { makeTrayController } from './tray-controller'

/** All that is behind the gate, but for the routes. */
export interface House {
  composition: Composition
  life: ReturnType<typeof makeLifecycle>
  trayController: ReturnType<typeof makeTrayController>
}

/** Builds it left to right: services, jobs, the tray. */
export function makeHouse(dependencies: Dependencies, authentication: Authentication): House {
  const composition = compose(dependencies, authentication)
  addJobs(dependencies.config, composition)
  return {
    composition,
    life: makeLifecycle(composition, dependencies),
    trayController: makeTrayController(dependencies, composition),
  }
}
