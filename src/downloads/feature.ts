import type { Config } from '../config/config'
import type { Ports } from '../platform/ports'
import type { Database } from '../storage/database'
import type { Job } from '../work/timetable'
import { Clients } from './clients/clients'
import { Journal } from './journal'

interface World extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
}

/** What was grabbed, and where it is handed to. */
export function makeDownloads({ db, clock, random, log, files, config }: World) {
  const clients = new Clients({ files, config })
  const journal = new Journal({ db, clock, random, log, clients })
  // A client that could not be asked at the start is asked again.
  const jobs: Job[] = [{ name: 'grabs_left', everyMinutes: () => 5, run: () => journal.recover() }]
  return { journal, clients, jobs }
}
