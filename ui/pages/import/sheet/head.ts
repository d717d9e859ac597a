import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { TextField } from '../../../parts/controls/field'
import { SegmentedControl } from '../../../parts/controls/segmented'
import { useEditable } from '../../../parts/controls/use-editable'
import { Cover } from '../../../parts/covers/cover'
import { seriesPath } from '../../../parts/text/series-path'
import { NO_NAME, NO_YEAR, type Proposal, yearIn } from '../review/proposals'
import type { GroupChange, ImportKind } from '../wire'
import { SheetSeries } from './series'

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]

export type SheetHeadProps = {
  one: Proposal
  onChange: (change: GroupChange) => unknown
  onFileUnder: (comicId: string, name: string) => unknown
}

/** The assigned series, editable. Each change is saved at once. */
export function SheetHead({ one, onChange, onFileUnder }: SheetHeadProps) {
  return html`
    <div class="group-sheet-top">
      <div class="group-sheet-cover"><${Cover} name=${one.name} src=${one.cover} mark=${one.year} width=${140} /></div>
      <div class="group-sheet-fields">
        ${
          one.existing
            ? html`<${Filed} one=${one} onChange=${onChange} />`
            : one.provider
              ? html`
          <${OfProvider}
            one=${one}
            onChange=${onChange}
          />
        `
              : html`
          <${Fields}
            one=${one}
            onChange=${onChange}
          />
        `
        }
        ${one.suggestion && html`<${Suggested} suggestion=${one.suggestion} onFileUnder=${onFileUnder} />`}
        <${SheetSeries} key=${one.comicId} onPick=${onFileUnder} />
      </div>
    </div>
  `
}

/** The files belong to a series of the library, on whose page the name and the kind are edited. */
function Filed({ one, onChange }: Pick<SheetHeadProps, 'one' | 'onChange'>) {
  const owned = one.files.some(({ in_library }) => in_library)
  return html`
    <div class="group-sheet-filed">
      <p>Filed under a series of your library</p>
      <h3><a href=${seriesPath(one.existing ?? '')}>${one.name}</a>${one.year && html` <small>${one.year}</small>`}</h3>
      ${
        owned
          ? html`<p>Some of these files are there already. Move the new ones out of it below if they are of another series.</p>`
          : html`<${Button} size="small" onClick=${() => onChange({ comic_id: null })}>Make it a new series<//>`
      }
    </div>
  `
}

type SuggestedProps = Pick<SheetHeadProps, 'onFileUnder'> & { suggestion: NonNullable<Proposal['suggestion']> }

/** A series of the library that the model read from a file name. */
function Suggested({ suggestion, onFileUnder }: SuggestedProps) {
  const { comic_id, name, year } = suggestion
  return html`
    <div class="group-sheet-suggested">
      <p>AI suggestion from the file name: <a href=${seriesPath(comic_id)} target="_blank">${name}</a>${year && ` (${year})`}</p>
      <${Button} size="small" icon="check" onClick=${() => onFileUnder(comic_id, name)}>Use this series<//>
    </div>
  `
}

/** The files are matched to a provider's series, whose name is used. Further candidates are listed below. */
function OfProvider({ one, onChange }: Pick<SheetHeadProps, 'one' | 'onChange'>) {
  const facts = [one.year, one.publisher].filter(Boolean).join(' · ')
  return html`
    <div class="group-sheet-filed">
      <p>${one.joins ? `In your library, matched on ${one.provider}` : `A series of ${one.provider}`}</p>
      <h3>${one.joins ? html`<a href=${seriesPath(one.joins)}>${one.name}</a>` : one.name}${facts && html` <small>${facts}</small>`}</h3>
      ${one.proposals.length === 0 && html`<${Button} size="small" onClick=${() => onChange({ proposal: null })}>Keep as a local series<//>`}
    </div>
  `
}

function Fields({ one, onChange }: Pick<SheetHeadProps, 'one' | 'onChange'>) {
  const [name, setName] = useEditable(one.name)
  const [year, setYear] = useEditable(one.year)
  const noName = name.trim() === '' ? NO_NAME : undefined
  const noYear = yearIn(year) === undefined ? NO_YEAR : undefined
  const keepName = () => !noName && name.trim() !== one.name && onChange({ name: name.trim() })
  const keepYear = () => {
    const chosen = yearIn(year)
    if (chosen !== undefined && String(chosen ?? '') !== one.year) onChange({ year: chosen })
  }
  const kind = { label: 'Kind', value: one.kind, choices: KINDS }
  return html`
    <${TextField} label="Series" value=${name} error=${noName} onInput=${setName} onChange=${keepName} />
    <div class="group-sheet-pair">
      <${TextField} label="Began in" value=${year} error=${noYear} placeholder="Unknown" onInput=${setYear} onChange=${keepYear} />
      <${SegmentedControl} ...${kind} onChange=${(value: string) => onChange({ content_type: value as ImportKind })} />
    </div>
  `
}
