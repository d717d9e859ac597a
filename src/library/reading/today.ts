import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { dayIn, isZone, ownZone } from './reading-day'
import { lastZone } from './statistics-store'

interface Deps {
  db: { read: ReadHandle }
  clock: Pick<Clock, 'now'>
}

/** The zone that the browser names, else the one of the last reading in a browser, else that of this machine. */
export function readerZone({ db }: Pick<Deps, 'db'>, zone?: string): string {
  if (zone !== undefined && !isZone(zone)) throw new Refusal('invalid', `There is no time zone ${zone}.`)
  return zone ?? lastZone(db.read) ?? ownZone()
}

/** The calendar day where the reader is, as `2026-11-24`. Throws Refusal 'invalid' for an unknown time zone. */
export function today(deps: Deps, zone?: string): string {
  return dayIn(readerZone(deps, zone), deps.clock.now())
}
