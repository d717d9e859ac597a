import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html } from '../../../html'
import { EditSheet } from '../facts/edit-sheet'
import { ISSUE_FIELDS } from '../facts/field-words'
import type { IssueCard } from '../issue-card'
import type { IssueDetail } from '../wire'

export type IssueEditProps = { detail: IssueDetail; card: IssueCard; onClose: () => void }

export function IssueEdit({ detail, card, onClose }: IssueEditProps) {
  const save = async (body: Record<string, unknown>) => {
    await call('PATCH /api/series/issues/:issue_id', { params: { issue_id: detail.issue.id }, body })
    invalidate('GET /api/series')
  }
  const sheet = { title: `Edit ${detail.series.name} ${card.label}`, shapes: ISSUE_FIELDS, fields: detail.fields }
  return html`<${EditSheet} ...${sheet} onSave=${save} onClose=${onClose} />`
}
