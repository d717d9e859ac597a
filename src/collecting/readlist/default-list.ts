import { callerId, OWNER_ID } from '../../base/platform/caller'
import { DEFAULT_LIST } from './states'

/** The id of the list of a user that always exists: it is made when first asked for. */
export const defaultListOf = (userId: string): string =>
  userId === OWNER_ID ? DEFAULT_LIST : `${DEFAULT_LIST}-${userId}`

/** The caller's. */
export const defaultList = (): string => defaultListOf(callerId())
