import type { Config } from '../../../base/config/config'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import type { Clock, Random } from '../../../base/platform/ports'
import { providerNames } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { Pictures } from '../../../library/metadata/pictures/pictures'
import { contentTypes } from '../../../library/series/states'
import { PROPOSE } from '../states'
import { CoverComparer } from './cover-comparison'
import { Proposer, type ProviderSelection } from './propose'
import { ImportProposals } from './service'

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  operations: Operations
  config: Pick<Config, 'onChange'>
  providers: ProviderSelection
  pictures: Pick<Pictures, 'offer'>
  archives: ArchiveDeps
}

/** Options whose change may make a failing provider answer. */
const OF_PROVIDERS = new RegExp(`^(?:${providerNames.join('|')}|metadata)_`)

/** Proposals from providers, and the background work that queries them. */
export function makeProposals(deps: Deps): ImportProposals {
  const { db, clock, random, operations, config, providers, pictures, archives } = deps
  const looks = new CoverComparer({ archives, picture: (url) => pictureAt(pictures, url) })
  const proposer = new Proposer({ db, clock, random, providers, looks })
  const proposals = new ImportProposals({ db, random, operations, providers, proposer })
  operations.handle(PROPOSE, proposer)
  config.onChange((keys) => {
    if (keys.some((key) => OF_PROVIDERS.test(key))) for (const kind of contentTypes) proposals.begin(kind)
  })
  return proposals
}

/** A picture that cannot be loaded is no evidence. */
async function pictureAt(pictures: Pick<Pictures, 'offer'>, url: string): Promise<Uint8Array | undefined> {
  try {
    return (await pictures.offer(url, {}).make()).bytes
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
