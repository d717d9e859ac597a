import type { MetadataProvider, ProviderAnswer } from '../providers/provider'
import type { ProviderFailure } from '../schema'

/** A provider's answer, or its failure in the form of replies. */
export async function queryProvider<T>(
  provider: MetadataProvider,
  ask: (provider: MetadataProvider) => Promise<ProviderAnswer<T>>,
): Promise<{ found?: T; failure?: ProviderFailure }> {
  const answer = await ask(provider)
  if ('ok' in answer) return { found: answer.ok }
  const { failure, detail, until } = answer
  return { failure: { provider: provider.name, failure, detail, ...(until === undefined ? {} : { until }) } }
}
