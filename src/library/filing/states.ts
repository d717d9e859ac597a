/** Kinds of changes that are made and undone together. */
export const batchKinds = ['rename', 'move_series', 'tag', 'convert', 'arrival', 'delete', 'clean_up'] as const
export type BatchKind = (typeof batchKinds)[number]

/** `planned` → `running` → `done`; then `undoing` → `undone`. `partial`: some steps failed or could not be undone. */
export const batchStates = ['planned', 'running', 'done', 'partial', 'undoing', 'undone'] as const
export type BatchState = (typeof batchStates)[number]

/**
 * `move`: new path, same bytes. `replace`: new bytes, perhaps another name; the old file is kept in the recycle folder.
 * `note`: new ComicInfo or MetronInfo, same pages. `arrive`: a file from outside; undo moves it to the recycle folder,
 * or to where it was moved from. `recycle`: a file of a deleted series, kept in the recycle folder. `remove`: a file that
 * leaves the library, kept in the recycle folder; its row leaves with it.
 */
export const changeKinds = ['move', 'replace', 'note', 'arrive', 'recycle', 'remove'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** `planned`: nothing has happened yet. `started`: the disk may have been touched; the next start checks. */
export const changeStates = ['planned', 'started', 'done', 'failed', 'undone', 'undo_failed'] as const
export type ChangeState = (typeof changeStates)[number]

/** Kinds of operations. */
export const RENAME_FILES = 'rename_files'
export const MOVE_SERIES = 'move_series'
export const UNDO_FILES = 'undo_files'

/** How a file from outside enters the library. A seeding torrent is never moved. */
export const placeMethods = ['move', 'copy', 'hardlink', 'softlink'] as const
export type PlaceMethod = (typeof placeMethods)[number]
