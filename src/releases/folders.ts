import type { Piece, ReadName, ReadOptions } from './names.ts'
import { matchKey } from './titles.ts'
import { Trait, traitsOf } from './vocabulary.ts'

/** Folders of a library or of the machine, which name nothing. */
const GENERIC =
  /^(?:[a-z]:|comics?|mangas?|books?|library|libraries|media|data|mnt|home|downloads?|complete|completed|comics?-\d+|incoming|import)$/i
const SPECIAL = /^(?:specials?|extras?|omake|art ?books?|bonus|one[ -]?shots?|side ?stories|artworks?|covers?)$/i

type Reader = (name: string, options: ReadOptions, asFolder: boolean) => Piece

/**
 * Fills what the file name leaves open from the folders it stands in, nearest first: the series, the numbers of pure volume and chapter
 * folders, the volume and year a folder states for the run. What the file says itself wins.
 */
export function fillFromFolders(piece: Piece, folders: string[], options: ReadOptions, reader: Reader): ReadName {
  const { read } = piece
  const state = { read, series: '', special: false }
  for (let at = folders.length - 1; at >= 0; at--) {
    const name = folders[at]!
    if (SPECIAL.test(name)) state.special = true
    else if (!GENERIC.test(name)) takeFolder(state, reader(name, options, true).read)
  }
  if (
    read.series === '' ||
    (piece.bracketed && state.series !== '') ||
    (state.special && state.series !== '') ||
    isPlusSpecial(read, state.series)
  )
    read.series = state.series
  return read
}

interface State {
  read: ReadName
  series: string
  special: boolean
}

function takeFolder(state: State, folder: ReadName): void {
  const { read } = state
  const pure = folder.series === ''
  // A file in a chapter folder is a page or a part; its own bare number counts pages.
  if (pure && folder.issue !== '' && (read.series === '' || read.issue === '')) {
    read.issue = folder.issue
    read.issue_end = folder.issue_end
  }
  const related = pure || isRelated(read.series, folder.series)
  if (read.volume === '' && folder.volume !== '' && (pure || (related && folder.year !== ''))) {
    read.volume = folder.volume
    read.volume_end = folder.volume_end
  }
  if (pure) return
  if (state.series === '') state.series = folder.series
  if (folder.annual && read.series === '') read.annual = true
  if (!related || folder.year === '') return
  if (read.year === '') read.year = folder.year
  if (read.run_year === '') read.run_year = folder.year
}

/** One name continues the other: a folder of something else (a weekly pack) says nothing about the run. */
function isRelated(series: string, folder: string): boolean {
  const [a, b] = [matchKey(series), matchKey(folder)]
  return a.startsWith(b) || b.startsWith(a)
}

/** "Love Hina - Special" in the folder "Love Hina" is a special of that series. */
function isPlusSpecial(read: ReadName, folder: string): boolean {
  if (folder === '' || read.issue !== '' || read.volume !== '') return false
  const key = matchKey(folder)
  if (key.length === 0 || !matchKey(read.series).startsWith(key)) return false
  const rest = read.series
    .slice(folder.length)
    .trim()
    .split(/[\s\-–]+/)
    .filter((word) => word !== '')
  return rest.length > 0 && rest.every((word) => (traitsOf(word.toLowerCase()) & Trait.special) !== 0)
}
