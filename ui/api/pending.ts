/** Endpoints that the server's contract does not describe yet. Remove a line once the contract has it. */
export type UndescribedEndpoints = Record<never, never>
