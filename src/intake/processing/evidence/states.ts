/** The parts of an issue that a file can contradict. */
export const mismatchSubjects = ['series', 'number', 'unit', 'edition', 'run', 'year', 'language'] as const
export type MismatchSubject = (typeof mismatchSubjects)[number]

export interface Mismatch {
  subject: MismatchSubject
  /** A sentence without a full stop. */
  message: string
}

/**
 * What one source, a name or a document, says about whether a file is an issue. `nothing`: no evidence, such as an
 * obfuscated name or a bare number. `another`: evidence against the issue.
 */
export type NameEvidence =
  | { says: 'nothing' }
  | { says: 'this' }
  | {
      says: 'another'
      reasons: Mismatch[]
      /**
       * Only the series name differs, and the library has no such series; or only the year of a name without a series.
       * The metadata in the file outweighs both.
       */
      onlyNames: boolean
    }

export const NO_EVIDENCE: NameEvidence = { says: 'nothing' }
