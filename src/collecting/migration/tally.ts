import type { Omission } from './states'

export interface OmittedRow {
  table_name: string
  outcome: Omission
  source_id: string
  label: string
  reason: string
}

/** Counts the outcome of each row of a step: moved, merged with another row, or left behind. */
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

  /** Call when another row is the same thing and has the values of this one. */
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

  /** Counts a remark about rows that were moved, such as "Date unreadable". */
  countRemark(sentence: string): void {
    this.notes[sentence] = (this.notes[sentence] ?? 0) + 1
  }
}
