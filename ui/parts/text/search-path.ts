/** The page of searches, or of one search. */
export const SEARCHES = '/activity/history/searches'
export const searchPath = (run_id: string) => `${SEARCHES}?run=${encodeURIComponent(run_id)}`
