import { findProviderIds } from './provider-ids'

/** The provider whose ids are in cvinfo and series.json. */
export const VOLUME_ID_SERVICE = 'comicvine'

const MOST_LETTERS = 4096

/**
 * The Comic Vine id of the volume in a `cvinfo` file, which contains the address of its page; undefined when there is
 * none.
 */
export function parseCvinfo(content: Uint8Array | string): string | undefined {
  const some = content.slice(0, MOST_LETTERS)
  const text = typeof some === 'string' ? some : new TextDecoder().decode(some)
  const words = text.split(/[\s<>"']+/)
  const bare = words.map((word) => /^(?:4050|49)-(\d+)\/?$/.exec(word)?.[1]).find((id) => id !== undefined)
  return findProviderIds(undefined, words).comicvineVolume ?? bare
}
