import type { RuleSubject } from '../rules/rule-set'
import type { RejectionCode } from './codes'
import type { ParsedRelease } from './parsed-release'
import type { KnownRelease, Release, Target } from './wanted'

/** Input of every rule. */
export interface Case {
  reading: ParsedRelease
  target: Target
  release: Release
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
export type Rule = (the: Case) => Rejection | undefined
