import { constants, setPriority } from 'node:os'

/** Lets every other process go first, for work that nobody waits for. Where the system refuses, it goes on as before. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // slower for the others, and nothing else
  }
}
