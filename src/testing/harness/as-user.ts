import { asCaller } from '../../base/platform/caller'

/** Runs `work` as another user of the library than the owner. */
export const asUser = <T>(user_id: string, work: () => T): T =>
  asCaller({ user_id, role: 'manager', limits: null }, work)
