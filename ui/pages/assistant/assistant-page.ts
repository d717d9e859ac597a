import './assistant.css'
import { useQuery } from '../../api/query'
import { type ComponentChildren, html } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { WordLinks } from '../../parts/controls/words'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'

export type AssistantTab = 'chat' | 'activity'

const TABS: readonly { tab: AssistantTab; href: string; label: string }[] = [
  { tab: 'chat', href: '/assistant', label: 'Chat' },
  { tab: 'activity', href: '/assistant/activity', label: 'Activity' },
]

/** The frame of the assistant's pages. While the assistant is off, the page explains how to turn it on. */
export function AssistantPage({ tab, children }: { tab: AssistantTab; children?: ComponentChildren }) {
  const { data, error, reload } = useQuery('GET /api/ai/status')
  if (!data && error)
    return html`<${ErrorLook} page what="The assistant could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${6} label="Loading the assistant" />`
  if (!data.chat) return html`<${Off} isConfigured=${data.configured} />`
  const links = TABS.map((one) => ({ ...one, here: one.tab === tab }))
  return html`
    <div class="assistant" data-tab=${tab}>
      <header class="assistant-head">
        <h1>Assistant</h1>
        <${WordLinks} label="Pages of the assistant" links=${links} />
      </header>
      ${children}
    </div>
  `
}

function Off({ isConfigured }: { isConfigured: boolean }) {
  const text = isConfigured
    ? 'Chat is switched off. Switch it on in Settings, Assistant.'
    : 'It answers questions about your library with a language model of your choice, also one on your own computer. Choose a server and a model in Settings, Assistant. Until then nothing is sent anywhere.'
  return html`
    <h1 class="unseen">Assistant</h1>
    <${Empty} icon="chat" title="The assistant is off" text=${text}>
      <${OwnerOnly}><${Button} icon="settings" href="/settings#assistant">Open the settings<//><//>
    <//>
  `
}
