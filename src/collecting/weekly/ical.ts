import type { Instant } from '../../base/platform/ports'
import { addDays } from './calendar'

/** A calendar in the format of RFC 5545. */

export interface CalendarEntry {
  /** Stable for each issue: calendars recognise entries by it. */
  uid: string
  day: string
  summary: string
  description: string
  /** The page of the issue; undefined when this machine has no address for other devices. */
  url: string | undefined
  confirmed: boolean
  changed: Instant
}

/** How often calendars check for changes. */
const REFRESH = 'PT12H'

/** A calendar whose entries last all day and leave the day free. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Panelkeep//Releases//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function entryLines({ uid, day, summary, description, url, confirmed, changed }: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(uid)}`,
    `DTSTAMP:${utcValue(changed)}`,
    `LAST-MODIFIED:${utcValue(changed)}`,
    `DTSTART;VALUE=DATE:${dateValue(day)}`,
    `DTEND;VALUE=DATE:${dateValue(addDays(day, 1))}`,
    `SUMMARY:${textValue(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${textValue(description)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    `STATUS:${confirmed ? 'CONFIRMED' : 'TENTATIVE'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const dateValue = (day: string) => day.replaceAll('-', '')
const utcValue = (at: Instant) => `${at.slice(0, 19).replace(/[-:]/g, '')}Z`

function textValue(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Bytes of a line, without its end. */
const LINE_BYTES = 75

/** Folds a line of more bytes: it continues after a line end and a blank, and no character is split. */
function folded(line: string): string {
  const lines: string[] = []
  let [rest, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES) {
      lines.push(rest)
      // The blank counts.
      ;[rest, bytes] = ['', 1]
    }
    rest += character
    bytes += size
  }
  return [...lines, rest].join('\r\n ')
}
