/**
 * A check that takes as long as it is given. Each stands in a file of its own that exports it as `soak`, is listed in
 * run.ts, and runs in short form in a test.
 */
export interface Soak {
  name: string
  /** One line for `bun run soak --list`: what is done to what, and what must hold. */
  about: string
  /** The amount of the long form. */
  full: number
  /** Throws when something is wrong, with what to do it again with (a seed, a name). `say` is for progress. */
  run(amount: number, say: (line: string) => void): Promise<void>
}
