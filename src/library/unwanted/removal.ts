import { parsePageId } from '../../base/formats/archives/page-prints'
import { countWords } from '../../base/platform/words'
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
export function removalStep(deps: RemoveDeps & { check: PageCheck }, payload: FilesPayload): TagStep {
  const { page_ids, rule } = payload as RemovalPayload
  const sums = page_ids.flatMap((id) => parsePageId(id) ?? [])
  return {
    kind: 'remove_pages',
    title: (count) => `Pages removed from ${countWords(count, 'file')}`,
    begun: (tx) => (rule === undefined ? undefined : decide(tx, sums, { rule, decided_at: deps.clock.now() })),
    async one(batch, file) {
      const outcome = await removePages(deps, batch, file, sums)
      if (outcome.changed) await deps.check.checkFile(file.file_id)
      return outcome
    },
  }
}
