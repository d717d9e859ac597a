import { ArchiveError } from '../formats/archives/fault'
import { XmlError } from '../platform/xml'
import { Refusal } from '../refusal'

/** What came of one file. */
export interface Outcome {
  file_id: string
  issue_id: string | null
  path: string
  /** `unchanged`: it was as it should be already. `failed`: it was left as it is, and `sentence` says why. */
  state: 'done' | 'unchanged' | 'failed'
  sentence: string | null
}

/** What stands in the way of one file, for whoever reads about it; other errors are faults of ours. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ArchiveError) return error.detail
  return error instanceof XmlError ? error.message : undefined
}

/** The same as a refusal, which the journal writes down as it is. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = error instanceof Refusal ? undefined : sentenceOf(error)
    throw sentence === undefined ? error : new Refusal('invalid', sentence, {}, { cause: error })
  }
}
