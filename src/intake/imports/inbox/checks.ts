import { normalNumber } from '../../../base/names/numbers'
import { legacy } from '../../../base/refusal'
import type { RequestedSeries } from './new-series'

/** Validates corrections of files in the import folder. Refusals have the form of the older routes. */

const MOST_ROWS = 5000

export type InboxIds = string | string[] | undefined

export interface InboxCorrection {
  issue_number?: string | number
  comic_name?: string
  year?: string | number | null
  volume?: string | number | null
}

/** A list, or ids separated by commas; blank ones are ignored. */
export function inboxIdsOf(input: InboxIds): string[] {
  if (input === undefined) throw legacy('invalid', 'Say which files are meant: imp_ids is missing.')
  const all = (typeof input === 'string' ? input.split(',') : input).map((id) => id.trim())
  const ids = [...new Set(all.filter((id) => id !== ''))]
  if (ids.length > MOST_ROWS) throw legacy('invalid', `Choose at most ${MOST_ROWS} files at once.`)
  return ids
}

/** The columns of a correction; absent fields are left out. */
export function checkCorrection({ issue_number, comic_name, year, volume }: InboxCorrection) {
  if ([issue_number, comic_name, year, volume].every((each) => each === undefined))
    throw legacy('invalid', 'Say what is to be corrected: issue_number is missing.')
  const number = issue_number === undefined ? undefined : normalNumber(String(issue_number).trim())
  if (number === '') throw legacy('invalid', 'The issue number is blank.')
  const name = comic_name?.trim()
  if (name === '') throw legacy('invalid', 'The name of the series is blank.')
  return {
    ...(number === undefined ? {} : { number, number_end: '' }),
    ...(name === undefined ? {} : { series_name: name }),
    ...(year === undefined ? {} : { year: whole(year, 'year', 1800, 2200) }),
    ...(volume === undefined ? {} : { volume: whole(volume, 'volume', 1, 9999) }),
  }
}

/** The series with a trimmed name. */
export function checkedSeries({ name, year, content_type }: RequestedSeries): RequestedSeries {
  const trimmed = name.trim()
  if (trimmed === '') throw legacy('invalid', 'The name of the series is blank.')
  return { name: trimmed, year: whole(year, 'year', 1800, 2200), content_type }
}

function whole(input: string | number | null, what: string, least: number, most: number): number | null {
  if (input === null || input === '') return null
  const value = Number(input)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw legacy('invalid', `The ${what} is a whole number from ${least} to ${most}.`)
}
