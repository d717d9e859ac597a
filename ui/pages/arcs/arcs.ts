import './arcs.css'
import { useLocation } from 'preact-iso'
import { useHelper } from '../../api/assistant'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { HaveLine } from '../../parts/covers/cover-tile'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { isReader } from '../../state/user'
import { ArcOffers } from './arc-offers'
import { FindArcs } from './find-arcs'
import { GenerateArc } from './generate-arc'
import { ImportLists } from './import-lists'
import { ImportPlaces } from './import-places'
import type { Arc } from './wire'

/** Stories across series: made here, or imported from reading lists. */
export function ArcsPage() {
  const { data, error, reload } = useQuery('GET /api/storyarcs')
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} page what="The story arcs could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${8} label="Loading the story arcs" />`
  return html`
    <div class="arcs">
      <header class="arcs-head">
        <h1>Story arcs</h1>
        <p>${data.length > 0 && countWords(data.length, 'arc')}</p>
        ${!isReader() && html`<${Actions} />`}
      </header>
      ${data.length === 0 ? html`<${Nothing} />` : html`<ul class="arc-tiles">${data.map((arc) => html`<${ArcTile} key=${arc.StoryArcID} arc=${arc} />`)}</ul>`}
      ${!isReader() && html`<${ArcOffers} />`}
    </div>
  `
}

function Actions() {
  const { route } = useLocation()
  const [asking, setAsking] = useState<'name' | 'find' | 'generate' | undefined>(undefined)
  const canGenerate = useHelper('reading_orders')
  const close = () => setAsking(undefined)
  const make = async (name: string) => {
    const { arc_id } = await call('POST /api/storyarcs', { body: { name } })
    invalidate('GET /api/storyarcs')
    route(arcPath(arc_id))
  }
  return html`
    <div class="arcs-actions">
      <${Button} icon="search" onClick=${() => setAsking('find')}>Find<//>
      <${Button} icon="plus" onClick=${() => setAsking('name')}>New arc<//>
      ${canGenerate && html`<${Button} icon="list" onClick=${() => setAsking('generate')}>Generate with AI<//>`}
      <${ImportLists} />
      <${ImportPlaces} />
      ${asking === 'find' && html`<${FindArcs} onClose=${close} />`}
      ${asking === 'generate' && html`<${GenerateArc} onClose=${close} />`}
      ${asking === 'name' && html`<${NameDialog} title="New story arc" action="Create" onName=${make} onClose=${close} />`}
    </div>
  `
}

function ArcTile({ arc }: { arc: Arc }) {
  const { StoryArcID, StoryArc, Have, Total, SpanYears, Publisher, ArcImage, unmatched } = arc
  const facts = [Publisher, SpanYears?.replace(' - ', ' to ')].filter(Boolean).join(', ')
  return html`
    <li>
      <a class="arc-tile" href=${arcPath(StoryArcID)}>
        <${Cover} name=${StoryArc} src=${ArcImage} width=${96} />
        <span class="arc-tile-words">
          <b>${StoryArc}</b>
          ${facts && html`<small>${facts}</small>`}
          <small>${Have} of ${countWords(Total, 'issue')}${unmatched > 0 && html`, ${unmatched} not in the library`}</small>
          <${HaveLine} share=${Total > 0 ? Have / Total : undefined} whole=${Total > 0 && Have === Total} />
        </span>
      </a>
    </li>
  `
}

function Nothing() {
  const text = isReader()
    ? 'Stories that run through several series appear here.'
    : 'A story arc keeps issues of any series in reading order. Import a reading list (.cbl or .json), or make an arc and add issues from a series.'
  return html`<${Empty} icon="book-open" title="No story arcs yet" text=${text} />`
}
