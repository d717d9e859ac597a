/** The page of searches, and that of one of them. */
export const SEARCHES = '/activity/history/searches'
export const searchPath = (run_id: string) => `${SEARCHES}?run=${encodeURIComponent(run_id)}`
