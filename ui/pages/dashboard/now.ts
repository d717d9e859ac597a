import { attentionOf, useCounts } from '../../api/counts'
import { useWaiting } from '../../api/waiting'
import { html } from '../../html'
import { Icon, type IconName } from '../../parts/icons/icon'
import { numberWords, pluralWords } from '../../parts/text/format'

/** Links to active downloads and to items that need attention, with counts. */
export function Now() {
  const counts = useCounts()
  const waiting = useWaiting()
  if (!counts) return html`<ul class="dash-now" aria-busy="true"></ul>`
  const attention = attentionOf(counts)
  const need = pluralWords(attention, 'needs attention', 'need attention')
  const toImport = waiting ? waiting.comic + waiting.manga : 0
  const importPath = waiting?.comic ? '/import' : '/import?kind=manga'
  return html`
    <ul class="dash-now">
      <${Count} count=${attention} words=${need} icon="warning" href="/activity/attention" urgent=${attention > 0} />
      ${toImport > 0 && html`<${Count} count=${toImport} words="series to import" icon="import" href=${importPath} />`}
      <${Count} count=${counts.in_flight} words="in progress" icon="download" href="/activity" />
    </ul>
  `
}

type CountProps = { count: number; words: string; icon: IconName; href: string; urgent?: boolean }

function Count({ count, words, icon, href, urgent }: CountProps) {
  return html`
    <li>
      <a href=${href} data-urgent=${urgent || undefined} data-none=${count === 0 || undefined}>
        <${Icon} name=${icon} size="small" /><b>${numberWords(count)}</b> ${words}
      </a>
    </li>
  `
}
