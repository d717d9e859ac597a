import { html } from '../../html'
import { Cover } from '../../parts/covers/cover'

type Shown = { comic_id: string; name: string; image: string | null }

/** The covers of the series with most issues of a name, the first in front. */
export function CoverFan({ covers, width }: { covers: readonly Shown[]; width: number }) {
  return html`
    <span class="name-fan" data-covers=${covers.length} style=${{ '--fan': `${width}px` }}>
      ${covers.map(({ comic_id, name, image }) => html`<${Cover} key=${comic_id} name=${name} src=${image} width=${width} />`)}
    </span>
  `
}
