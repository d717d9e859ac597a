import { basename, dirname } from 'node:path'
import { diskSentence } from '../../../base/platform/disk-sentence'
import type { Files } from '../../../base/platform/ports'
import { ClientError } from './client-request'
import { grabMarkOf } from './release-name'

export interface FinishedFiles {
  files: Pick<Files, 'stat' | 'remove' | 'removeFolder'>
  /** Translates a path of the client to a local path. */
  local: (remotePath: string) => string
}

/**
 * Deletes a completed download that the client does not delete itself: the folder named after the grab, or else the
 * single file that the client reported. Any other folder may contain more than our files. Throws ClientError.
 */
export async function removeFinished({ files, local }: FinishedFiles, remotePath: string, name: string): Promise<void> {
  if (remotePath === '') return
  const path = local(remotePath)
  const mark = grabMarkOf(name)
  const marked = mark && [path, dirname(path)].find((each) => basename(each).includes(mark))
  const target = marked || path
  try {
    const facts = await files.stat(target)
    if (facts?.kind === 'folder' && marked) await files.removeFolder(target)
    else if (facts?.kind === 'file') await files.remove(target)
  } catch (error) {
    throw new ClientError('rejected', diskSentence(error, target))
  }
}
