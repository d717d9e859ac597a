import { useHelper } from '../../api/assistant'
import { useQuery } from '../../api/query'
import { html } from '../../html'

/** A one-sentence description of the series, written by the model; renders nothing without one. */
export function SeriesSentence({ comicId }: { comicId: string }) {
  const isOn = useHelper('series_summary')
  const { data } = useQuery('GET /api/ai/series/:comic_id/sentence', isOn ? { params: { comic_id: comicId } } : null)
  if (!isOn || !data?.sentence) return null
  return html`<p class="series-sentence">${data.sentence} <small>AI summary by ${data.model}</small></p>`
}
