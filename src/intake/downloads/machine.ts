import { openStages, type Stage, stages } from './states'

/** Order of the stages, as tools know it. */
const RANKS = {
  reserved: 5,
  snatched: 10,
  downloaded: 20,
  post_processing: 30,
  moved: 40,
  post_processed: 50,
  manual_review: 55,
  failed: 60,
  cancelled: 65,
} as const satisfies Record<Stage, number>

/** Whether the item is open, so that it may still become a file. */
export const isOpen = (stage: Stage): boolean => (openStages as readonly Stage[]).includes(stage)

/** Stages only move forward, and may skip some when the client was faster than our checks. Ended items stay ended. */
export const mayMove = (from: Stage, to: Stage): boolean => isOpen(from) && RANKS[to] > RANKS[from]

/** The stages from which `to` can be reached. */
export const stagesBefore = (to: Stage): Stage[] => stages.filter((from) => mayMove(from, to))
