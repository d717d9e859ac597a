import type { ReadHandle } from '../../base/storage/database'
import type { ContentType } from '../series/states'
import { libraryView } from './library-store'
import { type FileGroup, groupSteps } from './match'
import type { ParsedFile } from './parsed-file'

/*
 * Recognition identifies files. This is its only interface: scans, the import folder and post-processing import from
 * here alone (architecture.test.ts). Nothing here changes a file or a row.
 *
 * walk           finds files that may be comics below folders
 * inspectFile    opens one: format, pages, ComicInfo and MetronInfo
 * readDocuments  opens one for its documents alone
 * pageMarksIn    the pages that a ComicInfo marks
 * parseFile      parses one: series, run, number, from its documents, its name, its folders and reading lists
 * groupFiles     groups parsed files into series, each with its confidence and the reasons
 * identifyFiles  parses and groups files and finds their series and issues in the library
 * suggestSeries  finds a series of the library by name and year
 */

export { pageMarksIn } from './comicinfo-facts'
export { findDuplicates, firstFileOfEach } from './duplicates'
export { DETAIL_FIELDS, type FileDetails } from './file-details'
export type { FileDocuments } from './file-documents'
export type { ComicFolder, ParseContext } from './folder-facts'
export { makeFolderReader } from './folder-reader'
export type { ConfidencePart } from './group-confidence'
export { type FileToIdentify, type Identification, identifyFiles } from './identify'
export { contentColumns, type FileInspection, inspectFile, readDocuments } from './inspection'
export { numbersOf, unitFor } from './issue-numbers'
export type { LeftOut } from './left-out'
export { type FileGroup, localId } from './match'
export { numberRangeOf, orderKey } from './numbering'
export {
  dateOf,
  type InfoSource,
  type InspectedFile,
  type IssueInLibrary,
  type ParsedComicInfo,
  type ParsedFile,
  parseFile,
  trimComicInfo,
} from './parsed-file'
export { ASIDE, packPictures, pictureFolders, picturesIn } from './pictures'
export { numberKey } from './runs'
export { copiesSentence, fileEvidence, fileShare, numberRangeSentence } from './sentences'
export type { SeriesIds } from './series-facts'
export { issueFor, issueForFile, suggestionColumns, suggestSeries } from './series-match'
export { isTypoOf } from './typos'
export {
  type CandidateFile,
  isComicName,
  isGenericArchiveName,
  isSystemFolder,
  type UnlistedHandler,
  unlistedSentence,
  type WalkHandlers,
  type WalkRoots,
  walk,
} from './walk'

/** Groups files into series, including those of the library; a step at a time, so that other work runs between. */
export function groupFiles(
  files: Iterable<ParsedFile>,
  kind: ContentType,
  db: ReadHandle,
): Generator<undefined, FileGroup[]> {
  return groupSteps(files, kind, libraryView(db, kind))
}
