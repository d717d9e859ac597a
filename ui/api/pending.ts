/** Endpoints that the server's contract does not describe yet. Remove a line once the contract has it. */
export type Pending = Record<never, never>
