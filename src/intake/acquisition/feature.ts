import type { Config } from '../../base/config/config'
import type { Clock, Log, Random } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { JobState } from '../../base/work/timetable'
import { AcquisitionGate } from './gate'
import { Maintenance } from './maintenance'
import { GateControls } from './service'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  config: Pick<Config, 'get' | 'onChange'>
  /** The state of a job by its name. */
  findJob: (name: string) => JobState | undefined
}

/** Jobs that the gate holds. */
const HELD_JOBS = ['search', 'rss', 'next_candidate']

/** The gate of everything that searches and grabs. */
export function makeAcquisition({ db, clock, random, log, config, findJob }: Deps) {
  const gate = new AcquisitionGate({ db, clock, random, log, isPaused: () => config.get('searching_paused') })
  config.onChange((keys) => {
    if (keys.includes('searching_paused')) gate.changed()
  })
  const maintenance = new Maintenance({ db, clock, log, gate })
  const jobs = () => HELD_JOBS.flatMap((name) => findJob(name) ?? [])
  return { gate, maintenance, acquisitionGate: new GateControls({ db, gate, maintenance, jobs }) }
}
