import type { Instant } from '../../platform/ports'
import type { FailureKind, ProviderName } from '../states'
import { manners } from './limits'

type Heard = Exclude<FailureKind, 'disabled' | 'not_configured'>

/**
 * What is wrong with an answer. A provider's file throws it where the service says so in its own words, inside an
 * answer that looks well; the desk makes a failure of it.
 */
export class Trouble extends Error {
  override readonly name = 'Trouble'

  constructor(
    readonly kind: Heard,
    /** What exactly, as a part of a sentence: `status 503`, `it was cut off`. Never a key, never an address with one. */
    readonly what = '',
    /** Not before, where the service says so. */
    readonly until?: Instant,
  ) {
    super(what || kind)
  }
}

/** An answer in another form than expected: this one is no use, the next may be. */
export class OtherForm extends Trouble {
  constructor(error: unknown) {
    super('unreadable', error instanceof Error ? error.message : '')
  }
}

/** The sentence for people: what happened, at which service, what to do. */
export function sentenceOf(provider: ProviderName, { kind, what }: Trouble): string {
  const { label } = manners[provider]
  const why = what === '' ? '' : ` (${what})`
  const sentences: Record<Heard, string> = {
    auth: `${label} does not take ${provider === 'comicvine' ? 'the API key' : 'the login'}${why}. Check it under Settings, Metadata.`,
    limit: `${label} has answered as many questions as it allows for now. It is asked again by itself.`,
    banned: `${label} has shut this address out for a while${why}: a page for people came in place of an answer. It is left alone for a day and asked again by itself.`,
    unreachable: `${label} cannot be reached${why}. Check the connection and its address under Settings, Metadata; it is asked again by itself.`,
    unavailable: `${label} has trouble of its own${why}. It is asked again by itself.`,
    unreadable: `${label} sent an answer that cannot be read${why}. What is in your library stays as it is.`,
    refused: `${label} refused the question${why}. What is in your library stays as it is.`,
  }
  return sentences[kind]
}
