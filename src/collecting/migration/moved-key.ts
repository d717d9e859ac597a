/** The placeholder for the content of an issue in rows of reading, until its file is found. */
export const movedKey = (issueId: string): string => `moved:${issueId}`
