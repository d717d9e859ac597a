/** The service whose ids Mylar uses for everything. */
export const CATALOG = 'comicvine'
/** Name of its API key in the settings. */
export const CATALOG_KEY = 'comicvine_api'
