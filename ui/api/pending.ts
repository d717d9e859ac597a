/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'DELETE /api/downloads/:item_id': { params: { item_id: string }; query: never; body: never; reply: Done }
  'POST /api/downloads/:item_id/requeue': { params: { item_id: string }; query: never; body: never; reply: Done }
}

type Done = { success: boolean }
