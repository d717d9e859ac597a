import { call } from '../../api/client'
import { useEffect } from '../../html'
import { type Neighbour, pagePicture } from './wire'

/** Near the end the next issue is opened in the background, so that its first page is ready. */
export function useNextIssue(next: Neighbour | null, near: boolean): void {
  const issue_id = next?.issue_id
  useEffect(() => {
    if (!near || issue_id === undefined) return
    let here = true
    call('GET /api/reading/issues/:issue_id', { params: { issue_id } })
      .then(({ progress, page_count, version }) => {
        if (!here || page_count === 0) return
        const page = progress && !progress.completed ? progress.page : 0
        new Image().src = pagePicture(issue_id, page, version)
      })
      // The error is shown when the issue is opened.
      .catch(() => undefined)
    return () => {
      here = false
    }
  }, [issue_id, near])
}
