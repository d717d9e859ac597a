import { useQuery } from '../../../api/query'
import { html, useEffect, useState } from '../../../html'
import { Combobox } from './combobox'

export type SheetSeriesProps = { onPick: (comicId: string, name: string) => unknown }

const FOUND = 6
const TYPED_MS = 120

/** Files the proposal under a series that is in the library. */
export function SheetSeries({ onPick }: SheetSeriesProps) {
  const [query, setQuery] = useState('')
  const [search, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query.trim()), TYPED_MS)
    return () => clearTimeout(timer)
  }, [query])
  const input = search ? { query: { q: search, limit: FOUND } } : null
  const { data, loading } = useQuery('GET /api/series', input, { keep: true })
  const found = !search || !query.trim() || !data || Array.isArray(data) ? [] : data.comics
  const options = found.map(({ ComicID, ComicName, ComicYear, ComicPublisher, Have }) => {
    const detail = [ComicYear, ComicPublisher, `${Have} here`].filter(Boolean).join(' · ')
    return { key: ComicID, label: ComicName, detail }
  })
  const pick = (key: string) => onPick(key, options.find((one) => one.key === key)?.label ?? '')
  const nothing = loading || search !== query.trim() ? 'Searching' : `No series of your library is called “${search}”.`
  const label = 'File under a series of your library'
  return html`
    <${Combobox}
      label=${label}
      placeholder=${label}
      query=${query}
      options=${options}
      nothing=${nothing}
      onQuery=${setQuery}
      onPick=${pick}
    />
  `
}
