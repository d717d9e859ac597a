import { providerOf } from '../../base/providers/descriptors'
import { readArcId } from '../../library/metadata/wire-ids'

/** The display name of an arc's provider; null for the user's own arcs and for lists. */
export function providerLabel(arcId: string): string | null {
  const ref = readArcId(arcId)
  return ref ? providerOf(ref.provider).label : null
}
