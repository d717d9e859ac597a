import { pictureAddress } from '../../series/art'
import type { Providers } from '../providers/registry'

/**
 * The picture of a Metron series under our own URL. Metron has pictures of issues only, so the first issue's is used.
 * Null when there is none, or when Metron must not be queried.
 */
export async function seriesImage(providers: Providers, seriesId: string): Promise<{ image: string | null }> {
  if (!/^\d{1,12}$/.test(seriesId)) return { image: null }
  const issues = await providers.get('metron').issues(seriesId, { urgent: true })
  const urls = 'ok' in issues ? issues.ok.map(({ facts }) => facts.image_url) : []
  return { image: pictureAddress(urls.find((url) => url !== undefined)) }
}
