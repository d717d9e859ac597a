/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'POST /api/metadata/metatag/bulk': Ask<{ comic_id: string; issue_ids: string[] }>
  'POST /api/metadata/metatag/group': Ask<{ comic_id: string }>
  'POST /api/metadata/convert': Ask<{ comic_id: string; issue_ids?: string[] }>
  'GET /api/metadata/metatag/preview/:issue_id': {
    params: { issue_id: string }
    query: never
    body: never
    reply: {
      before: Record<string, string>
      after: Record<string, string>
      changed: string[]
      writable: boolean
      problem: string | null
    }
  }
}

type Ask<Body> = {
  params: never
  query: never
  body: Body
  reply: { success: true; count: number; job_id: string }
}
