import { html, useEffect } from '../../html'
import { Button } from '../controls/button'
import { Empty } from './empty'

export type UnreachableProps = { detail: string; onRetry: () => unknown }

const EVERY_MS = 4_000

/**
 * Replaces the window or a page while the server does not answer. It retries automatically: a restart takes only a
 * moment.
 */
export function Unreachable({ detail, onRetry }: UnreachableProps) {
  useEffect(() => {
    const timer = setInterval(onRetry, EVERY_MS)
    return () => clearInterval(timer)
  }, [onRetry])
  return html`
    <${Empty} page icon="wifi-off" title="Connection lost" text=${`${detail} This page opens when it responds again.`}>
      <${Button} icon="refresh" onClick=${onRetry}>Try again now<//>
    <//>
  `
}
