import { AsyncLocalStorage } from 'node:async_hooks'
import type { Limits, Role } from '../auth/states'

/** The user whose request is being answered. */
export interface Caller {
  user_id: string
  role: Role
  /** Null: this user sees the whole library. */
  limits: Limits | null
}

/** The id of the owner's row, which the migration makes: rows of a library without users are the owner's. */
export const OWNER_ID = 'owner'

const OWNER: Caller = { user_id: OWNER_ID, role: 'owner', limits: null }

const current = new AsyncLocalStorage<Caller>()

/** Work outside a request, such as a job, is the owner's. */
export const currentCaller = (): Caller => current.getStore() ?? OWNER

/** Whose rows to read and write: progress, lists, marks and all else that each user has alone. */
export const callerId = (): string => currentCaller().user_id

export const asCaller = <T>(caller: Caller, work: () => T): T => current.run(caller, work)

/** For work that a request starts for the whole library: it must see all of it, and outlive the request. */
export const outsideRequests = <T>(work: () => T): T => current.run(OWNER, work)

/** `work` as a function for later, such as the pull of a stream, which runs outside the request that made it. */
export const forCaller = <A extends unknown[], T>(work: (...args: A) => T): ((...args: A) => T) => {
  const caller = currentCaller()
  return (...args) => current.run(caller, () => work(...args))
}
