import { useEffect, useRef } from '../../../html'

/** A step waits for the panels of its page this long, then the page is turned. */
const LONGEST_MS = 1_000

export type HeldStepProps = {
  /** Whether the panels of the page are not known yet. */
  measuring: boolean
  /** Whether it has any, or is shown in halves. */
  hasStops: boolean
  /** Where the reader is: a step that waits is dropped on every other way to go, and for a sheet over the page. */
  place: unknown
  sheet: unknown
  turn: (by: 1 | -1) => void
}

/**
 * A step on a page whose panels are not known yet would skip them, so it waits. Panels show themselves when they are
 * known; a page without panels is turned. Returns whether this step waits.
 */
export function useHeldStep({ measuring, hasStops, place, sheet, turn }: HeldStepProps): (by: 1 | -1) => boolean {
  const latest = useRef(turn)
  latest.current = turn
  const held = useRef<{ by: 1 | -1; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const take = () => {
    const step = held.current
    clearTimeout(step?.timer)
    held.current = undefined
    return step?.by
  }
  const turnOn = () => {
    const by = take()
    if (by !== undefined) latest.current(by)
  }
  useEffect(() => () => void take(), [place, sheet])
  useEffect(() => {
    if (hasStops) take()
    else turnOn()
  }, [measuring])
  return (by) => {
    if (!measuring) return false
    // A step in the other direction takes it back.
    if (held.current && held.current.by !== by) take()
    else held.current ??= { by, timer: setTimeout(turnOn, LONGEST_MS) }
    return true
  }
}
