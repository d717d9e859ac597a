import { normalNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { isDay } from '../../base/platform/clock'
import type { ReleaseRecord } from '../../library/metadata/providers/provider'
import type { DaySpan } from './calendar'
import type { ReleaseFailure } from './states'

/** Decides whether a source's list of a week may replace the stored one. Pure. */

export type AcceptedWeek = { ok: ReleaseRecord[] } | { failure: ReleaseFailure; detail: string }

interface Asked {
  week: DaySpan
  label: string
  /** Number of stored releases of the week. */
  kept: number
}

/** Some weeks are thin, but no week loses nine of ten releases. */
const LEAST_SHARE = 0.1
const MOST = 3000
const LONGEST_NAME = 300
const LONGEST_NUMBER = 40
const LONGEST_ID = 255

/**
 * Releases of other days are left out. Nothing is replaced by a list that is mostly of other weeks, that is empty
 * though releases are known, or that lacks nearly all of them.
 */
export function acceptWeek(records: readonly ReleaseRecord[], { week, label, kept }: Asked): AcceptedWeek {
  const usable = records.filter(isUsable)
  const inside = usable.filter(({ day }) => day >= week.first && day <= week.last)
  if (inside.length * 2 < usable.length)
    return { failure: 'wrong_week', detail: `${label} sent releases of another week. Earlier releases are kept.` }
  if (inside.length === 0 && records.length > 0 && usable.length === 0)
    return {
      failure: 'unreadable',
      detail: `${label} sent releases without a name or a date. Earlier releases are kept.`,
    }
  if (inside.length > MOST)
    return {
      failure: 'unreadable',
      detail: `${label} sent more than ${MOST} releases for one week. Earlier releases are kept.`,
    }
  if (inside.length < kept * LEAST_SHARE)
    return {
      failure: 'empty',
      detail: `${label} sent ${inside.length} of ${kept} releases. Earlier releases are kept.`,
    }
  return { ok: eachOnce(inside) }
}

/**
 * Sources give one id to two releases, such as a book and its second printing: the later one gets its name added to
 * the id.
 */
function eachOnce(records: readonly ReleaseRecord[]): ReleaseRecord[] {
  const known = new Map<string, ReleaseRecord>()
  for (const record of records) {
    const first = known.get(record.id)
    const isOther = first !== undefined && nameIn(first) !== nameIn(record)
    const id = isOther ? `${record.id} ${nameIn(record)}`.slice(0, LONGEST_ID) : record.id
    known.set(id, { ...record, id })
  }
  return [...known.values()]
}

const nameIn = ({ series, kind, unit, number }: ReleaseRecord): string =>
  `${matchKey(series)} ${kind} ${unit} ${normalNumber(number)}`

function isUsable({ id, day, series, number }: ReleaseRecord): boolean {
  const named = series !== '' && series.length <= LONGEST_NAME && number.length <= LONGEST_NUMBER
  return named && id !== '' && id.length <= LONGEST_ID && isDay(day)
}
