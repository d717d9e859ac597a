/** How the catalog names the media types of comic archives; no single name suits every app. */
export const comicTypes = ['standard', 'x-cbz', 'zip'] as const
export type ComicTypes = (typeof comicTypes)[number]

/** The steps of the first setup that follow the account. */
export const setupSteps = ['start', 'folders', 'sources', 'tablet', 'scan'] as const
export type SetupStep = (typeof setupSteps)[number]
