/** The service whose ids Mylar uses for everything. */
export const CATALOG = 'comicvine'
