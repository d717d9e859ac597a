import { basename, dirname } from 'node:path'
import { diskSentence } from '../../filing/faults'
import type { Files } from '../../platform/ports'
import { ClientError } from './client-request'
import { markOf } from './names'

export interface Shelf {
  files: Pick<Files, 'stat' | 'remove' | 'removeFolder'>
  /** What this machine calls a path that the client tells of. */
  local: (remotePath: string) => string
}

/**
 * Deletes what a client has finished and does not delete itself: the folder that bears the mark of our grab, or else
 * the one file that it told of. Any other folder may hold more than ours. Throws Trouble.
 */
export async function removeFinished({ files, local }: Shelf, remotePath: string, name: string): Promise<void> {
  if (remotePath === '') return
  const path = local(remotePath)
  const mark = markOf(name)
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
