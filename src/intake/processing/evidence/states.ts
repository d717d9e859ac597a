/** What a file can contradict. */
export const mismatchSubjects = ['series', 'number', 'unit', 'edition', 'run', 'year', 'language'] as const
export type MismatchSubject = (typeof mismatchSubjects)[number]

export interface Mismatch {
  subject: MismatchSubject
  /** A sentence without a full stop. */
  message: string
}

/**
 * What one source, a name or a document, says of whether a file is an issue. `nothing` is no evidence: an obfuscated
 * name, or a bare number. `another` is evidence against it.
 */
export type NameEvidence =
  | { says: 'nothing' }
  | { says: 'this' }
  | {
      says: 'another'
      reasons: Mismatch[]
      /**
       * Only the name of the series differs, and the library has no such series; or only the year of a name without a
       * series. What a document says of the file outweighs either.
       */
      onlyNames: boolean
    }

export const NO_EVIDENCE: NameEvidence = { says: 'nothing' }
