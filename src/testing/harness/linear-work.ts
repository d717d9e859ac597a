import { threadCpuMs } from './loop-watch'

const TRIES = 3
/** A busy machine slows one measurement down more than the other; work out of proportion fails each comparison. */
const COMPARISONS = 3
/** Time that the clock, garbage collection and a first compilation may add to a short run. */
const NOISE_MS = 20

/**
 * Whether four times the text takes about four times the work: at most eight times, since a parser that rereads all
 * earlier text takes sixteen. Uses processor time of this thread, the fastest of three runs.
 */
export function worksInProportion(work: (length: number) => void, { quarter }: { quarter: number }): boolean {
  const isInProportion = () => {
    const [few, many] = [quickestMs(() => work(quarter)), quickestMs(() => work(4 * quarter))]
    return many < 8 * few + NOISE_MS
  }
  return Array.from({ length: COMPARISONS }).some(isInProportion)
}

/** Repeated, these pieces keep a parser busy that backtracks or starts again at each of them. */
export const HOSTILE_PIECES: readonly string[] = [
  ...[' ', '\t', '\n', ' \n', '0', '1', 'a', 'A ', 'é', 'e\u0301', '\u0301', '漢', '第', '١', '\u{1f600}', '\ufffd', '\0'],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '()', '[[', '{{', '<<', '(a', '[a', '( ', '[ ', '(1933-', '{"', '[{', '[1,'],
  ...['"', "'", '`', '\\', '\\"', '/', '//', '/ ', '|', '-', '--', ' -', '- ', '_', '.', '..', '. ', ',', ', ', ' ,', ';', ':', '='],
  ...['#', '# ', '?', '&', '&amp;', '&#', '&#1', '%', '%2', '%20', '+', '*', '**', '*a', '~', '$', '^', '!', '!!', '@', '\ue000'],
  ...['<a', '<a ', '</a', '<a>', '<a b="', '<!--', '-->', '<!-- -->', '\n<!---->', '<![CDATA[', '<!', '<!doctype ', '<?', '<script'],
  ...['a.b', 'a+', 'a://', 'http://', 'key=', '1.', '1-', '1 -', 'by A ', 'vol ', 'annual ', 'issue id ', 'comicvine.com/', 'a, '],
] // biome-ignore format: one glance

/**
 * The pieces with which `work` on `length` characters takes more than in proportion. A quick run is not measured
 * again: where each character is read again for each other, 50,000 of them take a second.
 */
export function slowPieces(
  work: (text: string) => unknown,
  { length, pieces = HOSTILE_PIECES }: { length: number; pieces?: readonly string[] },
): string[] {
  const run = (piece: string) => (letters: number) => void work(filledWith(piece, letters))
  return pieces.filter(
    (piece) =>
      onceMs(() => run(piece)(length)) > NOISE_MS && !worksInProportion(run(piece), { quarter: Math.ceil(length / 4) }),
  )
}

/** `piece` repeated, cut at `length` characters. */
export const filledWith = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Processor time of this thread in milliseconds, the fastest of three runs. */
export function quickestMs(work: () => void): number {
  return Math.min(...Array.from({ length: TRIES }, () => onceMs(work)))
}

function onceMs(work: () => void): number {
  const begun = threadCpuMs()
  work()
  return threadCpuMs() - begun
}
