import type { TrayCommand, TrayView } from './tray-view'

/** Messages between Panelkeep and the process that shows its icon. */

/** Ends the helper, like the end of its input. */
export const CLOSE = { close: true } as const
export type TrayOrder = { view: TrayView } | typeof CLOSE
export type TrayReport = { chosen: TrayCommand }
