import { attentionOf, useCounts } from '../../api/counts'
import { useHealth } from '../../api/health'
import { useWaiting } from '../../api/waiting'
import { html } from '../../html'
import { Icon, type IconName } from '../../parts/icons/icon'
import { numberWords, pluralWords } from '../../parts/text/format'

/** One line with links to what waits for the user; nothing when nothing does. */
export function NeedsYou() {
  const counts = useCounts()
  const waiting = useWaiting()
  const health = useHealth()
  const attention = counts ? attentionOf(counts) : 0
  const toImport = waiting ? waiting.comic + waiting.manga : 0
  const importPath = waiting?.comic ? '/import' : '/import?kind=manga'
  const files = waiting?.inbox ?? 0
  const fileWords = pluralWords(files, 'file to import', 'files to import')
  const problem = health?.findings.find(({ dismissed_at }) => dismissed_at === null)
  if (attention === 0 && toImport === 0 && files === 0 && !problem) return null
  const need = pluralWords(attention, 'needs attention', 'need attention')
  return html`
    <ul class="needs-you" aria-label="Needs you">
      ${attention > 0 && html`<${Count} count=${attention} words=${need} icon="warning" href="/activity/attention" urgent />`}
      ${toImport > 0 && html`<${Count} count=${toImport} words="series to import" icon="import" href=${importPath} />`}
      ${files > 0 && html`<${Count} count=${files} words=${fileWords} icon="inbox" href="/import/inbox" />`}
      ${problem && html`<li class="needs-you-problem" data-urgent=${health?.state === 'error' || undefined}><a href="/system" title=${problem.message}><${Icon} name="alert" size="small" /><span>${problem.message}</span></a></li>`}
    </ul>
  `
}

type CountProps = { count: number; words: string; icon: IconName; href: string; urgent?: boolean }

function Count({ count, words, icon, href, urgent }: CountProps) {
  return html`
    <li data-urgent=${urgent || undefined}>
      <a href=${href}><${Icon} name=${icon} size="small" /><span><b>${numberWords(count)}</b> ${words}</span></a>
    </li>
  `
}
