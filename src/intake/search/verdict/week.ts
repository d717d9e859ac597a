import { between } from '../../../base/platform/clock'

/** A pack of one week's releases, parsed from its name. */
export interface PackWeek {
  /** The date in its name: `2024-05-15`. */
  day: string
  /** Publishers in its name, such as `marvel`, `dark horse`, `indie`; none when the pack has everything. */
  publishers: string[]
}

const WORDS = /\b(?:0[-_. ]?day|week(?:ly)?)\b/i
const YEAR_FIRST = /\b((?:19|20)\d\d)\)?[-._ /](\d{1,2})[-._ /](\d{1,2})\b/
const MONTH_FIRST = /\b(\d{1,2})[-._ /](\d{1,2})[-._ /]((?:19|20)\d\d)\b/
const PUBLISHER = /\b(?:marvel|dc|image|indie|dark[ .]horse|idw|boom|dynamite|titan|valiant)\b/gi

/** "0-Day Week of 2024.05.15", "Marvel Week+ (05-15-2024)", "2024.05.15 Weekly Pack"; undefined for anything else. */
export function readPackWeek(title: string): PackWeek | undefined {
  if (!WORDS.test(title)) return undefined
  const first = YEAR_FIRST.exec(title)
  const last = first ? undefined : MONTH_FIRST.exec(title)
  const [year, month, day] = first ? [first[1], first[2], first[3]] : [last?.[3], last?.[1], last?.[2]]
  if (!year || !month || !day || Number(month) > 12 || Number(day) > 31) return undefined
  // A series may be named "Weekly": a title with its own number is an issue of it.
  if (/#\s*\d|\b\d{3,4}\b(?![-._ /]\d)/.test(title.replace((first ?? last)![0], ' '))) return undefined
  return {
    day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    publishers: (title.match(PUBLISHER) ?? []).map((name) => name.toLowerCase().replace('.', ' ')),
  }
}

const DAY_MS = 86_400_000

/** Weeks of comic shops, from Wednesday to Tuesday: 1969-12-31 was a Wednesday. `day` as in `2024-05-15`. */
export const shopWeekOf = (day: string): number =>
  Math.floor((between('1970-01-01T00:00:00.000Z', `${day}T00:00:00.000Z`) / DAY_MS + 1) / 7)
