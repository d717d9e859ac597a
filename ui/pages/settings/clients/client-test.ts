import { AddFolder } from '../../../forms/folder-list'
import { TestButton, type TestResult } from '../../../forms/test-button'
import { html, useEffect, useRef } from '../../../html'
import { Icon } from '../../../parts/icons/icon'
import { type ClientTestReply, isHealthy } from './client-words'

export type ClientTestProps = {
  tried: (TestResult & Partial<ClientTestReply>) | undefined
  busy: boolean
  disabled: boolean
  onTest: () => unknown
  /** Receives the local path of the client's download folder. */
  onFolder: (remote: string, local: string) => unknown
}

/** The problems and advice that a test of a client found, and whether Panelkeep can read its download folder. */
export function ClientTest({ tried, busy, disabled, onTest, onFolder }: ClientTestProps) {
  const { warnings = [], folder } = tried ?? {}
  const here = useRef<HTMLDivElement>(null)
  const message = tried && [tried.detail, ...warnings].join(' ')
  // Scrolls the error into view, since the button is at the end of a long form.
  useEffect(() => {
    if (tried && !isHealthy(tried)) here.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  const there = !folder || folder.local === folder.remote ? '' : `, ${folder.remote} there and here`
  return html`
    <div class="client-test" ref=${here}>
    <${TestButton} words="Test" tried=${tried} busy=${busy} disabled=${disabled} onTest=${onTest}>
      ${warnings.map((text) => html`<p key=${text} data-doubt><${Icon} name="warning" size="small" /><span>${text}</span></p>`)}
      ${
        folder?.readable &&
        html`
          <p>
            <${Icon} name="check" size="small" />
            <span>Panelkeep can read its folder of completed downloads${there}: <code>${folder.local}</code></span>
          </p>
        `
      }
    <//>
    ${
      folder &&
      !folder.readable &&
      html`
        <div>
          <${AddFolder}
            words="Say where that folder is here"
            onPick=${(local: string) => onFolder(folder.remote, local)}
          />
        </div>
      `
    }
    </div>
  `
}
