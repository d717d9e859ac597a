import { call } from '../../../api/client'

/** The confirmation of each preview, which only the page that made the preview knows. */
const made = new Map<string, { preview_token: string; fingerprint: string }>()

/** Makes a preview. Returns the id of the run. */
export async function makePreview(seriesId: string): Promise<string> {
  const { run_id, preview_token, fingerprint } = await call('POST /api/system/acquisition/repair/preview', {
    body: { series_id: seriesId },
  })
  made.set(run_id, { preview_token, fingerprint })
  return run_id
}

export const previewProof = (runId: string) => made.get(runId)
