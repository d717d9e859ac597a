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
  | 'maybeTitle'
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
  info: 2.68,
  list: 1.37,
  json: 2.89,
  both: 3.2,
  near: 0.16,
  name: 3.17,
  folder: 2.72,
  initials: 2.33,
  title: 2.45,
  guess: -0.45,
}

export const WEIGHTS: Record<Finding, number> = {
  confirmed: 0.76,
  disputed: -3.1,
  anyDisputed: 0,
  folderDisputed: -4.01,
  astray: -4.15,
  odd: -0.35,
  joined: -1.08,
  joinedAfar: -0.65,
  calledOtherwise: -2.92,
  likeAnother: -4.59,
  noGap: 0.78,
  gaps: -0.73,
  farNumber: -2.17,
  disorder: -8.1,
  numbersDiffer: -4.15,
  barcodesDiffer: -0.41,
  bareNumbers: 0,
  bareGuess: 0,
  numberless: -1.98,
  maybeTitle: -3.85,
  copies: -1.03,
  twins: 0,
  yearSaid: 1.29,
  yearUnknown: 0,
  yearOfFirst: -0.37,
  idNamed: 0.32,
  idsDiffer: -0.7,
  listed: 0.03,
  listDisagrees: 0,
  covers: -7.45,
  thin: -7.24,
  thick: -6.8,
  severalFolders: 0,
  otherRun: -1.49,
  otherRunBeside: -0.4,
  tooEarly: -6.19,
  shortName: -1.33,
  alone: 0,
  manyFiles: -3.1,
}
