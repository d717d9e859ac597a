import { createContext } from 'preact'

/** Collects the queries of a page that have no answer yet, so that the page can be drawn when all have one. */
export type Opening = {
  /** Whether the query with this key still waits for its first answer. */
  register: (key: string, waits: boolean) => void
}

export const OpeningContext = createContext<Opening | undefined>(undefined)
