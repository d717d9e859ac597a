import type { NameBasis } from './parsed-file'

/** Kinds of evidence about a proposal besides the basis of its name. */
export type FindingKind =
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
  | 'numberOfName'
  | 'someNumberless'
  | 'copies'
  | 'unlikeCopies'
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
 * The weight of each kind of evidence for or against a proposal being entirely right, in log-odds, per basis of the
 * name and for the rest. Fitted by `bun bench/confidence.ts --fit` on libraries with a known correct result
 * (src/testing/libraries): fit again when parsing changes, and paste the output here.
 */
export const WORTH: Record<NameBasis, number> = {
  info: 2.47,
  list: 1.93,
  json: 2.72,
  both: 2.77,
  near: 0.68,
  name: 2.64,
  folder: 2.97,
  initials: 1.8,
  title: 2.24,
  guess: -1.6,
}

export const WEIGHTS: Record<FindingKind, number> = {
  confirmed: 0.54,
  disputed: -2.3,
  anyDisputed: 0,
  folderDisputed: -2.63,
  astray: -3.31,
  odd: -0.75,
  joined: -0.88,
  joinedAfar: 0,
  calledOtherwise: -0.9,
  likeAnother: -3.63,
  noGap: 1.09,
  gaps: -0.31,
  farNumber: -2.22,
  disorder: -6.97,
  numbersDiffer: -0.81,
  barcodesDiffer: -0.74,
  bareNumbers: 0,
  bareGuess: 0,
  numberless: -1.72,
  numberOfName: -2.92,
  maybeTitle: -3.5,
  someNumberless: 0,
  unlikeCopies: -1.34,
  copies: 0,
  twins: 0,
  yearSaid: 1.13,
  yearUnknown: 0,
  yearOfFirst: -0.58,
  idNamed: 0,
  idsDiffer: -1.56,
  listed: 0.37,
  listDisagrees: 0,
  covers: -7.65,
  thin: -6.72,
  thick: -6.51,
  severalFolders: 0,
  otherRun: -1.41,
  otherRunBeside: -0.44,
  tooEarly: -5.12,
  shortName: -2.01,
  alone: 0.37,
  manyFiles: -1.87,
}
