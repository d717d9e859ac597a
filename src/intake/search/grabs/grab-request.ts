import type { EntityType } from '../../downloads/states'
import type { Offer } from '../offer'
import type { Trigger } from '../states'

/** A release to take, and what for. */
export interface GrabRequest {
  offer: Offer
  indexer_id: string
  /** `linkKeys` of the reply that it came in; default: as if it came alone. */
  link?: string
  /** What was searched for. */
  entity_type: EntityType
  entity_id: string
  comic_id: string
  /** Issues that it is to bring, the searched one among them. */
  issue_ids: string[]
  pack: boolean
  /** It is to replace the file of the searched issue. */
  upgrade?: boolean
  requested_by: Trigger | 'interactive'
}

export type GrabOutcome =
  | { state: 'submitted'; release_key: string }
  /** Another search took it first. */
  | { state: 'in_flight'; code: 'in_flight'; detail: string }
  /** This release could not be had; another one may. `indexer_blocked`: none that its indexer has. */
  | { state: 'failed'; code: string; detail: string; indexer_blocked?: true }
  /** Nothing was done, and no other release would fare better now. */
  | { state: 'blocked'; code: string; detail: string }
  /** It may or may not have arrived there: a person has to look. */
  | { state: 'manual_review'; code: string; detail: string; release_key: string }

export interface Grabs {
  /** Whether there is anything that releases can be handed to; the code is one of the reasons of routes. */
  ready(): { ready: true } | { ready: false; code: string; reason: string }
  /** One at a time: it waits for the one before. Only an aborted signal makes it throw. */
  grab(request: GrabRequest, signal?: AbortSignal): Promise<GrabOutcome>
}
