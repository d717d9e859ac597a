import { constants, setPriority } from 'node:os'

/** Lets every other process go first, for background work. Does nothing where the system refuses. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // the others only get slower
  }
}
