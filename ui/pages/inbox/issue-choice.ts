import type { Reply } from '../../api/contract'
import { UNIT_PREFIX } from '../../parts/text/issue-name'
import type { InboxFile } from './wire'

type Issue = Reply<'GET /api/series/:comic_id'>['issues'][number]
type Named = Pick<Issue, 'id' | 'number' | 'unit' | 'annual' | 'name' | 'owned'>
/** An issue of a series as one line of a list. */
export type IssueOption = { value: string; label: string; owned: boolean }

export function issueOption({ id, number, unit, annual, name, owned }: Named): IssueOption {
  const label = annual
    ? `Annual ${number ? `#${number}` : ''}`.trim()
    : number
      ? `${UNIT_PREFIX[unit]}${number}`
      : 'One-shot'
  return { value: id, label: [label, name, owned && 'in your library'].filter(Boolean).join(' · '), owned }
}

/** Whether the series already owns the issue with the number of this file. */
export function ownsNumber(issues: readonly Named[], { kind, unit, IssueNumber }: InboxFile): boolean {
  const annual = kind === 'annual'
  return issues.some(
    (one) =>
      one.owned && (one.number ?? '') === (IssueNumber ?? '') && one.unit === unit && Boolean(one.annual) === annual,
  )
}
