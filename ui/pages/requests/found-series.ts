import type { Reply } from '../../api/contract'
import { html } from '../../html'
import { REQUEST_STATES, type WireRequest } from '../../panels/requests/request'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { Mark } from '../../parts/status/mark'
import { countWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { openAsk } from '../../state/asking'

const COVER = 72

type Row = Reply<'POST /api/metadata/search'>['results'][number]
type FoundSeriesProps = { row: Row; asked: readonly WireRequest[] }

/** A series of a provider: in the library, asked for, or to be asked for. */
export function FoundSeries({ row, asked }: FoundSeriesProps) {
  const { name, comicyear, deck } = row
  const image = row.comicthumb ?? row.comicimage
  return html`
    <li class="request found">
      <span class="request-cover"><${Cover} name=${name} src=${image} mark=${comicyear ?? undefined} width=${COVER} /></span>
      <div class="request-what">
        <p class="request-name"><b>${name}</b></p>
        <p class="request-who">${factsOf(row).join(' · ')}</p>
        ${deck && html`<p class="found-about">${deck}</p>`}
      </div>
      <div class="request-does"><${Standing} row=${row} asked=${asked} /></div>
    </li>
  `
}

function Standing({ row, asked }: FoundSeriesProps) {
  const request = asked.find(({ provider_id }) => provider_id === row.comicid)
  if (row.haveit !== 'No')
    return html`<a class="found-here" href=${seriesPath(row.haveit.comicid)}><${Mark} state="have" word="In the library" /></a>`
  if (request && request.state !== 'declined')
    return html`<${Mark} state=${REQUEST_STATES[request.state].state} word="You asked for it" />`
  return html`<${Button} icon="hand" onClick=${() => openAsk(targetOf(row))}>Ask<//>`
}

function targetOf({ name, comicid, comicyear, comicthumb, comicimage }: Row) {
  const year = yearOf(comicyear)
  const body = { kind: 'series' as const, provider_id: comicid, title: name, ...(year === undefined ? {} : { year }) }
  return { title: comicyear ? `${name} (${comicyear})` : name, cover: comicthumb ?? comicimage, body }
}

const yearOf = (text: string | null) => (text !== null && /^\d{4}$/.test(text) ? Number(text) : undefined)

/** "2012", "Northgate", "12 issues": the known facts. */
function factsOf({ comicyear, publisher, issues, content_type }: Row): string[] {
  const count = Number(issues)
  const counted = count > 0 ? countWords(count, content_type === 'manga' ? 'chapter' : 'issue') : ''
  return [comicyear ?? '', publisher ?? '', counted].filter((fact) => fact !== '')
}
