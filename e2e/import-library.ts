import type { ProgressView } from '../src/intake/imports/schema'
import type { Client } from './panelkeep'

/** Scans the comic folders and confirms everything that the scan proposes. */
export async function importComics(reader: Client): Promise<void> {
  await reader.post('/api/import/comic/scan')
  const { scan_id, results } = await importEnded(reader)
  const selected_ids = (results ?? []).map(({ match }) => match?.comicid)
  await reader.post('/api/import/comic/confirm', { scan_id, selected_ids })
  await importEnded(reader)
}

async function importEnded(reader: Client): Promise<ProgressView> {
  for (;;) {
    const now = await reader.json<ProgressView & Record<string, unknown>>('/api/import/comic/progress')
    if (now.status !== 'scanning' && now.status !== 'importing') return now
    await Bun.sleep(20)
  }
}
