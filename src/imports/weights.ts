import type { Basis } from './claim'

/** What can be found about a proposal besides what its name rests on. */
export type Finding =
  | 'confirmed'
  | 'disputed'
  | 'anyDisputed'
  | 'folderDisputed'
  | 'astray'
  | 'odd'
  | 'joined'
  | 'joinedAfar'
  | 'calledOtherwise'
  | 'likeAnother'
  | 'noGap'
  | 'gaps'
  | 'farNumber'
  | 'disorder'
  | 'numbersDiffer'
  | 'barcodesDiffer'
  | 'bareNumbers'
  | 'bareGuess'
  | 'numberless'
  | 'copies'
  | 'twins'
  | 'yearSaid'
  | 'yearUnknown'
  | 'yearOfFirst'
  | 'idNamed'
  | 'idsDiffer'
  | 'listed'
  | 'listDisagrees'
  | 'covers'
  | 'thin'
  | 'thick'
  | 'severalFolders'
  | 'otherRun'
  | 'otherRunBeside'
  | 'tooEarly'
  | 'shortName'
  | 'alone'
  | 'manyFiles'

/**
 * What each finding says for or against a proposal being wholly right, in log-odds, for what the name rests on and for the
 * rest. Fitted by `bun bench/confidence.ts --fit` on libraries whose truth is known (src/testing/libraries): fit again
 * when what is read from files changes, and put the output here.
 */
export const WORTH: Record<Basis, number> = {
  info: 2.93,
  list: 1.79,
  json: 3.02,
  both: 3.36,
  near: 0.31,
  name: 2.94,
  folder: 3.69,
  initials: 3.1,
  title: 1.72,
  guess: -1.15,
}

export const WEIGHTS: Record<Finding, number> = {
  confirmed: 0.04,
  disputed: -2.85,
  anyDisputed: 0,
  folderDisputed: -2.34,
  astray: -4.12,
  odd: -0.22,
  joined: -0.1,
  joinedAfar: -0.79,
  calledOtherwise: -3.35,
  likeAnother: -4.09,
  noGap: 0.95,
  gaps: 0,
  farNumber: -2.08,
  disorder: -7.8,
  numbersDiffer: -2.17,
  barcodesDiffer: -0.56,
  bareNumbers: 0,
  bareGuess: 0,
  numberless: -2.29,
  copies: -0.44,
  twins: 0,
  yearSaid: 0.94,
  yearUnknown: 0,
  yearOfFirst: -0.36,
  idNamed: 0.31,
  idsDiffer: -0.23,
  listed: 0,
  listDisagrees: -0.34,
  covers: -7.39,
  thin: -7.36,
  thick: -8.81,
  severalFolders: 0,
  otherRun: -0.89,
  otherRunBeside: -0.84,
  tooEarly: -5.35,
  shortName: -1.08,
  alone: 0,
  manyFiles: -3.67,
}
