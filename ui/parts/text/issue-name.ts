/** The words before a number. */
export const UNIT_PREFIX = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const

type Named = { series: string; kind: string; unit: keyof typeof UNIT_PREFIX; number: string | null }

/** "Saga #12", "Saga Annual #2", "Blame! Volume 3" */
export const issueName = ({ series, kind, unit, number }: Named): string =>
  [series, kind === 'annual' && 'Annual', number && `${UNIT_PREFIX[unit]}${number}`].filter(Boolean).join(' ')
