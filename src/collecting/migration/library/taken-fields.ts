/** The fields that a row of a source gave to a row of the library, and the fields where the library differs. */
export interface TakenFields {
  taken: string[]
  kept: string[]
}

/** "The library already has this series. Taken: folder. Kept: year." */
export function exchangeSentence(what: 'series' | 'issue', { taken, kept }: TakenFields): string {
  const parts = [
    `The library already has this ${what}.`,
    ...(taken.length > 0 ? [`Taken: ${taken.join(', ')}.`] : []),
    ...(kept.length > 0 ? [`Kept: ${kept.join(', ')}.`] : []),
  ]
  return parts.join(' ')
}
