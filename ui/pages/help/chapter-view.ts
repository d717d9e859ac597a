import { useLocation } from 'preact-iso'
import { guide } from '../../guide/guide'
import type { GuideChapter, GuideSection } from '../../guide/read-guide'
import { html, useEffect } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Icon } from '../../parts/icons/icon'
import { useSectionInView } from '../../parts/lists/section-in-view'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { withRoot } from '../../root'

/** A chapter, beside the list of all chapters; on a narrow screen below a list of its own headings. */
export function ChapterView({ chapter }: { chapter: GuideChapter }) {
  const { title, sections } = chapter
  const headings = sections.filter(({ level }) => level === 2)
  const here = useSectionInView(headings.map(({ anchor }) => anchor).join(' '))
  useScrollPlace(location.hash === '')
  useNamedHeading()
  return html`
    <div class="help">
      <nav class="help-nav" aria-label="Guide">
        <${BackLink} href="/help">Help<//>
        <ul>
          ${guide.map(
            (one) => html`
              <li key=${one.name}>
                <a href=${`/help/${one.name}`} aria-current=${one === chapter ? 'page' : undefined}>${one.title}</a>
                ${one === chapter && html`<${Headings} headings=${headings} here=${here} />`}
              </li>
            `,
          )}
        </ul>
      </nav>
      <article class="help-text">
        <h1>${title}</h1>
        <details class="help-jump">
          <summary>In this chapter<${Icon} name="chevron-down" size="small" /></summary>
          <${Headings} headings=${headings} />
        </details>
        ${sections.map((section) => html`<${Section} key=${section.anchor} section=${section} />`)}
        <${Neighbours} chapter=${chapter} />
      </article>
    </div>
  `
}

function Headings({ headings, here }: { headings: readonly GuideSection[]; here?: string }) {
  const shut = (event: MouseEvent) => {
    const list = (event.currentTarget as HTMLElement).closest('details')
    if (list) list.open = false
  }
  return html`
    <ul>
      ${headings.map(
        ({ anchor, title }) => html`
          <li key=${anchor}>
            <a href=${`#${anchor}`} aria-current=${anchor === here ? 'true' : undefined} onClick=${shut}>${title}</a>
          </li>
        `,
      )}
    </ul>
  `
}

/** The text is our own, as the build made it; only the base path of a proxy is missing in its links. */
function Section({ section: { anchor, title, level, html: text } }: { section: GuideSection }) {
  const inside = { __html: text.replaceAll(/ href="(\/[^"]*)"/g, (_, to: string) => ` href="${withRoot(to)}"`) }
  const heading = { id: anchor, tabindex: -1 }
  return html`
    ${level === 2 && html`<h2 ...${heading}>${title}</h2>`}
    ${level === 3 && html`<h3 ...${heading}>${title}</h3>`}
    <div class="guide-text" dangerouslySetInnerHTML=${inside} />
  `
}

/** Scrolls to the heading that the address names, and continues there with the keyboard. */
function useNamedHeading(): void {
  const { url } = useLocation()
  useEffect(() => {
    const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!heading?.closest('.help-text')) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [url])
}

function Neighbours({ chapter }: { chapter: GuideChapter }) {
  const at = guide.indexOf(chapter)
  const [before, after] = [guide[at - 1], guide[at + 1]]
  return html`
    <nav class="help-neighbours" aria-label="Chapters before and after">
      ${before && html`<a href=${`/help/${before.name}`}><${Icon} name="arrow-left" size="small" />${before.title}</a>`}
      ${after && html`<a data-after href=${`/help/${after.name}`}>${after.title}<${Icon} name="arrow-right" size="small" /></a>`}
    </nav>
  `
}
