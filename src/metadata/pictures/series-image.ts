import { pictureAddress } from '../../series/art'
import type { Providers } from '../providers/registry'

/**
 * The picture of a series of Metron under an address of our own. Metron shows pictures of issues alone, so it is that
 * of the first. Null when there is none, or when Metron cannot be asked.
 */
export async function seriesImage(providers: Providers, seriesId: string): Promise<{ image: string | null }> {
  if (!/^\d{1,12}$/.test(seriesId)) return { image: null }
  const issues = await providers.get('metron').issues(seriesId, { urgent: true })
  const urls = 'ok' in issues ? issues.ok.map(({ facts }) => facts.image_url) : []
  return { image: pictureAddress(urls.find((url) => url !== undefined)) }
}
