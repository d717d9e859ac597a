import { ArchiveError } from '../../base/formats/archives/archive-error'
import { XmlError } from '../../base/platform/xml'
import { Refusal } from '../../base/refusal'

/** The outcome of one file. */
export interface TagOutcome {
  file_id: string
  issue_id: string | null
  path: string
  /** `unchanged`: the file was up to date. `failed`: the file was not changed, and `sentence` says why. */
  state: 'done' | 'unchanged' | 'failed'
  sentence: string | null
}

/** The reason of a failure as a sentence; undefined for bugs. */
export function errorSentence(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ArchiveError) return error.detail
  return error instanceof XmlError ? error.message : undefined
}

/** Turns such errors into refusals, whose sentence the journal stores. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = error instanceof Refusal ? undefined : errorSentence(error)
    throw sentence === undefined ? error : new Refusal('invalid', sentence, {}, { cause: error })
  }
}
