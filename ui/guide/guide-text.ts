import './guide-text.css'
import { html } from '../html'
import { withRoot } from '../root'
import { isOwnerPage } from '../state/owner-pages'
import { isManager } from '../state/user'
import { hasHelp } from './own-chapters'
import type { GuideSection } from './read-guide'

/** `linkless` leaves links out, where none of them can be followed yet. */
export type GuideTextProps = { section: GuideSection; linkless?: boolean }

/** A section of the guide. Its HTML is our own, as the build made it; only the base path of a proxy is missing in it. */
export function GuideText({ section: { anchor, title, level, html: text }, linkless }: GuideTextProps) {
  const shown = linkless
    ? text.replaceAll(/<\/?a\b[^>]*>/g, '')
    : withOwnLinks(text).replaceAll(/ href="(\/[^"]*)"/g, rooted)
  const heading = { id: anchor, tabindex: -1 }
  return html`
    ${level === 2 && html`<h2 ...${heading}>${title}</h2>`}
    ${level === 3 && html`<h3 ...${heading}>${title}</h3>`}
    <div class="guide-text" dangerouslySetInnerHTML=${{ __html: shown }} />
  `
}

/** Links to chapters and pages that this session does not have become plain text. */
const withOwnLinks = (text: string): string =>
  text.replaceAll(/<a href="(\/[^"#?]*)([^"]*)">(.*?)<\/a>/gs, (link, path: string, _, words: string) => {
    const chapter = /^\/help\/(.+)/.exec(path)?.[1]
    return !(isManager() && isOwnerPage(path)) && (chapter === undefined || hasHelp(chapter)) ? link : words
  })

const rooted = (_: string, to: string): string => ` href="${withRoot(to)}"`
