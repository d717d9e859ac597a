import type { RuleSubject } from '../rules/rule-set'
import type { RejectionCode } from './codes'
import type { ParsedRelease } from './parsed-release'
import type { KnownRelease, OfferedRelease, VerdictTarget } from './wanted'

/** Input of every rule. */
export interface RuleCase {
  reading: ParsedRelease
  target: VerdictTarget
  release: OfferedRelease
  known: KnownRelease
  /** Undefined while no release rules exist. */
  subject: RuleSubject | undefined
  /** The current year. */
  year: number
}

export interface Rejection {
  code: RejectionCode
  /** A sentence for users. */
  message: string
}

/** Returns a reason against the release, or nothing. All rules run. */
export type Rule = (the: RuleCase) => Rejection | undefined
