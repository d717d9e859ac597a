import { signal } from '../html'

/** What releases are looked through for. `title` names it: "Saga #55". */
export type ReleaseTarget = {
  entity_type: 'issue' | 'annual' | 'series'
  entity_id: string
  title: string
}

/** What the release sheet is open for; it lies over whichever page asked. */
export const releaseTarget = signal<ReleaseTarget | undefined>(undefined)

export function reviewReleases(target: ReleaseTarget): void {
  releaseTarget.value = target
}

export function closeReleases(): void {
  releaseTarget.value = undefined
}
