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
  /** Undefined while no release rule is set. */
  subject: RuleSubject | undefined
  /** The year it is judged in. */
  year: number
}

export interface Rejection {
  code: RejectionCode
  /** A sentence for people. */
  message: string
}

/** Says what speaks against the release, or nothing. All rules run. */
export type Rule = (the: RuleCase) => Rejection | undefined
