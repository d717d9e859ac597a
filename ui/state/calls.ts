import { listen } from '../api/events'
import { useEffect, useRef } from '../html'
import { showToast } from './toasts'
import { isReader } from './user'

/** The pause between two toasts: when a disk is full, every completed download waits. */
const APART_MS = 30_000

/** Announces new items that need attention while another page is open. */
export function useCalls(path: string, route: (path: string) => void): void {
  const here = useRef({ path, route })
  here.current = { path, route }
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY
    return listen(({ type, data }) => {
      const { status, subject_label, reason_detail } = data as Record<string, string | null | undefined>
      if (type !== 'activity' || status !== 'needs_attention' || here.current.path === ATTENTION) return
      if (isReader()) return
      if (performance.now() - last < APART_MS) return
      last = performance.now()
      const why = reason_detail ? ` ${reason_detail}` : ''
      showToast(`${subject_label} needs your attention.${why}`, {
        action: { label: 'Show', run: () => here.current.route(ATTENTION) },
      })
    })
  }, [])
}

const ATTENTION = '/activity/attention'
