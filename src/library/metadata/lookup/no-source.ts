import type { ContentType } from '../../series/states'

/** Why no metadata can be found: the sources of the kind are disabled, or lack their keys. */
export const noSourceSentence = (kind: ContentType): string =>
  `No metadata source for ${kind === 'manga' ? 'manga' : 'comics'} is set up. Set one up in Settings, Metadata.`
