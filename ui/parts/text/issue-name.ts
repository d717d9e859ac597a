/** The words before a number. */
export const UNIT_PREFIX = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const

type Numbered = { kind: string; unit: keyof typeof UNIT_PREFIX; number: string | null }

/** "#12", "Annual #2", "Volume 3" */
export const issueNumber = ({ kind, unit, number }: Numbered): string =>
  [kind === 'annual' && 'Annual', number && `${UNIT_PREFIX[unit]}${number}`].filter(Boolean).join(' ')

/** "Saga #12", "Saga Annual #2", "Blame! Volume 3" */
export const issueName = ({ series, ...own }: Numbered & { series: string }): string =>
  `${series} ${issueNumber(own)}`.trim()
