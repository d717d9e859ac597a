type Started = { params: Record<never, never>; query: never; body: never; reply: { success: boolean } }

/** Endpoints that the server's contract does not state yet, by hand. A line here goes when the contract has it. */
export interface Pending {
  'POST /api/import/comic/scan': Started
  'POST /api/import/manga/scan': Started
}
