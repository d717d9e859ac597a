/** Kinds of operations; the subject is `comic` or `manga`. */
export const SCAN = 'import_scan'
export const CONFIRM = 'import_confirm'
export const UNDO = 'import_undo'
/** Asks providers about what a scan found. */
export const PROPOSE = 'import_propose'
