/**
 * A long check of any amount. Each is a file that exports it as `soak`, is listed in run.ts, and runs in short form in a
 * test.
 */
export interface Soak {
  name: string
  /** One line for `bun run soak --list`: the work, and the condition that must hold. */
  about: string
  /** The amount of the long form. */
  full: number
  /** Throws on a failure, with what is needed to repeat it (a seed, a name). `report` reports progress. */
  run(amount: number, report: (line: string) => void): Promise<void>
}
