import { dirname } from 'node:path'
import type { Child, Processes } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { CopyAnswer, CopyFacts, CopyRequest } from '../../../base/storage/database-helper'

export const noRoom = (folder: string) => `No free space on the disk of ${folder}. Free some space and try again.`

const ROLE = '--database-helper'
const COUNTED = ['series', 'issues']

/** Copies and checks databases, each in its own process. */
export class Copier {
  private readonly children = new Set<Child>()
  private stopped = false

  constructor(private readonly processes: Pick<Processes, 'helper'>) {}

  /** Copies the database `from`, which is in use, to the new file `to` and checks the copy. Throws Refusal. */
  copy(from: string, to: string): Promise<CopyFacts> {
    return this.ask({ from, path: to, count: COUNTED })
  }

  /** Checks a database that is not in use. Throws Refusal when it is damaged or cannot be read. */
  examine(path: string): Promise<CopyFacts> {
    return this.ask({ path, count: COUNTED })
  }

  /** Aborts running copies and checks, which then fail. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const child of this.children) child.kill()
    await Promise.all([...this.children].map((child) => child.ended))
  }

  private async ask(ask: CopyRequest): Promise<CopyFacts> {
    if (this.stopped) throw new Refusal('unavailable', 'Panelkeep is stopping.')
    const child = this.processes.helper(ROLE)
    this.children.add(child)
    try {
      child.send(ask)
      const next = await child.frames[Symbol.asyncIterator]().next()
      if (next.done) throw new Refusal('unavailable', 'The backup was interrupted. Start it again.')
      return factsOf(next.value.header as CopyAnswer, ask)
    } finally {
      child.kill()
      await child.ended
      this.children.delete(child)
    }
  }
}

function factsOf(answer: CopyAnswer, { from, path }: CopyRequest): CopyFacts {
  if ('facts' in answer) return answer.facts
  if (answer.fault === 'full') throw new Refusal('unavailable', noRoom(dirname(path)))
  const what = from === undefined ? `The copy ${path}` : 'The library database'
  if (answer.fault === 'failed')
    throw new Refusal('unavailable', `${what} could not be read: ${answer.detail.replace(/\.$/, '')}.`)
  const next = from === undefined ? 'Choose another backup.' : 'Restore the newest good backup.'
  throw new Refusal('conflict', `${what} is damaged (${answer.detail}). ${next}`)
}
