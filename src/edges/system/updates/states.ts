/** The steps of an update in order, and its final states. */
export const updateStates = [
  'downloading',
  'verifying',
  'backing_up',
  'preparing',
  'restarting',
  'installed',
  'failed',
  'rolled_back',
  'cancelled',
] as const
export type UpdateState = (typeof updateStates)[number]

/** States in which the operation works; the restart follows. */
export const WORKING = ['downloading', 'verifying', 'backing_up', 'preparing'] as const satisfies UpdateState[]
export const UNFINISHED = [...WORKING, 'restarting'] as const satisfies UpdateState[]

/** How this copy was installed. Only `executable` is updated in place. */
export const installKinds = ['executable', 'deb', 'docker', 'appimage', 'app', 'source'] as const
export type InstallKind = (typeof installKinds)[number]

/** The kind of the operation. */
export const UPDATE = 'update'
