import type { Trouble as Away } from '../../outside/back-off'
import type { Instant } from '../../platform/ports'
import type { IndexerFailure } from '../states'

export type Heard = Exclude<IndexerFailure, 'disabled'>

/** What is wrong with an answer of an indexer; the desk makes a failure of it. */
export class Trouble extends Error {
  override readonly name = 'Trouble'

  constructor(
    readonly kind: Heard,
    /** What exactly, as a part of a sentence: `code 203`, `no answer within 15 seconds`. Never a key. */
    readonly what = '',
    readonly more: {
      /** Not before, where the indexer says so. */
      until?: Instant | undefined
      /** It shut us out, which is no trouble that passes in a minute. */
      banned?: boolean
      /** It is the file of this release that is of no use, not the indexer. */
      release?: string
    } = {},
  ) {
    super(what || kind)
  }
}

/** How long to stay away after it: as after what trouble of any service. */
export function awayAs({ kind, more }: Trouble): Away {
  if (more.banned) return 'banned'
  if (kind === 'grab_limit') return 'limit'
  return kind === 'unsupported' ? 'refused' : kind
}

/** Where people say at which address an indexer stands. */
const ADDRESS = 'its address under Settings, Indexers'

/** The sentence for people: what happened, at which indexer, what to do. `address`: where that is set. */
export function sentenceOf(label: string, { kind, what, more }: Trouble, address = ADDRESS): string {
  const why = what === '' ? '' : ` (${what})`
  if (more.banned)
    return `${label} has shut this address out for a while${why}: a page for people came in place of an answer. It is left alone for a day and asked again by itself.`
  if (more.release !== undefined)
    return `${label} gave no file that can be used for ${more.release}${why}. Choose another release.`
  const sentences: Record<Heard, string> = {
    auth: `${label} rejected the API key${why}. Check it under Settings, Indexers.`,
    limit: `${label} has answered as many questions as it allows for now${why}. It is asked again by itself.`,
    grab_limit: `${label} has given as many releases as it allows for now${why}. It is asked for more by itself later.`,
    unreachable: `${label} cannot be reached${why}. Check ${address}; it is asked again by itself.`,
    unavailable: `${label} has trouble of its own${why}. It is asked again by itself.`,
    unreadable: `${label} sent an answer that cannot be read${why}. Check that ${address} is the one for programs.`,
    refused: `${label} refused the question${why}.`,
    unsupported: `${label} does not offer this kind of search${why}.`,
  }
  return sentences[kind]
}
