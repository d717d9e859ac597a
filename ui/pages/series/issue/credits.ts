import { fieldNameWords } from '../files/tag-sheet'
import type { IssueDetail } from '../wire'

type Credits = NonNullable<IssueDetail['facts']['credits']>

/** The order in which a comic names its makers. */
const ORDER = ['Writer', 'Penciller', 'Artist', 'Inker', 'Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator']

/** Names grouped by role, in the usual order; other roles follow in their original order. */
export function creditsByRole(credits: Credits): { role: string; names: string[] }[] {
  const byRole = new Map<string, string[]>()
  for (const { name, roles } of credits) {
    for (const role of roles.length > 0 ? roles : ['Credited']) byRole.set(role, [...(byRole.get(role) ?? []), name])
  }
  const place = (role: string) => (ORDER.includes(role) ? ORDER.indexOf(role) : ORDER.length)
  return [...byRole]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([role, names]) => ({ role: fieldNameWords(role), names: [...new Set(names)] }))
}
