import { queryWords, wordFit } from '../parts/text/word-fit'
import { guide } from './guide'
import { wordsOf } from './html-words'
import { hasHelp } from './own-chapters'

/** A heading of the guide that a search found. */
export type HelpFind = {
  href: string
  title: string
  /** The title of its chapter; empty for a chapter itself. */
  chapter: string
  /** The text below it, from the sentence with the words that the heading has not. */
  text: string
  /** Every word of the query is in the heading. */
  inHeading: boolean
}

type Entry = Omit<HelpFind, 'inHeading'> & { heading: string; searched: string; named: string }

let index: readonly Entry[] | undefined

function entries(): readonly Entry[] {
  index ??= guide.flatMap(({ name, title: chapter, sections }) =>
    sections.map(({ anchor, title, level, html }) => {
      const text = wordsOf(html)
      const isChapter = level === 1
      const href = isChapter ? `/help/${name}` : `/help/${name}#${anchor}`
      const heading = `${title} ${anchor}`.toLowerCase()
      const searched = text.toLowerCase()
      return { href, title, chapter: isChapter ? '' : chapter, text, heading, searched, named: chapter.toLowerCase() }
    }),
  )
  return index
}

const HEADING = 20
const CHAPTER = 10

/** The headings of the user's guide in which every word of the query occurs, the best first: those whose title has the words. */
export function findHelp(query: string): HelpFind[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  return entries()
    .filter(({ href }) => hasHelp(href.slice('/help/'.length)))
    .map((entry) => ({ entry, scores: words.map((word) => scoreOf(entry, word)) }))
    .filter(({ scores }) => !scores.includes(0))
    .sort((a, b) => sum(b.scores) - sum(a.scores))
    .map(({ entry: { href, title, chapter, text }, scores }) => {
      const sought = words.filter((_, at) => (scores[at] ?? 0) <= HEADING)
      return { href, title, chapter, text: textFrom(text, sought), inHeading: sought.length === 0 }
    })
}

/** The text from the sentence that has most of the words. */
function textFrom(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=[.:]) /)
  const counts = sentences.map((one) => words.filter((word) => wordFit(one.toLowerCase(), word) > 1).length)
  return sentences.slice(counts.indexOf(Math.max(...counts))).join(' ')
}

/** In text, parts of words do not count: "tag" is no "advantage". */
function scoreOf({ heading, searched, named }: Entry, word: string): number {
  const inHeading = wordFit(heading, word)
  if (inHeading > 0) return HEADING + inHeading
  const inText = wordFit(searched, word)
  if (wordFit(named, word) > 1) return CHAPTER + inText
  return inText > 1 ? inText : 0
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0)
