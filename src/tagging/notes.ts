import type { Link } from './addresses'

/** The line of ours among the notes, which says the ids in forms that other tools and our own reader find. */

const OURS = /^Tagged with Panelkeep\b/

export type NotesFormat = 'Issue ID' | 'CVDB'

export function notesLine(links: readonly Link[], format: NotesFormat): string {
  const of = (provider: Link['provider']) => links.find((link) => link.provider === provider)
  const [comicvine, metron] = [of('comicvine'), of('metron')]
  const words = ['Tagged with Panelkeep.']
  // Both forms mean Comic Vine to those who read them.
  if (comicvine?.issue_id)
    words.push(format === 'CVDB' ? `[CVDB${comicvine.issue_id}]` : `[Issue ID ${comicvine.issue_id}]`)
  if (comicvine?.issue_id) words.push(`urn:comicvine:issue:${comicvine.issue_id}`)
  if (comicvine?.series_id) words.push(`urn:comicvine:volume:${comicvine.series_id}`)
  if (metron?.issue_id) words.push(`urn:metron:issue:${metron.issue_id}`)
  if (metron?.series_id) words.push(`urn:metron:series:${metron.series_id}`)
  return words.join(' ')
}

/** Our line first, since readers believe the first id that they find; lines of other tools stay as they are. */
export function withLine(notes: string | undefined, line: string): string {
  const others = (notes ?? '').split(/\r?\n/).filter((each) => !OURS.test(each.trim()))
  return [line, ...others].join('\n').trim()
}
