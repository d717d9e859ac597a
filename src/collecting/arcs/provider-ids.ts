import { providerOf } from '../../base/providers/descriptors'
import { readArcId } from '../../library/metadata/wire-ids'

/** What people call the provider of an arc; null for one of the user's own or of a list. */
export function providerLabel(arcId: string): string | null {
  const ref = readArcId(arcId)
  return ref ? providerOf(ref.provider).label : null
}
