import { dates } from './locale'

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

/** "14:05". */
export const clockOf = (instant: string | Date): string => dates('clock', CLOCK).format(new Date(instant))

/** "14:05", or "Sun 14:05" on another day. */
export function clockWords(at: string, now = Date.now()): string {
  const time = new Date(at)
  const isToday = new Date(now).toDateString() === time.toDateString()
  return isToday ? clockOf(time) : dates('weekday clock', { weekday: 'short', ...CLOCK }).format(time)
}

/** "14:05:09". */
export const secondWords = (instant: string): string =>
  dates('seconds', { ...CLOCK, second: '2-digit' }).format(new Date(instant))

/** "6 May 2015, 14:05:09", for a hover. */
export const exactWords = (instant: string): string =>
  dates('exact', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant))
