import type { Config } from '../../base/config/config'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { type ComicInfo, parseComicInfo } from '../../base/formats/documents/comicinfo'
import { writeComicInfo } from '../../base/formats/documents/comicinfo-writer'
import { type MetronInfo, parseMetronInfo } from '../../base/formats/documents/metroninfo'
import { writeMetronInfo } from '../../base/formats/documents/metroninfo-writer'
import type { ZipEdit } from '../../base/formats/zip/writer'
import { XmlError } from '../../base/platform/xml'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { type DocumentName, documentText, type KeptDocument, openDocuments, refuseOthers } from './documents'
import { knownTagFacts, sheetOptions } from './facts'
import { comicInfoOf, metronInfoOf } from './sheet'

/** A document before and after. */
export interface TagDraft {
  /** Also the name of the document's entry at the root. */
  document: DocumentName
  before: Uint8Array | undefined
  after: string
  atRoot: KeptDocument['atRoot']
  /** A remark for the user, as a sentence. */
  remark?: string
}

interface Deps {
  db: { read: ReadHandle }
  config: Config
  archives: ArchiveDeps
}

/**
 * The documents to write into an issue's file. Throws ArchiveError when the file cannot be opened, and Refusal when its
 * format cannot be written or the issue is not in the library.
 */
export async function tagDrafts(deps: Deps, path: string, issueId: string): Promise<TagDraft[]> {
  const { db, config, archives } = deps
  const opened = await openDocuments(path, archives)
  refuseOthers(opened)
  const known = knownTagFacts(db.read, config, issueId)
  if (!known) throw new Refusal('missing', 'The issue is no longer in the library.')
  const all = { ...known, pages: opened.pages, cover: opened.cover }
  const drafts: TagDraft[] = []
  if (config.get('ct_tag_cr')) {
    const write = (bytes: Uint8Array | undefined) => {
      const kept: ComicInfo | undefined = bytes && parseComicInfo(bytes)
      const fields = comicInfoOf(all, sheetOptions(config), kept)
      return writeComicInfo(fields, bytes, config.get('ct_comicinfo_version'))
    }
    drafts.push(draft('ComicInfo.xml', opened.documents['ComicInfo.xml'], write))
  }
  if (config.get('ct_tag_metroninfo')) {
    const write = (bytes: Uint8Array | undefined) => {
      const kept: MetronInfo | undefined = bytes && parseMetronInfo(bytes)
      return writeMetronInfo(metronInfoOf(all, kept), bytes)
    }
    drafts.push(draft('MetronInfo.xml', opened.documents['MetronInfo.xml'], write))
  }
  return drafts
}

function draft(document: DocumentName, kept: KeptDocument, write: (bytes?: Uint8Array) => string): TagDraft {
  const { bytes: before, atRoot } = kept
  try {
    return { document, before, atRoot, after: write(before) }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const remark = `The old ${document} could not be read, so it was replaced: ${error.message}`
    return { document, before, atRoot, after: write(undefined), remark }
  }
}

/** False when the file already has the same document where every reader finds it. */
export const differs = ({ document, atRoot, after }: TagDraft) =>
  atRoot.length !== 1 || atRoot[0]?.name !== document || documentText(atRoot[0].bytes) !== after

/** Writes the document under its exact name and removes entries of other spellings. */
export function editsOf({ document, atRoot, after }: TagDraft): ZipEdit[] {
  const others = atRoot.filter(({ name }) => name !== document)
  return [
    ...others.map(({ name }) => ({ name, content: null })),
    { name: document, content: new Uint8Array(Buffer.from(after)) },
  ]
}

/** The current content of the entries of `editsOf`, for undo. */
export function notesBefore({ document, atRoot }: TagDraft): [name: string, note: string | null][] {
  return [[document, null], ...atRoot.map(({ name, bytes }) => [name, documentText(bytes)] as [string, string | null])]
}
