/** How a catalog names the types of comic archives, since no single name suits every app. */
export const comicTypes = ['standard', 'x-cbz', 'zip'] as const
export type ComicTypes = (typeof comicTypes)[number]
