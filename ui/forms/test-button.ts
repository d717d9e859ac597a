import { type ComponentChildren, html } from '../html'
import { Button } from '../parts/controls/button'
import { Icon } from '../parts/icons/icon'

/** What a test said. */
export type TestResult = { success: boolean; detail: string }
export type TestButtonProps = {
  words: string
  busy: boolean
  disabled?: boolean
  tried: TestResult | undefined
  onTest: () => unknown
  /** What the test found beyond that. */
  children?: ComponentChildren
}

/** A test, and beside it what it said. */
export function TestButton({ words, busy, disabled, tried, onTest, children }: TestButtonProps) {
  return html`
    <div class="tried">
      <${Button} size="small" busy=${busy} disabled=${disabled} onClick=${onTest}>${words}<//>
      <div role="status">
        ${tried && html`<p data-wrong=${!tried.success || undefined}><${Icon} name=${tried.success ? 'check' : 'alert'} size="small" /><span>${tried.detail}</span></p>`}
        ${children}
      </div>
    </div>
  `
}
