/** Programs that a library can be moved in from. */
export const sourceKinds = ['mylar', 'kapowarr', 'komga', 'kavita'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The states of a run. `blocked`: other work did not end in time, and nothing was copied. */
export const migrationRunStates = [
  'validating',
  'waiting_for_quiescence',
  'migrating',
  'complete',
  'error',
  'blocked',
  'undoing',
  'undone',
] as const
export type MigrationRunState = (typeof migrationRunStates)[number]
export const openStates = [
  'validating',
  'waiting_for_quiescence',
  'migrating',
  'undoing',
] as const satisfies MigrationRunState[]

/** Why a row was not moved: it was merged with another row, or left behind. */
export const omissions = ['merged', 'left'] as const
export type Omission = (typeof omissions)[number]

/** States of a file that the source names. The file is searched for in the background after the run. */
export const expectedFileStates = ['waiting', 'found', 'missing', 'unreadable'] as const
export type ExpectedFileState = (typeof expectedFileStates)[number]

/** Kinds of operations. */
export const MOVE_IN = 'migration'
export const FIND_FILES = 'migration_files'
export const UNDO_MOVE = 'migration_undo'

/** Kinds of ids that can change. */
export type IdKind = 'series' | 'issue' | 'arc' | 'list' | 'collection' | 'user'

/** What was chosen for a user of the source: a new user, a user of Panelkeep who gets the reading, or nothing. */
export const userChoices = ['add', 'join', 'leave'] as const
export type UserChoice = (typeof userChoices)[number]
