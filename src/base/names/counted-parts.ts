import { separates, type Token } from './tokens.ts'

/** Words for albums besides those for volumes: "Agent 327 - Dossier 21". */
const ALBUMS = new Set('dossier dossiers album albums albo aflevering'.split(' '))

/** A series may number its issues by the time in its story: "52 - Week 37". */
const TIMES = new Set('hour day night week month year'.split(' '))

/** "- Dossier 21": after a dash, one word that says what the number at `at` counts. */
export function isOfAlbum(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1]
  return word?.kind === 'word' && separates(tokens, at - 2) && ALBUMS.has(word.word)
}

/** "52 - Week 37", "13 - Dossier 4": the word is not a name, so the number before it is. */
export function isPartAlone(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1]
  return isOfAlbum(tokens, at) || (word?.kind === 'word' && separates(tokens, at - 2) && TIMES.has(word.word))
}
