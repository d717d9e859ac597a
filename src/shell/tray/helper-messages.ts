import type { Command, TrayView } from './tray-view'

/** What Panelkeep and the process that shows its icon say to each other. */

/** How the parent ends it; the end of the input does as well. */
export const CLOSE = { close: true } as const
export type Order = { look: TrayView } | typeof CLOSE
export type Report = { chosen: Command }
