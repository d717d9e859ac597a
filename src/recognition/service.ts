import type { ContentType } from '../series/states'
import type { Reader } from '../storage/database'
import { libraryView } from './library-store'
import { type Group, matching } from './match'
import type { Claim } from './parsed-file'

/*
 * Recognition says what a file is. This is its one interface: scans, the import folder and post-processing import from
 * here alone (architecture.test.ts). Nothing here changes a file or a row.
 *
 * walk           finds files that may be comics below folders
 * lookAt         opens one: format, pages, ComicInfo and MetronInfo
 * claimOf        parses one: series, run, number, from its documents, its name, its folders and reading lists
 * groupFiles     groups parsed files into series and says how sure that is and why
 * identifyFiles  parses and groups files and finds their series and issues in the library
 * suggestSeries  finds a series of the library by name and year
 */

export { findTwins, firstOfEach } from './duplicates'
export type { Place, Reading } from './folder-facts'
export { placeReader } from './folder-reader'
export { type Identification, identifyFiles, type Sighting } from './identify'
export { contentOf, type Look, lookAt } from './inspection'
export { numbersOf, unitFor } from './issue-numbers'
export { type Group, localId } from './match'
export { orderKey, stretchOf } from './numbering'
export { type Claim, claimOf, dateOf, type FileSeen, type Held, type SaidBy, type Told, toldOf } from './parsed-file'
export { numberKey } from './runs'
export type { ConfidencePart } from './score'
export { copiesSentence, fileEvidence, filesOf, stretchSentence } from './sentences'
export type { SeriesIds } from './series-facts'
export { issueFor, suggestionColumns, suggestSeries } from './series-match'
export { type Found, mayBeAnything, type Unlisted, unlistedSentence, type Walk, walk } from './walk'

/** Groups files into series, among those of the library; a step at a time, so that other work runs between. */
export function groupFiles(files: Iterable<Claim>, kind: ContentType, db: Reader): Generator<undefined, Group[]> {
  return matching(files, kind, libraryView(db, kind))
}
