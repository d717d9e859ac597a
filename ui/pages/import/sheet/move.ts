import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { TextField } from '../../../parts/controls/field'
import { pluralWords } from '../../../parts/text/format'
import { queryWords } from '../../../parts/text/word-fit'
import { NO_NAME, type Proposal } from '../review/proposals'
import { Combobox } from './combobox'

export type SplitOffProps = { count: number; busy: boolean; onSplit: (name: string) => unknown }

/** Asks for the series of the files that are split off. */
export function SplitOff({ count, busy, onSplit }: SplitOffProps) {
  const [name, setName] = useState('')
  const [submitted, setAsked] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setAsked(true)
    if (name.trim()) onSplit(name.trim())
  }
  const error = submitted && !name.trim() ? NO_NAME : undefined
  const label = pluralWords(count, 'The series this file is of', 'The series these {count} files are of')
  return html`
    <form class="sheet-split" onSubmit=${submit}>
      <${TextField} label=${label} value=${name} error=${error} autofocus onInput=${setName} />
      <${Button} kind="main" type="submit" busy=${busy}>Split off<//>
    </form>
  `
}

export type MoveToProps = { others: readonly Proposal[]; onMove: (id: string) => unknown }

const SHOWN = 6

/** Finds the proposal that the files belong to. */
export function MoveTo({ others, onMove }: MoveToProps) {
  const [query, setQuery] = useState('')
  const words = queryWords(query)
  const found = others.filter((one) => words.every((word) => one.text.includes(word))).slice(0, SHOWN)
  const options = found.map((one) => ({
    key: one.id,
    label: one.name,
    detail: [one.year, one.amount, one.existing && 'in your library'].filter(Boolean).join(' · '),
  }))
  const nothing = `No other proposal is called “${query.trim()}”.`
  const label = 'Move to the proposal'
  return html`
    <${Combobox}
      label=${label}
      placeholder="Name of the other proposal"
      query=${query}
      options=${options}
      nothing=${nothing}
      autofocus
      onQuery=${setQuery}
      onPick=${onMove}
    />
  `
}
