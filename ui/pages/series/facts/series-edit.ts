import { call } from '../../../api/client'
import { cacheReply, invalidate, useQuery } from '../../../api/query'
import { html } from '../../../html'
import { EditSheet } from './edit-sheet'
import { SERIES_FIELDS } from './field-words'

export type SeriesEditProps = { comic_id: string; name: string; onClose: () => void }

export function SeriesEdit({ comic_id, name, onClose }: SeriesEditProps) {
  const { data, error, reload } = useQuery('GET /api/series/:comic_id/metadata', { params: { comic_id } })
  const save = async (body: Record<string, unknown>) => {
    const reply = await call('PATCH /api/series/:comic_id/metadata', { params: { comic_id }, body })
    cacheReply('GET /api/series/:comic_id/metadata', { params: { comic_id } }, reply)
    invalidate('GET /api/series')
  }
  const sheet = { title: `Edit ${name}`, shapes: SERIES_FIELDS, fields: data?.fields, error: error?.detail }
  return html`<${EditSheet} ...${sheet} onRetry=${reload} onSave=${save} onClose=${onClose} />`
}
