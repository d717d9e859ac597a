import { type ComponentChildren, html } from '../html'
import { Button } from '../parts/controls/button'
import { Icon } from '../parts/icons/icon'
import { withSettingsLinks } from '../parts/text/settings-links'

/** The result of a test. */
export type TestResult = { success: boolean; detail: string }
export type TestButtonProps = {
  words: string
  busy: boolean
  disabled?: boolean
  tried: TestResult | undefined
  onTest: () => unknown
  /** More results of the test. */
  children?: ComponentChildren
}

/** A test button with the result beside it. */
export function TestButton({ words, busy, disabled, tried, onTest, children }: TestButtonProps) {
  return html`
    <div class="tried">
      <${Button} size="small" busy=${busy} disabled=${disabled} onClick=${onTest}>${words}<//>
      <div role="status">
        ${
          tried &&
          html`
            <p data-wrong=${!tried.success || undefined}>
              <${Icon} name=${tried.success ? 'check' : 'alert'} size="small" />
              <span>${withSettingsLinks(tried.detail)}</span>
            </p>
          `
        }
        ${children}
      </div>
    </div>
  `
}
