import { html } from '../../html'
import { dayHeading } from './days'
import { ReleaseRow } from './release-row'
import type { Release, ReleaseSource } from './wire'

export type WeekListProps = { releases: readonly Release[]; sources: readonly ReleaseSource[]; today: string }

/** The releases of a week under their days. */
export function WeekList({ releases, sources, today }: WeekListProps) {
  const days = [...Map.groupBy(releases, ({ day }) => day)]
  return html`
    ${days.map(
      ([day, of]) => html`
        <section class="release-day" key=${day} id=${`day-${day}`}>
          <h2>${dayHeading(day)} ${day === today && html`<span class="release-today">Today</span>`}</h2>
          <ul>${of.map((release) => html`<${ReleaseRow} key=${keyOf(release)} release=${release} sources=${sources} />`)}</ul>
        </section>
      `,
    )}
  `
}

const keyOf = ({ issue_id, release_id }: Release) => issue_id ?? `release ${release_id}`
