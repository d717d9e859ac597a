import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { dayIn, isZone, ownZone } from './reading-day'
import { lastZone } from './statistics-store'

interface Deps {
  db: { read: ReadHandle }
  clock: Pick<Clock, 'now'>
}

/** The browser's zone, else the zone of the last reading in a browser, else this machine's. */
export function readerZone({ db }: Pick<Deps, 'db'>, zone?: string): string {
  if (zone !== undefined && !isZone(zone)) throw new Refusal('invalid', `There is no time zone ${zone}.`)
  return zone ?? lastZone(db.read) ?? ownZone()
}

/** The calendar day at the reader's place, as `2026-11-24`. Throws Refusal 'invalid' for an unknown time zone. */
export function today(deps: Deps, zone?: string): string {
  return dayIn(readerZone(deps, zone), deps.clock.now())
}
