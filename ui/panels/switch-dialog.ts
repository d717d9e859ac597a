import { useQuery } from '../api/query'
import { html, useEffect, useState } from '../html'
import { Button } from '../parts/controls/button'
import { Dialog } from '../parts/dialogs/dialog'
import { Skeleton } from '../parts/status/skeleton'
import { progress } from '../state/progress'
import { logOut, reloadApp } from '../state/session'
import { useBusy } from '../state/use-busy'
import { currentUser } from '../state/user'
import { KnownUsers, Unlock } from './known-users'

/** Offers the users of this device, and asks for the PIN or password of the chosen one. */
export function SwitchDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery('GET /api/auth/known-users')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  // Unsent progress belongs to the previous user, so it is sent before the switch.
  useEffect(() => void progress().flush(), [])
  const user = data?.users.find(({ user_id }) => user_id === chosen)
  const other = () => run(logOut)
  const foot = !user && html`<${Button} busy=${busy} onClick=${other}>Someone else<//>`
  const here = currentUser.value?.user_id
  const picks = { users: data?.users ?? [], hereId: here, onPick: setChosen }
  const unlock = user && { user, onBack: () => setChosen(undefined), onDone: reloadApp }
  return html`
    <${Dialog} open title="Switch user" help="users#share-a-tablet" onClose=${onClose} foot=${foot}>
      ${!data && !error && html`<${Skeleton} count=${2} label="Loading the users" />`}
      ${error && html`<p>${error.detail}</p>`}
      ${unlock ? html`<${Unlock} ...${unlock} />` : html`<${KnownUsers} ...${picks} />`}
    <//>
  `
}
