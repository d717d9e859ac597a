/** The kind of rows in a table. */
export const editSubjects = ['series', 'issues'] as const
export type EditSubject = (typeof editSubjects)[number]

/** `running` and `undoing` outlive a restart: the operation resumes. */
export const editStates = ['running', 'done', 'undoing', 'undone'] as const
export type EditState = (typeof editStates)[number]

/**
 * `conflict`: a value changed since the table showed it. `kept`: the undo left the row, because it was changed after
 * the edit.
 */
export const editRowStates = ['waiting', 'done', 'conflict', 'failed', 'undoing', 'undone', 'kept'] as const
export type EditRowState = (typeof editRowStates)[number]

/** The kind of operation, for an edit and its undo. */
export const EDIT = 'edit'

/** The payload of an operation; the row of the edit says whether it is applied or undone. */
export interface EditPayload {
  edit_id: string
}

/** Values by field; null: no edit. */
export type FieldValues = Record<string, unknown>

/** The most rows of a table. */
export const MOST_ROWS = 1000
