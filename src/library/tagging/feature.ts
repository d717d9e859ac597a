import type { Batches } from '../filing/batches'
import { makeRenote } from './documents'
import { handleTagging } from './handlers'
import { TaggingService } from './service'

type TaggingDeps = Parameters<typeof handleTagging>[0] & { batches: Batches }

/** Writes metadata into files and converts them; registers their undo with the journal. */
export function makeTagging({ batches, ...deps }: TaggingDeps): TaggingService {
  handleTagging(deps)
  batches.renote = makeRenote(deps.archives.files, deps.clock.now)
  return new TaggingService(deps)
}
