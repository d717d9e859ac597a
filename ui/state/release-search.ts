import { signal } from '../html'

/** The subject of a release search. `title` names it: "Saga #55". */
export type ReleaseTarget = {
  entity_type: 'issue' | 'annual' | 'series' | 'story_arc_issue'
  entity_id: string
  title: string
}

/** The subject of the open release sheet, which any page can open. */
export const releaseTarget = signal<ReleaseTarget | undefined>(undefined)

export function reviewReleases(target: ReleaseTarget): void {
  releaseTarget.value = target
}

export function closeReleases(): void {
  releaseTarget.value = undefined
}
