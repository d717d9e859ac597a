/** Frees at once what nobody holds, with the files that it keeps open. Takes some ten milliseconds. */
export const collectGarbage = (): void => Bun.gc(true)
