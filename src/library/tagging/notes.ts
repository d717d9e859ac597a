import type { TagLink } from './addresses'

/** Our line in the notes, with the ids in the forms that other tools and our own reader parse. */

const OURS = /^Tagged with Panelkeep\b/

export type NotesFormat = 'Issue ID' | 'CVDB'

export function notesLine(links: readonly TagLink[], format: NotesFormat): string {
  const of = (provider: TagLink['provider']) => links.find((link) => link.provider === provider)
  const [comicvine, metron] = [of('comicvine'), of('metron')]
  const words = ['Tagged with Panelkeep.']
  // Tools read both forms as Comic Vine ids.
  if (comicvine?.issue_id)
    words.push(format === 'CVDB' ? `[CVDB${comicvine.issue_id}]` : `[Issue ID ${comicvine.issue_id}]`)
  if (comicvine?.issue_id) words.push(`urn:comicvine:issue:${comicvine.issue_id}`)
  if (comicvine?.series_id) words.push(`urn:comicvine:volume:${comicvine.series_id}`)
  if (metron?.issue_id) words.push(`urn:metron:issue:${metron.issue_id}`)
  if (metron?.series_id) words.push(`urn:metron:series:${metron.series_id}`)
  return words.join(' ')
}

/** Our line comes first, since readers use the first id; lines of other tools are kept. */
export function withLine(notes: string | undefined, line: string): string {
  const others = (notes ?? '').split(/\r?\n/).filter((each) => !OURS.test(each.trim()))
  return [line, ...others].join('\n').trim()
}
