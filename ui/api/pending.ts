/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export type Pending = Record<never, never>
