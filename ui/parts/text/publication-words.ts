/** Whether a series is still published. */
export const PUBLICATIONS = [
  { value: 'ongoing', label: 'Ongoing' },
  { value: 'ended', label: 'Ended' },
  { value: 'hiatus', label: 'On hiatus' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'announced', label: 'Announced' },
]

/** '' when unknown. */
export const publicationWords = (value: string | null): string =>
  PUBLICATIONS.find((one) => one.value === value)?.label ?? ''
