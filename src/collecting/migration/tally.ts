import type { Omission } from './states'

export interface OmittedRow {
  table_name: string
  outcome: Omission
  source_id: string
  label: string
  reason: string
}

/** Counts what becomes of the rows of a step: each is taken, merged with another or left behind. */
export class Tally {
  rows = 0
  takenCount = 0
  mergedCount = 0
  leftCount = 0
  readonly notes: Record<string, number> = {}

  constructor(
    private readonly table: string,
    private readonly omit: (row: OmittedRow) => void,
    private readonly keepOn: () => void = () => {},
  ) {}

  taken(): void {
    this.count()
    this.takenCount++
  }

  /** Another row is the same thing and has what this one said. */
  merged(sourceId: string, label: string, reason: string, table = this.table): void {
    this.count()
    this.mergedCount++
    this.omit({ table_name: table, outcome: 'merged', source_id: sourceId, label, reason })
  }

  left(sourceId: string, label: string, reason: string, table = this.table): void {
    this.count()
    this.leftCount++
    this.omit({ table_name: table, outcome: 'left', source_id: sourceId, label, reason })
  }

  private count(): void {
    this.keepOn()
    this.rows++
  }

  /** Counts something worth knowing of rows that were taken, such as "Date unreadable". */
  note(sentence: string): void {
    this.notes[sentence] = (this.notes[sentence] ?? 0) + 1
  }
}
