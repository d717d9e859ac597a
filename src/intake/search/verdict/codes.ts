/**
 * All verdict codes, strongest first: of several reasons the first in this list is reported. `overrideable`: the user
 * may grab the release anyway.
 */
const CODES = {
  'error.evaluation_exception': false,
  'invalid.pubdate_unparseable': false,
  'blocked.duplicate': false,
  'blocked.in_flight': false,
  'blocked.blocklisted': false,
  'rejected.category_mismatch': false,
  'rejected.unparseable_title': true,
  'rejected.password_protected': false,
  'rejected.cover_only': true,
  'rejected.series_mismatch': true,
  'rejected.alternate_series': true,
  'rejected.annual_mismatch': true,
  'rejected.language_mismatch': true,
  'rejected.book_type': true,
  'rejected.unit_mismatch': true,
  'rejected.volume_mismatch': true,
  'rejected.year_mismatch': true,
  'rejected.packs_disabled': true,
  'rejected.pack_issue_absent': true,
  'rejected.issue_mismatch': true,
  'rejected.before_reference_date': true,
  'rejected.size_below_min': true,
  'rejected.size_above_max': true,
  'rejected.seeders_below_min': true,
  'rejected.too_old': true,
  'rejected.format_unwanted': true,
  'rejected.required_missing': true,
  'rejected.score_below_min': true,
  'ignored.search_word': true,
} as const

export type RejectionCode = keyof typeof CODES
export type AcceptedCode = 'accepted.issue' | 'accepted.pack'
export type VerdictCode = RejectionCode | AcceptedCode

const rejectionCodes = Object.keys(CODES) as RejectionCode[]
const SEVERITY = new Map(rejectionCodes.map((code, at) => [code, at]))

export const isOverrideable = (code: RejectionCode): boolean => CODES[code]
/** Negative when `a` is stronger than `b`. */
export const bySeverity = (a: RejectionCode, b: RejectionCode): number => SEVERITY.get(a)! - SEVERITY.get(b)!
