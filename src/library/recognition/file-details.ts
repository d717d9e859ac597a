import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { countWords } from '../../base/platform/words'
import type { IssueFacts } from '../metadata/providers/provider'

/** The fields of a file that describe its issue but identify nothing, as the file writes them. */
export type FileDetails = Pick<IssueFacts, 'age_rating' | 'genres' | 'tags'>
type Described = Pick<ComicInfo, 'ageRating' | 'genre' | 'tags'>

/** The limits of the editor. */
const MOST_RATING = 100
const MOST_WORD = 300
const MOST_WORDS = 200

export function fileDetails({ ageRating, genre, tags }: Described = {}): FileDetails {
  return {
    ...(ageRating ? { age_rating: ageRating.slice(0, MOST_RATING) } : {}),
    ...(genre ? { genres: bounded(genre) } : {}),
    ...(tags ? { tags: bounded(tags) } : {}),
  }
}

const bounded = (words: readonly string[]) => words.slice(0, MOST_WORDS).map((word) => word.slice(0, MOST_WORD))

/** A sentence about each detail that is too long to be kept whole. */
export function detailRemarks({ ageRating = '', genre = [], tags = [] }: Described = {}): string[] {
  const isLong = ageRating.length > MOST_RATING
  return [...(isLong ? ['Its age rating was shortened'] : []), ...remarksOn(genre, 'genre'), ...remarksOn(tags, 'tag')]
}

function remarksOn(words: readonly string[], name: string): string[] {
  const isLong = words.slice(0, MOST_WORDS).some((word) => word.length > MOST_WORD)
  const isMany = words.length > MOST_WORDS
  return [
    ...(isMany ? [`Of its ${countWords(words.length, name)}, the first ${MOST_WORDS} are kept`] : []),
    ...(isLong ? [`Its ${name}s were shortened`] : []),
  ]
}
