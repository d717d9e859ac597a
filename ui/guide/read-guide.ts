import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from './html-words'

/** A heading of the guide with what is below it, as HTML. Level 1 is the beginning of a chapter. */
export type GuideSection = { anchor: string; title: string; level: 1 | 2 | 3; html: string }
/** A file of `docs/guide`, whose name is that of its page under /help. The first section is its beginning. */
export type GuideChapter = { name: string; title: string; sections: GuideSection[] }

const FOLDER = join(import.meta.dir, '../../docs/guide')

/** In the order in which Help lists them. */
export const CHAPTERS = [
  'getting-started',
  'importing',
  'library',
  'files',
  'metadata',
  'wanted',
  'searching',
  'downloading',
  'for-readers',
  'reading',
  'connect-an-app',
  'reading-apps',
  'users',
  'lists',
  'notifications',
  'assistant',
  'moving-in',
  'network',
  'care',
  'backups',
  'system',
  'options',
]

/** The user guide. Runs while bundling (`with { type: 'macro' }`): browsers receive HTML and no parser of Markdown. */
export function readGuide(): GuideChapter[] {
  return CHAPTERS.map((name) => readChapter(name, readFileSync(join(FOLDER, `${name}.md`), 'utf8')))
}

export function readChapter(name: string, markdown: string): GuideChapter {
  const html = Bun.markdown.html(markdown, { headings: { ids: true } })
  const sections = html
    .split(/(?=<h[1-3] )/)
    .filter((part) => part.trim() !== '')
    .map((part) => sectionOf(name, part))
  return { name, title: sections[0]?.title ?? name, sections }
}

/** An anchor that is written out, as that of an option, takes the place of the heading's own. */
const HEADING = /^<h([1-3]) id="([^"]*)">(?:<a id="([^"]*)"><\/a>)?([\s\S]*?)<\/h[1-3]>/

function sectionOf(name: string, part: string): GuideSection {
  const [whole, level, id = '', written, title = ''] = HEADING.exec(part) ?? []
  if (!whole) throw new Error(`docs/guide/${name}.md does not begin with a heading.`)
  return {
    anchor: written ?? id,
    title: wordsOf(title),
    level: Number(level) as GuideSection['level'],
    html: ownLinks(name, part.slice(whole.length).trim()),
  }
}

/** Links to files of the guide lead to their pages under /help, others to new tabs, and wide tables scroll. */
function ownLinks(name: string, html: string): string {
  return html
    .replaceAll(/href="([a-z-]+)\.md(#[^"]*)?"/g, (_, chapter: string, anchor = '') =>
      chapter === name && anchor ? `href="${anchor}"` : `href="/help/${chapter}${anchor}"`,
    )
    .replaceAll(/<a href="(https?:[^"]*)"/g, '<a href="$1" target="_blank" rel="noreferrer"')
    .replaceAll('<table>', '<div role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}
