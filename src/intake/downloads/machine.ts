import { openStages, type Stage, stages } from './states'

/** How far along a stage is, as tools know it. */
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

/** It may still become a file: it is in flight. */
export const isOpen = (stage: Stage): boolean => (openStages as readonly Stage[]).includes(stage)

/** A stage only moves on, over others where the client was quicker than our look; what has ended stays ended. */
export const mayMove = (from: Stage, to: Stage): boolean => isOpen(from) && RANKS[to] > RANKS[from]

/** The stages from which `to` can be reached. */
export const stagesBefore = (to: Stage): Stage[] => stages.filter((from) => mayMove(from, to))
