/** A placeholder for the content of an issue in reading progress, until its file is found. */
export const movedKey = (issueId: string): string => `moved:${issueId}`
