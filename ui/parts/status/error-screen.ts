import { ClassComponent, type ComponentChildren, html } from '../../html'
import { Button } from '../controls/button'
import { Empty } from './empty'

type State = { error: Error | undefined }

/** Catches errors thrown while a page renders, so that the frame stays usable. A new `at` renders again. */
export class ErrorScreen extends ClassComponent<{ at?: string; children?: ComponentChildren }, State> {
  override state: State = { error: undefined }

  static override getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidUpdate(before: { at?: string }): void {
    if (this.state.error && before.at !== this.props.at) this.setState({ error: undefined })
  }

  override render() {
    if (!this.state.error) return html`${this.props.children}`
    return html`
      <div role="alert">
        <${Empty}
          page
          icon="warning"
          title="This page could not be drawn"
          text=${`The library is untouched. The page said: ${this.state.error.message}`}
        >
          <${Button} kind="main" icon="refresh" onClick=${() => location.reload()}>Reload<//>
          <${Button} href="/">Go to the start page<//>
        <//>
      </div>
    `
  }
}
