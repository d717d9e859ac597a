/** The page of searches, and that of one of them. */
export const SEARCHES = '/wanted/searches'
export const searchPath = (run_id: string) => `${SEARCHES}?run=${encodeURIComponent(run_id)}`
