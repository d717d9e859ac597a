import { basename } from 'node:path'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import type { Files } from '../../../base/platform/ports'
import { hasContent } from '../folders/library-folders'
import type { ScannedFileRow } from '../store'

/** Limit of error sentences per series: an unmounted disk has one for each file. */
const MOST_ERRORS = 20

export interface CheckedFiles {
  /** Files that are unchanged since the scan. */
  whole: ScannedFileRow[]
  /** Sentences about the others. */
  errors: string[]
}

/** Compares the files of a group with the disk. Without `whole` and with errors, the group cannot be imported. */
export async function checkFiles(disk: Files, files: readonly ScannedFileRow[]): Promise<CheckedFiles> {
  const whole: ScannedFileRow[] = []
  const errors: string[] = []
  for (const file of files) {
    const problem = await changeOf(disk, file)
    if (problem) errors.push(`${basename(file.path)}: ${problem}`)
    else whole.push(file)
  }
  const away = errors.length > 0 ? await folderAway(disk, files) : undefined
  // Left unchanged, so that everything can be confirmed once the disk is back.
  if (away !== undefined)
    return {
      whole: [],
      errors: [`${away} cannot be read, so nothing was imported. Connect its disk and import again.`],
    }
  const more = errors.length - MOST_ERRORS
  return {
    whole,
    errors: more > 1 ? [...errors.slice(0, MOST_ERRORS), `The same goes for ${more} more files.`] : errors,
  }
}

/** The library folder of these files if nothing in it can be read, as after its disk was unmounted. */
async function folderAway(disk: Files, files: readonly ScannedFileRow[]): Promise<string | undefined> {
  const roots = new Set(files.map(({ path, root_length }) => path.slice(0, root_length - 1)))
  for (const root of roots) if (!(await hasContent(disk, root))) return root
  return undefined
}

async function changeOf(disk: Files, file: ScannedFileRow): Promise<string | undefined> {
  try {
    const facts = await fileFacts(disk, file.path)
    const same = facts.size === file.size && facts.modifiedMs === file.modified_ms
    return same ? undefined : 'The file changed since the scan. Scan again.'
  } catch (error) {
    return error instanceof ArchiveError ? error.detail : 'The file cannot be reached.'
  }
}
