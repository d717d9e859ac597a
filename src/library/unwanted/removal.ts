import { parsePageId } from '../../base/formats/archives/page-prints'
import type { SerialQueue } from '../../base/platform/serial-queue'
import { countWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import { FILE_GONE } from '../filing/refusals'
import { fileWithId } from '../series/file-store'
import type { FilesPayload, TagStep } from '../tagging/file-run'
import type { PageCheck } from './page-check'
import { decide } from './page-store'
import { type RemoveDeps, removePages } from './remove-pages'
import type { PageRule } from './states'

export interface RemovalPayload extends FilesPayload {
  page_ids: string[]
  rule?: PageRule | null
}

/** Removes pages from each file of the payload. */
export function removalStep(
  deps: RemoveDeps & { check: PageCheck; queue: SerialQueue },
  payload: FilesPayload,
): TagStep {
  const { page_ids, rule } = payload as RemovalPayload
  const sums = page_ids.flatMap((id) => parsePageId(id) ?? [])
  return {
    kind: 'remove_pages',
    title: (count) => `Pages removed from ${countWords(count, 'file')}`,
    begun: (tx) => (rule === undefined ? undefined : decide(tx, sums, { rule, decided_at: deps.clock.now() })),
    // Two runs may have the same file: the second removes its pages from what the first left.
    one: (batch, { file_id }) =>
      deps.queue.run(async () => {
        const file = fileWithId(deps.db.read, file_id)
        if (!file) throw new Refusal('missing', FILE_GONE)
        const outcome = await removePages(deps, batch, file, sums)
        if (outcome.changed) await deps.check.checkFile(file_id)
        return outcome
      }),
  }
}
