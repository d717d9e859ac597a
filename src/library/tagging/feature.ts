import type { FileBatches } from '../filing/file-batches'
import { makeMetadataRestorer } from './documents'
import { handleTagging } from './handlers'
import { TaggingService } from './service'

type TaggingDeps = Parameters<typeof handleTagging>[0] & { batches: FileBatches }

/** Writes metadata into files and converts them; registers their undo with the journal. */
export function makeTagging({ batches, ...deps }: TaggingDeps): TaggingService {
  handleTagging(deps)
  batches.restoreMetadata = makeMetadataRestorer(deps.archives.files, deps.clock.now)
  return new TaggingService(deps)
}
