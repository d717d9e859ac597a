import { useLocation } from 'preact-iso'
import { GuideText } from '../../guide/guide-text'
import { ownGuide } from '../../guide/own-guide'
import type { GuideChapter, GuideSection } from '../../guide/read-guide'
import { html, useEffect, useRef } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Icon } from '../../parts/icons/icon'
import { anchorInAddress, useSectionInView } from '../../parts/lists/section-in-view'
import { useScrollPlace } from '../../parts/lists/virtual-place'

/** A chapter, beside the list of all chapters; on a narrow screen below a list of its own headings. */
export function ChapterView({ chapter }: { chapter: GuideChapter }) {
  const { title, sections } = chapter
  const headings = sections.filter(({ level }) => level === 2)
  const here = useSectionInView(headings.map(({ anchor }) => anchor).join(' '))
  useScrollPlace(location.hash === '')
  useNamedHeading()
  const list = useListAt(here)
  return html`
    <div class="help">
      <nav class="help-nav" aria-label="Guide" ref=${list}>
        <${BackLink} href="/help">Help<//>
        <ul>
          ${ownGuide().map(
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
        ${sections.map((section) => html`<${GuideText} key=${section.anchor} section=${section} />`)}
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

/** Scrolls to the heading that the address names, and continues there with the keyboard. */
function useNamedHeading(): void {
  const { url } = useLocation()
  useEffect(() => {
    const heading = document.getElementById(anchorInAddress())
    if (!heading?.closest('.help-text')) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [url])
}

/** Keeps the heading in view in the middle of the list beside the text. */
function useListAt(here: string) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current="true"]')
    if (line) list.current?.scrollTo({ top: line.offsetTop - list.current.clientHeight / 2 })
  }, [here])
  return list
}

function Neighbours({ chapter }: { chapter: GuideChapter }) {
  const guide = ownGuide()
  const at = guide.indexOf(chapter)
  const [before, after] = [guide[at - 1], guide[at + 1]]
  return html`
    <nav class="help-neighbours" aria-label="Chapters before and after">
      ${before && html`<a href=${`/help/${before.name}`}><${Icon} name="arrow-left" size="small" />${before.title}</a>`}
      ${after && html`<a data-after href=${`/help/${after.name}`}>${after.title}<${Icon} name="arrow-right" size="small" /></a>`}
    </nav>
  `
}
