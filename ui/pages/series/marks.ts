import { call } from '../../api/client'
import type { Input, Reply } from '../../api/contract'
import { invalidate } from '../../api/query'
import { runWithToast } from '../../state/run-with-toast'

export type Marks = Reply<'GET /api/series/:comic_id/marks'>
export type MarksChange = Input<'PATCH /api/series/:comic_id/marks'>['body']

export function saveMarks(comic_id: string, body: MarksChange): Promise<boolean> {
  return runWithToast(async () => {
    await call('PATCH /api/series/:comic_id/marks', { params: { comic_id }, body })
    invalidate('GET /api/series')
  })
}
