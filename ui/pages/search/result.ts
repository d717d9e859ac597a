import { html } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { Icon } from '../../parts/icons/icon'
import { Mark } from '../../parts/status/mark'
import { seriesPath } from '../../parts/text/series-path'
import { AddingLine } from './adding'
import { type SearchResult, sourceName } from './search-result'

const COVER = 104

/** `mixed`: the results are from several providers, so each one names its own. */
export type ResultProps = { found: SearchResult; mixed: boolean; onOpen: () => void }

/** One result: a series in the library links there, any other can be added. */
export function SearchResultRow({ found, mixed, onOpen }: ResultProps) {
  const { name, thumb, year, facts, line, here, comicId, operationId, source } = found
  const words = mixed ? [...facts, sourceName(source)] : facts
  const shared = { class: 'result-link', tabindex: -1 }
  const inside = html`
    <span class="result-cover"><${Cover} name=${name} src=${thumb} mark=${year} width=${COVER} /></span>
    <span class="result-text">
      <b>${name}</b>
      <span class="result-facts">${words.map((fact) => html`<span key=${fact}>${fact}</span>`)}</span>
      ${line && html`<span class="result-about">${line}</span>`}
      ${operationId ? html`<${AddingLine} operationId=${operationId} />` : here ? html`<${Mark} state="have" word="In your library" />` : html`<span class="result-add"><${Icon} name="plus" size="small" />Add</span>`}
    </span>
  `
  const leads = here && comicId !== undefined && !operationId
  return html`
    <li class="result">
      ${
        leads
          ? html`<a ...${shared} href=${seriesPath(comicId)}>${inside}</a>`
          : html`<button type="button" ...${shared} onClick=${onOpen}>${inside}</button>`
      }
    </li>
  `
}
