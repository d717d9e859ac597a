import { dirname } from 'node:path'
import type { Config } from '../../base/config/config'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { parseMetronInfo } from '../../base/formats/documents/metroninfo'
import type { Clock, Files } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { FileJournal } from '../filing/journal'
import { checkRoom } from '../filing/room'
import type { FileRow } from '../series/file-store'
import { verifyDocuments, writeDocuments } from './documents'
import { differs, editsOf, notesBefore, type TagDraft, tagDrafts } from './draft'
import { withRefusals } from './outcome'

export interface TagDeps {
  db: Database
  clock: Clock
  config: Config
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'writeMetadata'>
}

/**
 * Writes the metadata of an issue into its file; the bytes of the pages stay the same. `remark` reports oddities.
 * Throws Refusal or ArchiveError when the file was not changed.
 */
export async function tagFile(
  deps: TagDeps,
  batch: () => string,
  file: FileRow,
  issueId: string,
): Promise<{ changed: boolean; remark?: string }> {
  const { clock, journal } = deps
  const { files } = deps.archives
  const drafts = await tagDrafts(deps, file.path, issueId)
  const remark = drafts.flatMap((draft) => draft.remark ?? []).join(' ')
  const changed = drafts.filter(differs)
  if (changed.length === 0) return { changed: false }
  await checkRoom(files, dirname(file.path), file.size)
  const edits = changed.flatMap(editsOf)
  const at = clock.now()
  await journal.writeMetadata(batch(), {
    file_id: file.file_id,
    was: file,
    before_notes: Object.fromEntries(changed.flatMap(notesBefore)),
    make: (temp) => withRefusals(() => writeDocuments(files, { path: file.path, temp }, edits, at)),
    verify: (temp) =>
      withRefusals(async () => {
        for (const each of changed) readBack(each)
        await verifyDocuments(files, { path: file.path, temp }, edits)
      }),
  })
  return { changed: true, ...(remark ? { remark } : {}) }
}

/** Throws XmlError for a document that could not be read back, such as one that is too long. */
function readBack({ document, after }: TagDraft): void {
  if (document === 'ComicInfo.xml') parseComicInfo(after)
  else parseMetronInfo(after)
}
