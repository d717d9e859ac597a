import { constants, setPriority } from 'node:os'

/** Lets every other process run first, for background work. Does nothing when the system refuses. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // other processes only get slower
  }
}
