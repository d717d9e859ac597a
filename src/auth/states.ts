/** How the catalog names the media types of comic archives; no single name suits every app. */
export const comicTypes = ['standard', 'x-cbz', 'zip'] as const
export type ComicTypes = (typeof comicTypes)[number]
