import { findProviderIds } from './provider-ids'

/** Whose ids cvinfo and series.json have. */
export const VOLUME_ID_SERVICE = 'comicvine'

const MOST_LETTERS = 4096

/** The id of the volume at Comic Vine in a file `cvinfo`, which holds the address of its page; undefined when none is there. */
export function parseCvinfo(content: Uint8Array | string): string | undefined {
  const some = content.slice(0, MOST_LETTERS)
  const text = typeof some === 'string' ? some : new TextDecoder().decode(some)
  const words = text.split(/[\s<>"']+/)
  const bare = words.map((word) => /^(?:4050|49)-(\d+)\/?$/.exec(word)?.[1]).find((id) => id !== undefined)
  return findProviderIds(undefined, words).comicvineVolume ?? bare
}
