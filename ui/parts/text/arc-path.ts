export const ARCS = '/arcs'

/** The page of a story arc. */
export const arcPath = (arcId: string): string => `${ARCS}/${encodeURIComponent(arcId)}`
