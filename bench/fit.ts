import { basisShares } from '../src/library/recognition/group-confidence'
import type { NameBasis } from '../src/library/recognition/parsed-file'
import { type FindingKind, WEIGHTS, WORTH } from '../src/library/recognition/weights'
import type { JudgedGroup } from '../src/testing/libraries/judge'

/** These findings only raise the confidence; all others only lower it, so that their reason makes sense. */
const FOR = new Set<FindingKind>(['confirmed', 'noGap', 'idNamed', 'listed', 'yearSaid', 'alone'])

/** Findings that are too rare in generated libraries to be fitted, but need a review. */
const AT_MOST: Partial<Record<FindingKind, number>> = { idsDiffer: -0.7 }

const BASES = Object.keys(WORTH) as NameBasis[]
const FINDINGS = Object.keys(WEIGHTS) as FindingKind[]
const STEPS = 4000
/** Pulls weights with little evidence towards zero. */
const PENALTY = 0.3

interface Row {
  values: Float64Array
  right: number
}

export interface Weights {
  worth: Record<NameBasis, number>
  weights: Record<FindingKind, number>
}

/** Logistic regression by descent, the same for the same proposals. */
export function fit(judged: readonly JudgedGroup[]): Weights {
  const rows = judged.map(rowOf)
  const size = BASES.length + FINDINGS.length
  const weights = new Float64Array(size)
  const pace = paces(rows, size)
  let before = weights.slice()
  for (let step = 1; step <= STEPS; step++) {
    const ahead = weights.map((weight, at) => weight + ((step - 1) / (step + 2)) * (weight - before[at]!))
    const slope = slopeAt(rows, ahead)
    before = weights.slice()
    for (let at = 0; at < size; at++) weights[at] = allowed(at, ahead[at]! - pace[at]! * slope[at]!)
  }
  const rounded = [...weights].map((weight) => Math.round(weight * 100) / 100 || 0)
  const named = (names: readonly string[], from: number) =>
    Object.fromEntries(names.map((name, at) => [name, rounded[from + at]!]))
  return {
    worth: named(BASES, 0) as Weights['worth'],
    weights: named(FINDINGS, BASES.length) as Weights['weights'],
  }
}

function rowOf({ group, right }: JudgedGroup): Row {
  const values = new Float64Array(BASES.length + FINDINGS.length)
  for (const [basis, share] of basisShares([...group.files.keys()])) values[BASES.indexOf(basis)] = share
  for (const { what, share } of group.found) values[BASES.length + FINDINGS.indexOf(what)]! += share
  return { values, right: Number(right) }
}

/** Step size of each weight, by the influence of the others that occur with it. */
function paces(rows: readonly Row[], size: number): number[] {
  const pull = new Array<number>(size).fill(PENALTY)
  for (const { values } of rows) {
    const sum = values.reduce((total, value) => total + value, 0)
    for (const [at, value] of values.entries()) pull[at]! += (value * sum) / 4
  }
  return pull.map((each) => 1 / each)
}

function slopeAt(rows: readonly Row[], weights: Float64Array): Float64Array {
  const slope = weights.map((weight) => PENALTY * weight)
  for (const { values, right } of rows) {
    let odds = 0
    for (let at = 0; at < values.length; at++) odds += weights[at]! * values[at]!
    const error = 1 / (1 + Math.exp(-odds)) - right
    for (let at = 0; at < values.length; at++) slope[at]! += error * values[at]!
  }
  return slope
}

function allowed(at: number, weight: number): number {
  const finding = FINDINGS[at - BASES.length]
  if (finding === undefined) return weight
  return FOR.has(finding) ? Math.max(0, weight) : Math.min(AT_MOST[finding] ?? 0, weight)
}

export function printWeights({ worth, weights }: Weights): void {
  const table = (record: Record<string, number>) =>
    Object.entries(record).map(([name, weight]) => `  ${name}: ${weight},`)
  console.log(
    ['export const WORTH = {', ...table(worth), '}', 'export const WEIGHTS = {', ...table(weights), '}'].join('\n'),
  )
}
