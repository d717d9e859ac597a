/** Kinds of operations; the subject is `comic` or `manga`. */
export const SCAN = 'import_scan'
export const CONFIRM = 'import_confirm'
export const UNDO = 'import_undo'
/** Queries providers about the results of a scan. */
export const PROPOSE = 'import_propose'
/** Packs folders of loose pictures into CBZs. */
export const PACK = 'import_pack'

/** Reads the metadata of library files that no version or an older one has read. */
export const READ_FILES = 'metadata_of_files'

/** What the user can do about a problem of a scan, see `importFiles.remedy`. */
export const remedies = ['pack'] as const
export type Remedy = (typeof remedies)[number]
