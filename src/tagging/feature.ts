import type { Batches } from '../filing/batches'
import { makeRenote } from './documents'
import { handleTagging } from './handlers'
import { TaggingService } from './service'

type World = Parameters<typeof handleTagging>[0] & { batches: Batches }

/** Writes metadata into files and converts them; registers their undo with the journal. */
export function makeTagging({ batches, ...world }: World): TaggingService {
  handleTagging(world)
  batches.renote = makeRenote(world.archives.files, world.clock.now)
  return new TaggingService(world)
}
