import { useEffect, useLayoutEffect, useState } from '../../../html'
import { isTyping } from '../../../parts/controls/typing'
import type { Proposal } from './proposals'

/** Moves the focus to the row at `at`; false when that row is not rendered. */
export function focusRow(at: number, { preventScroll = false } = {}): boolean {
  const row = document.querySelector<HTMLElement>(`.review [data-at="${at}"]`)
  row?.focus({ preventScroll })
  return row !== null
}

/**
 * Focuses the first row when one of `inputs` changes, so that keys work at once, also after a click on a filter. Touch
 * devices do not need the focus.
 */
export function useFirstRow(inputs: readonly unknown[]): void {
  useWhenDrawn(() => {
    if (matchMedia('(pointer: fine)').matches && !isInUse(document.activeElement)) focusRow(0, { preventScroll: true })
  }, inputs)
}

/** A focused row, a text field and a control reached by key keep the focus. */
function isInUse(here: Element | null): boolean {
  if (here === null || here === document.body) return false
  return isTyping(here) || here.matches(':focus-visible, .review [data-at], dialog *')
}

type GoalRules = { free: boolean; goTo: { current: ((at: number) => void) | undefined } }

/**
 * Returns a function that leads the focus to the row of a proposal, once `free` is true: no dialog is open. `goTo`
 * reaches rows that are not drawn.
 */
export function useRowGoal(list: readonly Proposal[], { free, goTo }: GoalRules): (id: string | undefined) => void {
  const [goal, setGoal] = useState<string | undefined>(undefined)
  useWhenDrawn(
    (isLast) => {
      if (!free || goal === undefined) return
      const at = Math.max(
        0,
        list.findIndex(({ id }) => id === goal),
      )
      const isFocused = focusRow(at)
      if (!isFocused && isLast) goTo.current?.(at)
      if (isFocused || isLast) setGoal(undefined)
    },
    [goal, free, list],
  )
  return setGoal
}

/**
 * Runs before the next key, so that the focus never moves after a later action of the user, and once more a moment later,
 * when rows that scrolled into view are drawn.
 */
function useWhenDrawn(work: (isLast: boolean) => void, inputs: readonly unknown[]): void {
  useLayoutEffect(() => work(false), inputs)
  useEffect(() => work(true), inputs)
}
