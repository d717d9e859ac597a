import { html, useEffect } from '../../html'
import { Button } from '../../parts/controls/button'
import { readPath } from '../../parts/text/read-path'
import { preloadReader } from '../../reader-page'
import type { IssueCard } from './issue-card'

/** The issue to read next, with the text of its button: the one in progress, else the one after the last one read. */
export function toRead(issues: readonly IssueCard[]): { id: string; words: string } | undefined {
  const all = issues.filter((card) => card.readable)
  const first = all[0]
  if (!first) return undefined
  const [begun] = all.filter((card) => card.read === 'reading').sort((a, b) => (a.readAt < b.readAt ? 1 : -1))
  if (begun) return { id: begun.id, words: `Continue ${begun.label}` }
  const last = all.findLastIndex((card) => card.read === 'read')
  if (last < 0) return { id: first.id, words: all.length > 1 ? `Read ${first.label}` : 'Read' }
  const next = all.slice(last + 1).find((card) => card.read === 'unread') ?? all.find((card) => card.read === 'unread')
  return next ? { id: next.id, words: `Read ${next.label}` } : { id: first.id, words: 'Read again' }
}

/** The reader's code is preloaded a moment after the page has been shown. */
const SOON_MS = 300

export function ReadButton({ issues }: { issues: readonly IssueCard[] }) {
  const next = toRead(issues)
  const any = next !== undefined
  useEffect(() => {
    if (!any) return
    const timer = setTimeout(preloadReader, SOON_MS)
    return () => clearTimeout(timer)
  }, [any])
  if (!next) return null
  return html`<${Button} kind="main" icon="book-open" href=${readPath(next.id)}>${next.words}<//>`
}
