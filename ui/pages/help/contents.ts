import { findHelp, type HelpFind } from '../../guide/find-help'
import { wordsOf } from '../../guide/html-words'
import { ownGuide } from '../../guide/own-guide'
import { html } from '../../html'
import { SearchField } from '../../parts/controls/search-field'
import { useTyped } from '../../parts/lists/use-typed'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { countWords } from '../../parts/text/format'

const MOST = 40

/** The start page of the guide: a search, and every chapter with its first sentences. */
export function Contents() {
  const { typed: query, type: setQuery } = useTyped('/help')
  useScrollPlace(true)
  const isSearch = query.trim() !== ''
  return html`
    <div class="help-contents">
      <header class="help-head">
        <h1>Help</h1>
        <${SearchField} label="Search the guide" value=${query} onInput=${setQuery} />
      </header>
      ${isSearch ? html`<${Found} finds=${findHelp(query)} />` : html`<${Chapters} />`}
    </div>
  `
}

function Chapters() {
  return html`
    <ul class="help-list help-chapters">
      ${ownGuide().map(
        ({ name, title, sections: [first] }) => html`
          <li key=${name}>
            <a href=${`/help/${name}`}>${title}</a>
            <p>${wordsOf(first?.html.match(/<p>.*?<\/p>/s)?.[0] ?? '')}</p>
          </li>
        `,
      )}
    </ul>
  `
}

function Found({ finds }: { finds: readonly HelpFind[] }) {
  if (finds.length === 0)
    return html`<${Empty} icon="search" title="Nothing found" text="Try another word, or fewer words." />`
  return html`
    <ul class="help-list help-finds">
      ${finds.slice(0, MOST).map(
        ({ href, title, chapter, text }) => html`
          <li key=${href}>
            <a href=${href}>${title}</a>
            ${chapter && html`<span class="help-from">${chapter}</span>`}
            <p class="help-beginning">${text}</p>
          </li>
        `,
      )}
    </ul>
    <p class="unseen" role="status">${countWords(finds.length, 'result', 'results')}</p>
  `
}
