import './facts.css'
import { html } from '../../../html'
import { Evidence, nameAndYear } from '../../../panels/matching/evidence'
import { Button } from '../../../parts/controls/button'
import { Cover } from '../../../parts/covers/cover'
import { countWords } from '../../../parts/text/format'
import type { ProviderSource, WireSeriesCandidate } from '../wire'
import { sourceWords } from './field-words'

export type LinkTo = (provider: ProviderSource, provider_id: string) => unknown

export type SeriesCandidateRowProps = {
  one: Omit<WireSeriesCandidate, 'evidence' | 'against' | 'verdict'> & { evidence?: string[]; against?: string[] }
  busy: boolean
  onLink: LinkTo
}

/** A candidate series of a provider, the evidence, and the button that links it. */
export function SeriesCandidateRow({ one, busy, onLink }: SeriesCandidateRowProps) {
  const { provider, provider_id, name, year, publisher, issue_count, image, evidence = [], against = [] } = one
  const facts = [
    sourceWords(provider),
    publisher,
    issue_count === null ? null : countWords(issue_count, 'issue'),
  ].filter(Boolean)
  return html`
    <li class="link-line">
      <span class="link-cover"><${Cover} name=${name} src=${image} width=${48} /></span>
      <span>
        <b>${nameAndYear(name, year)}</b>
        <small>${facts.join(' · ')}</small>
        ${evidence.length > 0 && html`<${Evidence} evidence=${evidence} against=${against} />`}
      </span>
      <${Button} size="small" icon="link" disabled=${busy} onClick=${() => onLink(provider, provider_id)}>Link<//>
    </li>
  `
}
