import type { Log } from '../../base/platform/ports'
import { countWords } from '../../base/platform/words'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../filing/journal'
import { type ConvertDeps, convertFile } from './convert-file'
import { Details, type DetailsDeps } from './details'
import { FileRun, type FilesPayload, type TagStep } from './file-run'
import { CONVERT, TAG } from './states'
import { type TagDeps, tagFile } from './tag-file'
import { recordTagged, recordTagging } from './timeline'

type Deps = TagDeps &
  ConvertDeps &
  Pick<DetailsDeps, 'providers'> & { log: Log; journal: FileJournal; operations: Operations }

const files = (count: number) => countWords(count, 'file')

/** Registers the handlers of both operations. */
export function handleTagging(deps: Deps): void {
  const { operations } = deps
  const over = (step: () => TagStep) => new FileRun({ ...deps, files: deps.archives.files, step })
  operations.handle(
    TAG,
    over(() => tagging(deps)),
  )
  operations.handle(
    CONVERT,
    over(() => converting(deps)),
  )
}

function tagging(deps: Deps): TagStep {
  const details = new Details(deps)
  return {
    kind: 'tag',
    title: (count) => `Metadata written to ${files(count)}`,
    begun: (tx, { file_ids }) => recordTagging(tx, file_ids, deps.clock.now()),
    ended: (tx, { file_ids }, outcomes) => recordTagged(tx, file_ids, outcomes, deps.clock.now()),
    async one(batch, file, issueId, signal) {
      const missing = file.format === 'cbz' ? await details.fetch(issueId, signal) : undefined
      const { changed, remark } = await tagFile(deps, batch, file, issueId)
      const sentence = [remark, missing].filter(Boolean).join(' ')
      return { changed, ...(sentence ? { remark: sentence } : {}) }
    },
  }
}

function converting(deps: Deps): TagStep {
  return {
    kind: 'convert',
    title: (count) => `${files(count)} converted to CBZ`,
    one: (batch, file) => convertFile(deps, batch, file),
    after({ file_ids, comic_id, then_tag }: FilesPayload) {
      if (!then_tag) return
      deps.operations.enqueue({ kind: TAG, subject: `arrived ${file_ids[0]}`, payload: { file_ids, comic_id } })
    },
  }
}
