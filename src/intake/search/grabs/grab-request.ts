import type { EntityType } from '../../downloads/states'
import type { Offer } from '../offer'
import type { Trigger } from '../states'

/** A release to grab, and the issues that it is for. */
export interface GrabRequest {
  offer: Offer
  indexer_id: string
  /** `linkKeys` of the reply that listed the release; by default as if it were the only item. */
  link?: string
  /** The searched item. */
  entity_type: EntityType
  entity_id: string
  comic_id: string
  /** Issues that the release is for, including the searched one. */
  issue_ids: string[]
  pack: boolean
  /** The release replaces the file of the searched issue. */
  upgrade?: boolean
  requested_by: Trigger | 'interactive'
}

export type GrabOutcome =
  | { state: 'submitted'; release_key: string }
  /** Another search grabbed the release first. */
  | { state: 'in_flight'; code: 'in_flight'; detail: string }
  /**
   * This release could not be grabbed; another one may. `indexer_blocked`: no release of its indexer can be grabbed
   * now.
   */
  | { state: 'failed'; code: string; detail: string; indexer_blocked?: true }
  /** Nothing was done, and no other release could be grabbed now either. */
  | { state: 'blocked'; code: string; detail: string }
  /** The client may or may not have the release: the user has to check. */
  | { state: 'manual_review'; code: string; detail: string; release_key: string }

export interface Grabs {
  /** Whether any download client accepts releases; the code is one of the route reasons. */
  ready(): { ready: true } | { ready: false; code: string; reason: string }
  /** Runs one grab at a time; others wait. Throws only when the signal aborts. */
  grab(request: GrabRequest, signal?: AbortSignal): Promise<GrabOutcome>
}
